/*
 * --device; see on_device.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "on_device.h"

#include <string.h>

#include "errors.h"

sweep_device *on_device_open(const char *name)
{
    sweep_device *device;
    sweep_status status = sweep_device_open(&device, name);
    if (status == SWEEP_OK)
        return device;
    sweep_device_info infos[64];
    size_t count = sweep_device_list(infos, 64), kind = strcspn(name, ":");
    for (size_t i = 0; i < count && i < 64; i++)
        if (infos[i].status != SWEEP_OK && (strcmp(infos[i].name, name) == 0 ||
                                            (strlen(infos[i].name) == kind && strncmp(infos[i].name, name, kind) == 0)))
            die("--device %s: %s", name, infos[i].description);
    die("--device %s: %s; 'sweepsort devices' lists what there is", name,
        status == SWEEP_ERR_ARGUMENT || status == SWEEP_ERR_UNSUPPORTED ? "no such device"
                                                                        : sweep_status_string(status));
}

void on_device_expect(const sweep_device *device, sweep_status status)
{
    char text[1024];
    if (status == SWEEP_OK)
        return;
    if (sweep_device_message(device, text, sizeof text) > 0)
        die("%s: %s", sweep_status_string(status), text);
    die("%s", sweep_status_string(status));
}
