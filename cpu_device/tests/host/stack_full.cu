// SPDX-License-Identifier: MIT
// stack_full.cu: a function of the host has an array that is larger than the stack, before the first call of CUDA and
// after it. The program still ends by its signal.
// CPU says the stack of the program's main thread is full at stack_full.cu:
// CPU says the stack of the program's main thread is full at stack_full.cu:
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

const int n = 1 << 20;

__global__ void fill(int *data)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__attribute__((noinline)) static int largest()
{
    volatile int data[n];
    data[0] = getpid();
    for (int i = 1; i < n; i++)
        data[i] = data[i - 1] + 1;
    return data[n - 1];
}

// A child process, so that this one can go on.
static bool is_killed()
{
    const pid_t child = fork();
    if (child == 0) {
        struct rlimit limit;
        getrlimit(RLIMIT_STACK, &limit);
        limit.rlim_cur = 1 << 20; // bytes, whatever the limit was
        setrlimit(RLIMIT_STACK, &limit);
        _exit(largest() == 0);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV;
}

int main()
{
    int *dev;
    const bool before = is_killed();
    if (cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess)
        return 1;
    fill<<<n / 256, 256>>>(dev);
    cudaDeviceSynchronize();
    const bool after = is_killed();
    cudaFree(dev);
    return !before || !after;
}
