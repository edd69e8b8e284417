// SPDX-License-Identifier: MIT
// For programs that ask what the device has reported so far, such as tests; docs/reports.md shows how. A kernel's
// reports come when its launch ends, so call cudaDeviceSynchronize() first. What can only be known at the end of the
// program, such as leaks, comes then.
#pragma once

// The strings are those of CPU_DEVICE_REPORT (docs/reports.md): id and severity, the text as it is printed, and the
// whole report in one line. They are gone when the callback returns.
struct cpu_device_report {
    const char *id, *severity, *text, *json;
};

#ifdef __cplusplus
extern "C" {
#endif
// How many errors have been reported, those of CPU_DEVICE_SUPPRESSIONS not counted.
unsigned long long cpu_device_error_count(void);
// Has every report from now on handed over, also those that are not errors; null: none. The callback may be called by
// threads of the device, one at a time. It must not call CUDA, or the functions of this header.
void cpu_device_on_report(void (*callback)(const struct cpu_device_report *report, void *data), void *data);
#ifdef __cplusplus
}
#endif
