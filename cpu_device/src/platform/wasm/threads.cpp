// SPDX-License-Identifier: MIT
// There is one thread, and no signal.
#include "../threads.h"

#include <cerrno>

#include "../../run/faults.h"

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

void yield_processor() {}

void call_in_children(void (*)()) {}

void catch_faults() {}

void catch_faults_again() {}
} // namespace cpu_device
