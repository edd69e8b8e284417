// SPDX-License-Identifier: MIT
// early_exit.cu: threads that return early: out of range, from anywhere, and whole blocks before a barrier.

#include <stdio.h>

#include "../handle_error.h"

__global__ void square(int *numbers, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    numbers[i] = i * i;
}

__device__ int first_multiple(int of, int from)
{
    for (int i = from;; i++)
        if (i % of == 0)
            return i;
}

// Each thread leaves from another place.
__global__ void leave(int *out)
{
    int t = threadIdx.x;
    out[t] = -1;
    if (t % 3 == 0)
        return;
    for (int i = 0; i < 10; i++) {
        if (i == t % 11)
            return;
        out[t] = i;
    }
    switch (t % 5) {
    case 0: return;
    case 1: out[t] = 100; return;
    default: break;
    }
    out[t] = first_multiple(7, t);
}

// Whole blocks leave before the barriers of the others.
__global__ void odd_blocks(int *out)
{
    __shared__ int values[64];
    if (blockIdx.x % 2 == 0)
        return;
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = values[63 - threadIdx.x];
}

// Lanes that have left are named in no mask.
__global__ void half_a_warp(int *out)
{
    int lane = threadIdx.x;
    if (lane >= 16)
        return;
    int sum = lane;
    for (int i = 8; i > 0; i /= 2)
        sum += __shfl_xor_sync(0xffff, sum, i);
    out[lane] = sum;
}

static void show(const char *what, int *dev_out, int count)
{
    int out[1024];
    long long weighted = 0;
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemset(dev_out, 0, sizeof out));
    printf("%s:", what);
    for (int i = 0; i < 1024; i++) {
        weighted += (i + 1LL) * out[i];
        if (i < count)
            printf(" %d", out[i]);
    }
    printf(", weighted sum %lld\n", weighted);
}

int main(void)
{
    int *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, 1024 * sizeof *dev_out));
    HANDLE_ERROR(cudaMemset(dev_out, 0, 1024 * sizeof *dev_out));
    square<<<4, 256>>>(dev_out, 1000);
    show("square", dev_out, 10);
    square<<<100, 256>>>(dev_out, 0);
    show("none", dev_out, 3);
    leave<<<1, 128>>>(dev_out);
    show("leave", dev_out, 128);
    odd_blocks<<<6, 64>>>(dev_out);
    show("odd blocks", dev_out, 0);
    half_a_warp<<<1, 32>>>(dev_out);
    show("half a warp", dev_out, 17);
    HANDLE_ERROR(cudaFree(dev_out));
    return 0;
}
