/*
 * What a device made of a sort: its plan, read back after the device has sorted a copy of the keys.
 *
 * In: an explanation, a device's name, engine and digit bits. Out: one line a launch, as text, or JSON. Used by
 * explain.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "explain.h"

#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "json.h"
#include "on_device.h"
#include "options.h"

static const char *const buffers[] = {"input", "output", "scratch"};
static const char *const fates[] = {"skipped", "swept", "finished"};

static void print_text(FILE *out, const sweep_plan *plan, const sweep_device_report *report)
{
    if (report->step_count == 0) {
        fprintf(out, "%s: %s\n", option_engines[plan->engine],
                plan->insertion ? "one launch, for so few keys" : "its plan is the host's; the device makes none");
        return;
    }
    fprintf(out, "%s: the device's own plan\n", option_engines[plan->engine]);
    if (report->enough_digits > 0) {
        fprintf(out, "  a sample says: %u digits are enough\n", report->enough_digits);
    }
    for (unsigned i = 0; i < report->step_count; i++) {
        const sweep_device_step *step = &report->steps[i];
        if (step->fate == SWEEP_FINISHED) {
            fprintf(out, "  runs equal from bit %u up sorted by the bits below   %s -> %s%s\n", step->place,
                    buffers[step->from % 3], buffers[step->to % 3],
                    report->fell_back ? ";\n  one was too long for a tile: all digits are ranked after all" : "");
        } else if (step->fate == SWEEP_SWEPT) {
            fprintf(out, "  digit [%u, %u) swept   %s -> %s\n", step->place, step->place + step->bits,
                    buffers[step->from % 3], buffers[step->to % 3]);
        } else if (report->step_count <= plan->sweep_count) {
            fprintf(out, "  digit [%u, %u) skipped: every key has the same digit\n", step->place,
                    step->place + step->bits);
        }
    }
    if (report->recounts > 0) {
        fprintf(out, "  %u tile%s counted again by a later one\n", report->recounts, report->recounts == 1 ? "" : "s");
    }
}

static void print_json(FILE *out, const char *device, const sweep_plan *plan, const sweep_device_report *report)
{
    fprintf(out, "{\"device\": ");
    json_string(out, device);
    fprintf(out, ", \"engine\": \"%s\", \"enough_digits\": %u, \"fell_back\": %s, \"recounts\": %u,\n \"steps\": [",
            option_engines[plan->engine], report->enough_digits, report->fell_back ? "true" : "false",
            report->recounts);
    for (unsigned i = 0; i < report->step_count; i++) {
        const sweep_device_step *step = &report->steps[i];
        fprintf(out, "%s\n  {\"fate\": \"%s\", \"place\": %u, \"bits\": %u, \"from\": \"%s\", \"to\": \"%s\"}",
                i > 0 ? "," : "", fates[step->fate % 3], step->place, step->bits, buffers[step->from % 3],
                buffers[step->to % 3]);
    }
    fprintf(out, "\n ]}\n");
}

void explain_print_device(FILE *out, const struct explanation *explanation, const char *name, sweep_engine engine,
                          unsigned digit_bits, bool json)
{
    static sweep_device_report report;
    size_t bytes = explanation->n * type_size(explanation->type);
    sweep_device *device = on_device_open(name);
    sweep_device_options options = sweep_default_device_options();
    sweep_plan plan;
    char text[512];
    char *keys = malloc(bytes + 1);
    if (keys == NULL) {
        die("not enough memory");
    }
    memcpy(keys, explanation->keys, bytes);
    options.order = explanation->order;
    options.float_order = explanation->float_order;
    options.begin_bit = explanation->begin_bit;
    options.end_bit = explanation->end_bit;
    options.engine = engine;
    options.digit_bits = digit_bits;
    options.report = &report;
    on_device_expect(device, sweep_device_plan_sort(device, &plan, SWEEP_OPERATION_SORT, explanation->n,
                                                    explanation->type, 0, &options));
    on_device_expect(device, sweep_device_sort(device, keys, explanation->n, explanation->type, &options));
    sweep_device_describe(device, text, sizeof text);
    text[strcspn(text, "\n")] = '\0';
    if (json) {
        print_json(out, text, &plan, &report);
    } else {
        fprintf(out, "%zu key%s of %s on %s\n", explanation->n, explanation->n == 1 ? "" : "s",
                type_name(explanation->type), text);
        print_text(out, &plan, &report);
    }
    free(keys);
    sweep_device_close(device);
}
