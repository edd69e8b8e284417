// SPDX-License-Identifier: MIT
// There is one thread, and no signal.
#include "../threads.h"

#include <cerrno>

namespace cpu_device
{
std::atomic<unsigned> own_threads{0};

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
} // namespace cpu_device
