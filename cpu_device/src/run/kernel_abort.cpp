// SPDX-License-Identifier: MIT
#include "kernel_abort.h"

#include <ctime>

namespace cpu_device
{
bool kernel_abort::waits_in_vain(unsigned live_threads)
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const int64_t nanoseconds = now.tv_sec * 1000000000ll + now.tv_nsec;
    if (patient_until_ != 0 && nanoseconds > patient_until_ && live_threads == live_then_)
        return true;
    if (patient_until_ == 0 || nanoseconds > patient_until_) {
        patient_until_ = nanoseconds + 1000000000;
        live_then_ = live_threads;
    }
    return false;
}
} // namespace cpu_device
