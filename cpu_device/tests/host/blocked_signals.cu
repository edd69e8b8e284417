// SPDX-License-Identifier: MIT
// blocked_signals.cu: a program that blocks signals for a while gets them after it, in its own thread: no thread of
// the device takes them in the meantime.
// CPU prints while blocked: 0 handled
// CPU prints after: 5 handled, 0 of them in another thread
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "../handle_error.h"

static volatile sig_atomic_t handled, elsewhere;

static void on_signal(int)
{
    handled = handled + 1;
    elsewhere = elsewhere + (gettid() != getpid());
}

__global__ void count(int *a)
{
    for (int i = 0; i < 20; i++)
        __nanosleep(1000);
    atomicAdd(a, 1);
}

int main(void)
{
    int *dev, counted;
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof *dev));
    HANDLE_ERROR(cudaMemset(dev, 0, sizeof *dev));
    sigset_t blocked;
    sigemptyset(&blocked);
    for (int number : {SIGINT, SIGALRM, SIGUSR1, SIGTERM, SIGHUP}) {
        signal(number, on_signal);
        sigaddset(&blocked, number);
    }
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    count<<<100, 32>>>(dev);
    for (int number : {SIGINT, SIGALRM, SIGUSR1, SIGTERM, SIGHUP})
        kill(getpid(), number);
    HANDLE_ERROR(cudaMemcpy(&counted, dev, sizeof counted, cudaMemcpyDeviceToHost));
    printf("while blocked: %d handled\n", (int)handled);
    sigprocmask(SIG_UNBLOCK, &blocked, NULL);
    printf("after: %d handled, %d of them in another thread\n", (int)handled, (int)elsewhere);
    HANDLE_ERROR(cudaFree(dev));
    return counted != 3200;
}
