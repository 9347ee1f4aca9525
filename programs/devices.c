/*
 * sweepsort devices: what --device can name here, why a kind of device is absent, and what each kind was tested on.
 *
 * In: nothing. Out: a list, as text or JSON.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "json.h"
#include "sweepsort_device.h"
#include "verbs.h"

struct devices_options {
    bool json;
};

static const struct option devices_table[] = {
    OPTION_ROW_JSON(struct devices_options),
    OPTION_ROW_END,
};

static int verb_devices(int argc, char **argv);

const struct verb devices_verb = {
    "devices",
    "list the devices that can sort",
    "[OPTION]...",
    "Lists the devices that --device can name, with their drivers; kinds of device that are absent, and why; and what "
    "each kind was tested on. SWEEP_OPENCL_LIBRARY in the environment names another library than libOpenCL.so.1, "
    "SWEEP_CUDA_LIBRARY another than libcuda.so.1, SWEEP_NVRTC_LIBRARY another than libnvrtc.so, SWEEP_HIP_LIBRARY "
    "another than libamdhip64.so, SWEEP_HIPRTC_LIBRARY another than libhiprtc.so, SWEEP_METAL_LIBRARY another than "
    "Apple's; "
    "SWEEP_CACHE_DIR another directory for compiled programs than ~/.cache/sweepsort (empty: none), "
    "which is used only if nobody else can write it. The OpenCL loader and the drivers read variables of their own, "
    "such "
    "as OCL_ICD_VENDORS.",
    devices_table,
    verb_devices};

/* Kinds of device, and how far each one was tested. */
static const struct kind {
    const char *name, *tested;
} kinds[] = {
    {"opencl", "tested with PoCL 3.1 and oclgrind 21.10 on x86-64; not yet run on a GPU"},
    {"emulator", "tested on x86-64; on aarch64 under qemu"},
    {"cuda", "kernels compiled for sm_75 to sm_120 and emulated, the rest run on a mock driver; not run on hardware"},
    {"hip", "kernels compiled for gfx906 to gfx1100 and emulated, the rest run on a mock runtime; not run on hardware"},
    {"metal", "kernels checked by a stand-in and emulated, the rest run on a stand-in; never run on Apple hardware"},
    {NULL, "nothing is known of tests"}, /* whatever else the library lists */
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool is_of(const sweep_device_info *info, const struct kind *kind)
{
    if (!kind->name) {
        bool known = false;
        for (int k = 0; kinds[k].name; k++)
            known = known || is_of(info, &kinds[k]);
        return !known;
    }
    size_t length = strlen(kind->name);
    return strncmp(info->name, kind->name, length) == 0 && (info->name[length] == 0 || info->name[length] == ':');
}

static void print_text(const sweep_device_info *infos, size_t count)
{
    for (int k = 0; k < KINDS; k++) {
        bool listed = false;
        for (size_t i = 0; i < count; i++)
            if (is_of(&infos[i], &kinds[k])) {
                printf("%-12s%s%s\n", infos[i].name,
                       infos[i].status == SWEEP_OK ? "" : "absent: ", infos[i].description);
                listed = true;
            }
        if (!listed && kinds[k].name)
            printf("%-12sabsent: left out of this build\n", kinds[k].name);
        if (listed || kinds[k].name)
            printf("%-12s(%s)\n", "", kinds[k].tested);
    }
}

static void print_entry(const char *name, bool usable, const char *description, const char *tested, bool first)
{
    printf("%s\n  {\"name\": ", first ? "" : ",");
    json_string(stdout, name);
    printf(", \"usable\": %s, \"description\": ", usable ? "true" : "false");
    json_string(stdout, description);
    printf(", \"tested\": ");
    json_string(stdout, tested);
    printf("}");
}

static void print_json(const sweep_device_info *infos, size_t count)
{
    bool first = true;
    printf("[");
    for (int k = 0; k < KINDS; k++) {
        bool listed = false;
        for (size_t i = 0; i < count; i++)
            if (is_of(&infos[i], &kinds[k])) {
                print_entry(infos[i].name, infos[i].status == SWEEP_OK, infos[i].description, kinds[k].tested, first);
                listed = true;
                first = false;
            }
        if (!listed && kinds[k].name) {
            print_entry(kinds[k].name, false, "left out of this build", kinds[k].tested, first);
            first = false;
        }
    }
    printf("\n]\n");
}

static int verb_devices(int argc, char **argv)
{
    struct devices_options options = {false};
    if (options_parse(&devices_verb, argc, argv, &options) > 0)
        die_usage("no operands: '%s' is too much", argv[0]);
    size_t room = sweep_device_list(NULL, 0) + 8;
    sweep_device_info *infos = calloc(room, sizeof *infos);
    if (!infos)
        die("not enough memory");
    size_t count = sweep_device_list(infos, room);
    count = count < room ? count : room;
    if (options.json)
        print_json(infos, count);
    else
        print_text(infos, count);
    free(infos);
    finish_output();
    return EXIT_FINE;
}
