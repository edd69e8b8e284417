// SPDX-License-Identifier: MIT
// waits_many_blocks.cu: 24 blocks wait for one another several times. A GPU has them all under way at once, however few
// processors the CPU device may use.
#include "../kernel_run.h"

const int blocks = 24, threads = 64, rounds = 5, n = blocks * threads;

__device__ int come;

__device__ void meet_all(int round)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&come, 1);
        while (atomicAdd(&come, 0) < round * (int)gridDim.x)
            ;
        __threadfence();
    }
    __syncthreads();
}

__global__ void shift(int *data)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < rounds; r++) {
        int next = data[(i + 1) % n];
        meet_all(2 * r + 1);
        data[i] = next;
        meet_all(2 * r + 2);
    }
}

int main()
{
    device_array<int> data(n, [](int i) { return i; });
    shift<<<blocks, threads>>>(data);
    return check(data, [](int i) { return (i + rounds) % n; });
}
