// SPDX-License-Identifier: MIT
// dependent.cu: what orders a kernel that may begin before the one before it has ended (programmatic dependent launch).
// Each line says in how many of 200 rounds a later kernel read old values.
//
//     nvcc -O2 -arch=sm_90 -o dependent bench/behaviour/dependent.cu && ./dependent
//
// The guess: a wait in one thread is enough in most rounds; an event recorded in between orders the two kernels; a
// chain in which one kernel does not wait leaves the first one unordered with the third.
#include <stdio.h>

#include <cuda_runtime.h>

// clang-format off
#define OK(e) do { cudaError_t error_ = (e); if (error_ != cudaSuccess) { printf("%s: %s\n", #e, cudaGetErrorString(error_)); return 1; } } while (0)
// clang-format on

__global__ void primary(int *x, int round, int when, long long cycles)
{
    if (when == 0)
        cudaTriggerProgrammaticLaunchCompletion(); // triggers first, writes later
    long long begin = clock64();
    while (clock64() - begin < cycles) {
    }
    x[threadIdx.x] = round;
    __threadfence();
    if (when == 1)
        cudaTriggerProgrammaticLaunchCompletion(); // when 2: never
}

__global__ void between(int *done, int wait, int trigger)
{
    if (trigger)
        cudaTriggerProgrammaticLaunchCompletion();
    if (wait)
        cudaGridDependencySynchronize();
    if (threadIdx.x == 0)
        *done += 1;
}

__global__ void reader(const int *x, int *y, int how)
{
    int early = 0;
    if (how == 0)
        early = *(volatile const int *)&x[threadIdx.x]; // no wait
    if (how == 1) {
        cudaGridDependencySynchronize();
        early = *(volatile const int *)&x[threadIdx.x];
    }
    if (how == 2) {
        if (threadIdx.x == 0)
            cudaGridDependencySynchronize();
        early = *(volatile const int *)&x[threadIdx.x];
    }
    if (how == 3) {
        if (threadIdx.x == 0)
            cudaGridDependencySynchronize();
        __syncthreads();
        early = *(volatile const int *)&x[threadIdx.x];
    }
    y[threadIdx.x] = early;
}

static cudaStream_t s;
static cudaEvent_t e;

template <class... P, class... A> cudaError_t launch(bool pdl, void (*k)(P...), A... a)
{
    cudaLaunchAttribute how[1] = {};
    how[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    how[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t c = {};
    c.gridDim = 1;
    c.blockDim = 128;
    c.stream = s;
    c.attrs = how;
    c.numAttrs = pdl ? 1 : 0;
    return cudaLaunchKernelEx(&c, k, a...);
}

int main()
{
    const char *names[] = {"trigger first, no wait",
                           "trigger first, wait",
                           "trigger first, thread 0 waits, no barrier",
                           "trigger first, thread 0 waits, barrier",
                           "trigger after the write, no wait",
                           "no trigger, no wait",
                           "A; B dependent, triggers, does not wait; C dependent, waits",
                           "A; B dependent, does not trigger nor wait; C dependent, waits",
                           "A; B dependent, triggers, waits; C dependent, waits",
                           "A; B dependent, triggers first, then waits; C dependent, no wait",
                           "A; B dependent, no trigger, waits; C dependent, no wait",
                           "A; B dependent, triggers, does not wait; C an ordinary launch",
                           "A; cudaEventRecord; C dependent, no wait",
                           "A; cudaEventRecord, cudaStreamWaitEvent in the same stream; C dependent, no wait",
                           "A; cudaMemsetAsync of something else; C dependent, no wait",
                           "A; B dependent, triggers, does not wait; cudaMemcpyAsync of x"};
    int *x, *y, *other, h[128];
    OK(cudaStreamCreate(&s));
    OK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    OK(cudaMalloc(&x, sizeof h));
    OK(cudaMalloc(&y, sizeof h));
    OK(cudaMalloc(&other, 4));
    OK(cudaMemset(x, 0, sizeof h));
    OK(cudaMemset(other, 0, 4));
    int round = 0;
    for (int which = 0; which < 16; ++which) {
        int old = 0, some = 0;
        for (int i = 0; i < 200; ++i) {
            ++round;
            const long long spin = 200000;
            int when = which <= 3 ? 0 : which == 4 ? 1 : which == 5 ? 2 : 0;
            OK(launch(false, primary, x, round, when, spin));
            bool copied = false;
            switch (which) {
            case 0:
            case 4:
            case 5: OK(launch(true, reader, (const int *)x, y, 0)); break;
            case 1: OK(launch(true, reader, (const int *)x, y, 1)); break;
            case 2: OK(launch(true, reader, (const int *)x, y, 2)); break;
            case 3: OK(launch(true, reader, (const int *)x, y, 3)); break;
            case 6:
                OK(launch(true, between, other, 0, 1));
                OK(launch(true, reader, (const int *)x, y, 1));
                break;
            case 7:
                OK(launch(true, between, other, 0, 0));
                OK(launch(true, reader, (const int *)x, y, 1));
                break;
            case 8:
                OK(launch(true, between, other, 1, 1));
                OK(launch(true, reader, (const int *)x, y, 1));
                break;
            case 9:
                OK(launch(true, between, other, 1, 1));
                OK(launch(true, reader, (const int *)x, y, 0));
                break;
            case 10:
                OK(launch(true, between, other, 1, 0));
                OK(launch(true, reader, (const int *)x, y, 0));
                break;
            case 11:
                OK(launch(true, between, other, 0, 1));
                OK(launch(false, reader, (const int *)x, y, 0));
                break;
            case 12:
                OK(cudaEventRecord(e, s));
                OK(launch(true, reader, (const int *)x, y, 0));
                break;
            case 13:
                OK(cudaEventRecord(e, s));
                OK(cudaStreamWaitEvent(s, e, 0));
                OK(launch(true, reader, (const int *)x, y, 0));
                break;
            case 14:
                OK(cudaMemsetAsync(other, 0, 4, s));
                OK(launch(true, reader, (const int *)x, y, 0));
                break;
            case 15:
                OK(launch(true, between, other, 0, 1));
                OK(cudaMemcpyAsync(h, x, sizeof h, cudaMemcpyDeviceToHost, s));
                copied = true;
                break;
            }
            if (!copied)
                OK(cudaMemcpyAsync(h, y, sizeof h, cudaMemcpyDeviceToHost, s));
            OK(cudaStreamSynchronize(s));
            int wrong = 0;
            for (int t = 0; t < 128; ++t)
                wrong += h[t] != round;
            old += wrong == 128;
            some += wrong != 0 && wrong != 128;
        }
        printf("%-85s all old %3d, some old %3d of 200\n", names[which], old, some);
    }
    return 0;
}
