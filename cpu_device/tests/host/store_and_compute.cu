// SPDX-License-Identifier: MIT
// store_and_compute.cu: a block stores, and then computes for long without any access to memory that is checked.
// Another block's stores must not wait for it, whatever their addresses: block 0 goes on until block 1 is done.
// CPU prints block 1 ended before block 0
#include <stdio.h>
#include <time.h>

#include "../handle_error.h"

const int n = 1 << 20; // far more than any table of locks by address has room for
const double patience = 60;

// These have no calls of the checks: for the device, block 0 computes.
// As if in the header of a library, where the compiler does not check who calls whom: kernels read the host's clock.
# 16 "cpu_device/tests/host/store_and_compute.cu" 3
__attribute__((no_sanitize("thread"), noinline)) static double seconds()
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

__attribute__((no_sanitize("thread"), noinline)) static __device__ int wait_for(const volatile int *flag)
{
    double end = seconds() + patience;
    while (*flag == 0 && seconds() < end)
        ;
    return *flag;
}

__global__ void store(int *a, int *flag, int *in_time)
{
    if (blockIdx.x == 0) {
        a[0] = 1;
        *in_time = wait_for(flag);
    } else {
        for (int i = 16; i < n; i += 16) // a word of every 64 bytes but the first
            a[i] = 1;
        *(volatile int *)flag = 1;
    }
}

int main(void)
{
    int cores, in_time, *a, *flags;
    HANDLE_ERROR(cudaDeviceGetAttribute(&cores, cudaDevAttrMultiProcessorCount, 0));
    if (cores < 2) {
        fprintf(stderr, "store_and_compute: needs two cores\n");
        return 77;
    }
    HANDLE_ERROR(cudaMalloc((void **)&a, n * sizeof *a));
    HANDLE_ERROR(cudaMalloc((void **)&flags, 1024));
    HANDLE_ERROR(cudaMemset(flags, 0, 1024));
    store<<<2, 1>>>(a, flags, flags + 128);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&in_time, flags + 128, sizeof in_time, cudaMemcpyDeviceToHost));
    printf("block 1 %s\n", in_time ? "ended before block 0" : "waited for block 0");
    HANDLE_ERROR(cudaFree(a));
    HANDLE_ERROR(cudaFree(flags));
    return 0;
}
