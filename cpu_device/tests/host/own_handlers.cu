// SPDX-License-Identifier: MIT
// own_handlers.cu: a program sets its own handlers of SIGSEGV and SIGFPE, before the first CUDA call or after it. They
// get the faults of the host's code, also after a kernel's fault, which is named all the same.
// first exits 3
// first says Error: stack overflow
// first says kernel recurse, block (0,0,0), thread (0,0,0)
// first says SUMMARY: 1 error, 0 warnings
// first prints SIGSEGV caught, SIGFPE caught
// first prints a right kernel: 64
// first prints SIGSEGV caught, SIGFPE caught
// first prints a wrong one: cudaErrorIllegalAddress
// first prints SIGSEGV caught, SIGFPE caught
// first prints SIGUSR2's handler is there
// later exits 3
// later says Error: stack overflow
// later says kernel recurse, block (0,0,0), thread (0,0,0)
// later says SUMMARY: 1 error, 0 warnings
// later prints a right kernel: 64
// later prints SIGSEGV caught, SIGFPE caught
// later prints a wrong one: cudaErrorIllegalAddress
// later prints SIGSEGV caught, SIGFPE caught
// later prints SIGUSR2's handler is there
// signal exits 3
// signal says Error: integer division by zero
// signal says kernel divide, block (0,0,0), thread (0,0,0), at own_handlers.cu:{divide}
// signal says SUMMARY: 1 error, 0 warnings
// signal prints a right kernel: 64
// signal prints SIGSEGV caught, SIGFPE caught
// signal prints a wrong one: cudaSuccess
// signal prints SIGSEGV caught, SIGFPE caught
// signal prints SIGUSR2's handler is there
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

#include "../handle_error.h"

static sigjmp_buf again;
static volatile int zero, *volatile null;

__global__ void count(int *a)
{
    atomicAdd(a, 1);
}

__device__ int deeper(volatile int *a, int n)
{
    volatile int keep[64];
    keep[n % 64] = n;
    return n == 1 << 20 ? a[0] : deeper(a, n + 1) + keep[n % 64];
}

__global__ void recurse(int *a)
{
    *a = deeper(a, 0);
}

__global__ void divide(int *a)
{
    *a = 7 / *a; // {divide}
}

static void on_fault(int number)
{
    siglongjmp(again, number);
}

static void on_usr2(int) {}

static void set_handlers(bool old_way)
{
    struct sigaction action = {};
    action.sa_handler = on_fault;
    for (int number : {SIGSEGV, SIGFPE})
        if (old_way ? signal(number, on_fault) == SIG_ERR : sigaction(number, &action, NULL) != 0)
            exit(1);
}

// Two faults of the host's code.
static void fault()
{
    int number = sigsetjmp(again, 1);
    if (number == 0)
        *null = 1;
    printf("%s caught, ", number == SIGSEGV ? "SIGSEGV" : "nothing");
    number = sigsetjmp(again, 1);
    if (number == 0)
        zero = 7 / zero;
    printf("%s caught\n", number == SIGFPE ? "SIGFPE" : "nothing");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    bool before = strcmp(argv[1], "first") == 0;
    signal(SIGUSR2, on_usr2);
    if (before) {
        set_handlers(false);
        fault();
    }
    int *dev, counted;
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof *dev));
    HANDLE_ERROR(cudaMemset(dev, 0, sizeof *dev));
    if (!before)
        set_handlers(strcmp(argv[1], "signal") == 0);
    count<<<2, 32>>>(dev);
    HANDLE_ERROR(cudaMemcpy(&counted, dev, sizeof counted, cudaMemcpyDeviceToHost));
    printf("a right kernel: %d\n", counted);
    fault();
    HANDLE_ERROR(cudaMemset(dev, 0, sizeof *dev));
    if (strcmp(argv[1], "signal") == 0)
        divide<<<1, 1>>>(dev);
    else
        recurse<<<1, 1>>>(dev);
    printf("a wrong one: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    fault();
    if (strcmp(argv[1], "signal") == 0)
        HANDLE_ERROR(cudaFree(dev));
    struct sigaction action;
    if (sigaction(SIGUSR2, NULL, &action) == 0 && action.sa_handler == on_usr2)
        printf("SIGUSR2's handler is there\n");
    return 0;
}
