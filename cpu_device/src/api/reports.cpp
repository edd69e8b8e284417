// SPDX-License-Identifier: MIT
// What a program may ask about reports.
#include "../../include/cpu_device/reports.h"
#include "../say/report.h"

extern "C" {
unsigned long long cpu_device_error_count()
{
    return cpu_device::error_count();
}

void cpu_device_on_report(void (*callback)(const cpu_device_report *report, void *data), void *data)
{
    cpu_device::listen(callback, data);
}
}
