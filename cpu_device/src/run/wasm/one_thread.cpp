// SPDX-License-Identifier: MIT
// There is one thread, and no signal: nothing catches faults.
#include <pthread.h>

#include "../../say/report.h"
#include "../faults.h"

namespace cpu_device
{
void catch_faults() {}

void catch_full_stack() {}

void catch_faults_again() {}
} // namespace cpu_device

// A program's calls of pthread_create() come here.
extern "C" int cpu_device_no_thread(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)
{
    cpu_device::die(1, "the program begins a thread, and the playground has only one");
}
