// SPDX-License-Identifier: MIT
#include "../threads.h"

#include <atomic>
#include <dirent.h>
#include <sched.h>

#include "signals.h"

namespace cpu_device
{
std::atomic<unsigned> own_threads{0};

int start_thread(void *(*function)(void *), void *argument, pthread_t *thread)
{
    sigset_t others, old;
    sigfillset(&others);
    for (int signal : fault_signals)
        sigdelset(&others, signal);
    pthread_sigmask(SIG_SETMASK, &others, &old);
    int error = pthread_create(thread, nullptr, function, argument);
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
    own_threads += error == 0;
    return error;
}

void use_signal_stack()
{
    stack_t stack = {};
    stack.ss_size = 64 * 1024;
    stack.ss_sp = new char[stack.ss_size];
    sigaltstack(&stack, nullptr);
}

int run_in_thread(void *(*function)(void *), void *argument)
{
    pthread_t thread;
    if (int error = start_thread(function, argument, &thread))
        return error;
    pthread_join(thread, nullptr);
    --own_threads;
    return 0;
}

unsigned threads_of_process()
{
    unsigned threads = 0;
    DIR *all = opendir("/proc/self/task");
    if (all == nullptr)
        return 0;
    while (const dirent *one = readdir(all))
        threads += one->d_name[0] != '.';
    closedir(all);
    return threads;
}

unsigned processors()
{
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    return sched_getaffinity(0, sizeof cpus, &cpus) == 0 ? (unsigned)CPU_COUNT(&cpus) : 1;
}

void yield_processor()
{
    sched_yield();
}

void call_in_children(void (*function)())
{
    pthread_atfork(nullptr, nullptr, function);
}
} // namespace cpu_device
