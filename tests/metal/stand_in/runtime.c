/*
 * The stand-in's Objective-C runtime: classes, selectors, messages, who holds what, pools.
 */
#include "stand_in.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAGIC = 0x0b1ec7ed, SELECTORS = 128 };

static stand_in_control control = {.failing_call = -1, .most_threads = 1024, .width = 32, .devices = 2};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

EXPORTED stand_in_control *stand_in(void)
{
    return &control;
}

void stand_in_lock(void)
{
    pthread_mutex_lock(&lock);
}

void stand_in_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

void stand_in_misuse(const char *format, ...)
{
    va_list list;
    if (control.misuses++ > 0)
        return;
    va_start(list, format);
    vsnprintf(control.misuse, sizeof control.misuse, format, list);
    va_end(list);
}

bool stand_in_fails(const char *what)
{
    if (control.calls++ != control.failing_call)
        return false;
    snprintf(control.failed, sizeof control.failed, "%s", what);
    return true;
}

/* A program that ends well has misused nothing and left nothing, whatever it looked at itself. */
__attribute__((destructor)) static void finish(void)
{
    if (control.misuses == 0 && control.objects == 0 && control.pools == 0 && control.held_devices == 0)
        return;
    fflush(stdout);
    fprintf(stderr, "stand-in for Metal: %ld misuses, %s; left: %ld objects, %ld pools, devices held %ld times\n",
            control.misuses, control.misuses ? control.misuse : "none", control.objects, control.pools,
            control.held_devices);
    _exit(97);
}

/* ---- objects --------------------------------------------------------------------------------------------------- */

static object *all; /* the dead stay, so that who still uses one is caught */

object *stand_in_make(const char *class_name, void (*destroy)(object *))
{
    object *made = calloc(1, sizeof *made);
    if (!made)
        abort();
    made->class_name = class_name;
    made->magic = MAGIC;
    made->held = 1;
    made->destroy = destroy;
    made->next = all;
    all = made;
    control.objects++;
    return made;
}

bool stand_in_is(const object *tried, const char *class_name)
{
    return tried && tried->magic == MAGIC && !tried->dead && strcmp(tried->class_name, class_name) == 0;
}

static bool is_device(const object *tried)
{
    return strcmp(tried->class_name, "MTLDevice") == 0;
}

/* An object that lives, else it is noted what was done to it. */
static bool lives(const object *tried, const char *what)
{
    if (tried && tried->magic == MAGIC && !tried->dead)
        return true;
    stand_in_misuse("%s of %s", what, !tried ? "nil" : tried->magic != MAGIC ? "what is no object" : "a dead object");
    return false;
}

object *stand_in_hold(object *held)
{
    if (!lives(held, "retain"))
        return held;
    held->held++;
    if (is_device(held))
        control.held_devices++;
    return held;
}

void stand_in_let_go(object *held)
{
    if (!lives(held, "release"))
        return;
    held->held--;
    if (is_device(held)) {
        if (--control.held_devices < 0)
            stand_in_misuse("a device was released more often than retained");
        return;
    }
    if (held->held > 0)
        return;
    if (held->destroy)
        held->destroy(held);
    held->dead = true;
    control.objects--;
}

EXPORTED void *objc_retain(void *held)
{
    stand_in_lock();
    stand_in_hold(held);
    stand_in_unlock();
    return held;
}

EXPORTED void objc_release(void *held)
{
    stand_in_lock();
    stand_in_let_go(held);
    stand_in_unlock();
}

/* ---- pools ----------------------------------------------------------------------------------------------------- */

typedef struct pool {
    struct pool *below;
    object **lent;
    size_t count, room;
} pool;

static _Thread_local pool *top;

EXPORTED void *objc_autoreleasePoolPush(void)
{
    pool *made = calloc(1, sizeof *made);
    if (!made)
        abort();
    made->below = top;
    top = made;
    stand_in_lock();
    control.pools++;
    stand_in_unlock();
    return made;
}

EXPORTED void objc_autoreleasePoolPop(void *popped)
{
    stand_in_lock();
    if (!top || top != popped) {
        stand_in_misuse("a pool was popped that is not the innermost one");
    } else {
        pool *gone = top;
        for (size_t i = 0; i < gone->count; i++) {
            control.lent--;
            stand_in_let_go(gone->lent[i]);
        }
        top = gone->below;
        free(gone->lent);
        free(gone);
        control.pools--;
    }
    stand_in_unlock();
}

object *stand_in_lend(object *made)
{
    if (!top) {
        stand_in_misuse("an object was lent where there is no pool: %s leaks", made->class_name);
        return made;
    }
    if (top->count == top->room) {
        top->room = top->room ? 2 * top->room : 8;
        top->lent = realloc(top->lent, top->room * sizeof *top->lent);
        if (!top->lent)
            abort();
    }
    top->lent[top->count++] = made;
    control.lent++;
    return made;
}

/* ---- messages -------------------------------------------------------------------------------------------------- */

/* A selector is the address of its name, one for each name. */
static char *selectors[SELECTORS];

static const char *intern(const char *name)
{
    size_t at = 0;
    while (at < SELECTORS - 1 && selectors[at] && strcmp(selectors[at], name) != 0)
        at++;
    if (!selectors[at])
        selectors[at] = strdup(name);
    return selectors[at];
}

EXPORTED void *sel_registerName(const char *name)
{
    stand_in_lock();
    const char *found = intern(name);
    stand_in_unlock();
    return (void *)(uintptr_t)found;
}

static object string_class = {.class_name = "NSString class", .magic = MAGIC, .held = 1};

EXPORTED void *objc_getClass(const char *name)
{
    return strcmp(name, "NSString") == 0 ? &string_class : NULL;
}

EXPORTED const stand_in_method *stand_in_methods(size_t *count)
{
    enum { MOST = 128 };
    static stand_in_method methods[MOST];
    *count = stand_in_object_method_count + stand_in_command_method_count;
    if (*count > MOST)
        abort();
    memcpy(methods, stand_in_object_methods, stand_in_object_method_count * sizeof *methods);
    memcpy(methods + stand_in_object_method_count, stand_in_command_methods,
           stand_in_command_method_count * sizeof *methods);
    return methods;
}

static void *nothing(void)
{
    return NULL;
}

typedef void code(void);

/* The code that a message leads to. */
code *stand_in_find(const object *receiver, const char *selector) __attribute__((visibility("hidden"), used));
code *stand_in_find(const object *receiver, const char *selector)
{
    static const stand_in_method *methods;
    static const char *names[128];
    static size_t count;
    code *found = NULL;
    stand_in_lock();
    if (!methods) {
        methods = stand_in_methods(&count);
        for (size_t i = 0; i < count; i++)
            names[i] = intern(methods[i].selector);
    }
    if (lives(receiver, selector ? selector : "no selector"))
        for (size_t i = 0; i < count && !found; i++)
            if (names[i] == selector && strcmp(methods[i].class_name, receiver->class_name) == 0)
                found = methods[i].code;
    if (!found && receiver && !receiver->dead)
        stand_in_misuse("%s does not answer to %s", receiver->class_name, selector);
    stand_in_unlock();
    return found ? found : (code *)nothing;
}

/* objc_msgSend: keeps the registers of the arguments, asks where to go, and jumps there, so that the method finds its
   arguments in registers and on the stack as its own signature says. */
#if defined __x86_64__
__asm__(".text\n"
        ".globl objc_msgSend\n"
        ".type objc_msgSend, @function\n"
        "objc_msgSend:\n"
        "    pushq %rbp\n    movq %rsp, %rbp\n"
        "    pushq %rdi\n    pushq %rsi\n    pushq %rdx\n    pushq %rcx\n    pushq %r8\n    pushq %r9\n"
        "    call stand_in_find\n"
        "    movq %rax, %r11\n"
        "    popq %r9\n    popq %r8\n    popq %rcx\n    popq %rdx\n    popq %rsi\n    popq %rdi\n"
        "    popq %rbp\n"
        "    jmp *%r11\n"
        ".size objc_msgSend, .-objc_msgSend\n");
#elif defined __aarch64__
__asm__(".text\n"
        ".globl objc_msgSend\n"
        ".type objc_msgSend, %function\n"
        "objc_msgSend:\n"
        "    stp x29, x30, [sp, #-96]!\n"
        "    stp x0, x1, [sp, #16]\n    stp x2, x3, [sp, #32]\n    stp x4, x5, [sp, #48]\n"
        "    stp x6, x7, [sp, #64]\n    str x8, [sp, #80]\n"
        "    bl stand_in_find\n"
        "    mov x17, x0\n"
        "    ldp x0, x1, [sp, #16]\n    ldp x2, x3, [sp, #32]\n    ldp x4, x5, [sp, #48]\n"
        "    ldp x6, x7, [sp, #64]\n    ldr x8, [sp, #80]\n"
        "    ldp x29, x30, [sp], #96\n"
        "    br x17\n"
        ".size objc_msgSend, .-objc_msgSend\n");
#else
#error "a message needs a few lines of assembly for this processor"
#endif
