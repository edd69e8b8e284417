// SPDX-License-Identifier: MIT
// active_lanes.cu: __activemask in a branch, as warp-aggregated atomics use it: one lane adds for all that are there.

#include <stdio.h>
#include <stdlib.h>

#include "../handle_error.h"

const int n = 1000;

// The next free place in a list, for each lane that calls; one atomic for all lanes that call together.
__device__ int next_place(int *count)
{
    unsigned mask = __activemask();
    int lane = threadIdx.x % warpSize, leader = __ffs(mask) - 1, base = 0;
    if (lane == leader)
        base = atomicAdd(count, __popc(mask));
    base = __shfl_sync(mask, base, leader);
    return base + __popc(mask & ((1u << lane) - 1));
}

__global__ void keep_multiples(const int *in, int *out, int *count, int divisor)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n && in[i] % divisor == 0)
        out[next_place(count)] = in[i];
}

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    static int in[n], out[n];
    int *dev_in, *dev_out, *dev_count;
    for (int i = 0; i < n; i++)
        in[i] = i * 7 % n;
    HANDLE_ERROR(cudaMalloc(&dev_in, sizeof in));
    HANDLE_ERROR(cudaMalloc(&dev_out, sizeof out));
    HANDLE_ERROR(cudaMalloc(&dev_count, sizeof(int)));
    HANDLE_ERROR(cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice));
    for (int divisor = 1; divisor < 400; divisor = divisor * 3 + 1) {
        int count;
        HANDLE_ERROR(cudaMemset(dev_count, 0, sizeof(int)));
        keep_multiples<<<(n + 127) / 128, 128>>>(dev_in, dev_out, dev_count, divisor);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaMemcpy(&count, dev_count, sizeof count, cudaMemcpyDeviceToHost));
        HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
        qsort(out, count, sizeof(int), ascending);
        long long sum = 0;
        for (int i = 0; i < count; i++)
            sum += (long long)out[i] * (i + 1);
        printf("multiples of %d: %d, from %d to %d, weighted sum %lld\n", divisor, count, out[0], out[count - 1], sum);
    }
    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_count));
    return 0;
}
