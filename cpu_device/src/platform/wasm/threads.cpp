// SPDX-License-Identifier: MIT
// There is one thread, and no signal.
#include "../threads.h"

#include <cerrno>

#include "../../run/faults.h"
#include "../../say/report.h"

namespace cpu_device
{
int start_thread(void *(*)(void *), void *, pthread_t *)
{
    return EAGAIN;
}

void use_signal_stack() {}

int run_in_thread(void *(*function)(void *), void *argument)
{
    function(argument);
    return 0;
}

unsigned threads_of_process()
{
    return 1;
}

unsigned processors()
{
    return 1;
}

void call_in_children(void (*)()) {}

void catch_faults() {}

void catch_faults_again() {}
} // namespace cpu_device

// A program's calls of pthread_create() come here.
extern "C" int cpu_device_no_thread(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)
{
    cpu_device::die(1, "the program begins a thread, and the playground has only one");
}
