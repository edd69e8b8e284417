// SPDX-License-Identifier: MIT
// exchange_unwritten.cu: atomicExch() stores, so it may be the first to write: it opens locks and fills slots, with no
// cudaMemset() before.
// On a GPU it reads too, and initcheck minds:
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read
#include "../kernel_run.h"

const int n = 64, blocks = 4;

__device__ int set(int *at, int value) // whose callers do not use the result
{
    return atomicExch(at, value);
}

__global__ void open_locks(int *locks, float *weights, unsigned long long *stamps)
{
    __shared__ unsigned int slots[n];
    __shared__ int marks[n];
    int i = blockIdx.x * n + threadIdx.x;
    set(&locks[i], 0);
    (void)atomicExch(&marks[threadIdx.x], 1);
    int unused = set(&marks[threadIdx.x], 2);
    unused = 3;
    atomicExch(&weights[i], 0.5f);
    atomicExch(&stamps[i], 1ull << 40 | (unsigned long long)i);
    atomicExch(&slots[threadIdx.x], threadIdx.x);
    __syncthreads();
    atomicAdd(&locks[i], (int)slots[n - 1 - threadIdx.x] + 2 - marks[threadIdx.x] + 3 - unused);
    atomicAdd(&weights[i], 1.0f);
}

int main()
{
    device_array<int> locks(blocks * n);
    device_array<float> weights(blocks * n);
    device_array<unsigned long long> stamps(blocks * n);
    open_locks<<<blocks, n>>>(locks, weights, stamps);
    return check(locks, [](int i) { return n - 1 - i % n; }) || check(weights, 1.5f) ||
           check(stamps, [](int i) { return 1ull << 40 | (unsigned long long)i; });
}
