// SPDX-License-Identifier: MIT
// The threads of the process, and the processors that they run on. WebAssembly has one of each.
#pragma once

#include <atomic>
#include <pthread.h>

namespace cpu_device
{
extern std::atomic<unsigned> own_threads; // the host threads that the device has started
// Starts a host thread in which all signals but those of faults are blocked: the program's signals are for its own
// threads. Returns 0 or an errno value.
int start_thread(void *(*function)(void *), void *argument, pthread_t *thread);
// Puts off a pthread_cancel() of the calling thread, which may hold locks of the device.
class defer_cancellation
{
  public:
#ifdef __wasm__ // where there is one thread
    defer_cancellation() {}
#else
    defer_cancellation()
    {
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_);
    }
    ~defer_cancellation()
    {
        pthread_setcancelstate(before_, nullptr);
    }
    defer_cancellation(const defer_cancellation &) = delete;

  private:
    int before_ = 0;
#endif
};
// A stack overflow of the calling thread is handled on another stack.
void use_signal_stack();
// Calls a function in a thread of its own, and returns when that has ended. Returns 0 or an errno value.
int run_in_thread(void *(*function)(void *), void *argument);
unsigned threads_of_process(); // 0: unknown
unsigned processors();         // that the process may use
// Lets other threads run.
void yield_processor();
// `function` is called in every child of a fork().
void call_in_children(void (*function)());
} // namespace cpu_device
