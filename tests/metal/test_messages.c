/*
 * The library's table of messages against the classes of the stand-in, whose declarations were written down from the
 * system's headers in the runtime's own encoding of types: each message has a class that answers to it, with these very
 * types; and on the machine the types are as wide as Metal's.
 */
#include "world.h"

#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(metal_unsigned) == sizeof(void *) && sizeof(metal_signed) == sizeof(void *), "NSUInteger");
_Static_assert(sizeof(metal_size) == 3 * sizeof(metal_unsigned), "MTLSize");
_Static_assert(sizeof(sweep_arguments) % 8 == 0 && sizeof(sweep_arguments) <= 4096, "what setBytes takes");

/* A type of metal_api.h as the runtime encodes it; NULL: not one of those. */
static const char *encoded(const char *type)
{
    static const char *const table[][2] = {
        {"void", "v"},         {"metal_id", "@"},        {"metal_unsigned", "Q"}, {"metal_signed", "q"},
        {"metal_text", "r*"},  {"metal_bytes", "r^v"},   {"metal_memory", "^v"},  {"metal_block", "@?"},
        {"metal_error", "^@"}, {"metal_size", "{?=QQQ}"}};
    for (size_t i = 0; i < COUNT(table); i++)
        if (strcmp(table[i][0], type) == 0)
            return table[i][1];
    return NULL;
}

static const stand_in_method *method_of(const char *class_name, const char *selector)
{
    for (size_t i = 0; i < metal.method_count; i++)
        if (strcmp(metal.methods[i].class_name, class_name) == 0 && strcmp(metal.methods[i].selector, selector) == 0)
            return &metal.methods[i];
    return NULL;
}

static void test_message(const metal_message *message)
{
    char types[128];
    bool of_class = strcmp(message->selector, "stringWithUTF8String:") == 0;
    const stand_in_method *method = method_of(of_class ? "NSString class" : message->class_name, message->selector);
    size_t colons = 0, parameters = 0;
    check_case("%s %s", message->class_name, message->selector);
    if (!CHECK_TEXT(method != NULL, "no class answers to this"))
        return;
    CHECK(encoded(message->result) != NULL);
    snprintf(types, sizeof types, "%s@:", encoded(message->result));
    for (; message->parameters[parameters]; parameters++) {
        const char *code = encoded(message->parameters[parameters]);
        if (CHECK_TEXT(code != NULL, "%s is no type of a message", message->parameters[parameters]))
            strncat(types, code, sizeof types - strlen(types) - 1);
    }
    for (const char *at = message->selector; *at; at++)
        colons += *at == ':';
    CHECK_TEXT(colons == parameters, "%zu colons for %zu parameters", colons, parameters);
    CHECK_TEXT(strcmp(types, method->types) == 0, "sent as %s, declared as %s", types, method->types);
    CHECK_TEXT(message->result[0] != 'm' || strcmp(message->result, "metal_size") != 0, "a struct as a result");
}

int main(int argc, char **argv)
{
    check_start("test_messages", argc, argv);
    world_open();
    for (int i = 0; i < METAL_MESSAGE_COUNT; i++) {
        test_message(&sweep_metal_messages[i]);
        for (int j = 0; j < i; j++)
            CHECK(strcmp(sweep_metal_messages[i].selector, sweep_metal_messages[j].selector) != 0 ||
                  strcmp(sweep_metal_messages[i].class_name, sweep_metal_messages[j].class_name) != 0);
    }
    check_case("no method of the stand-in is left over");
    CHECK_TEXT(metal.method_count == METAL_MESSAGE_COUNT, "%zu methods, %d messages", metal.method_count,
               METAL_MESSAGE_COUNT);
    return check_finish();
}
