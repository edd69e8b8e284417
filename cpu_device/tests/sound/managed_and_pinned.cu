// SPDX-License-Identifier: MIT
// managed_and_pinned.cu: a table in managed memory is read by all blocks while words beside it, in the same allocation,
// are counted in and written; flags between blocks lie in pinned memory, after __threadfence_system(). Between the
// launches the host changes everything by plain stores.
#include <stdio.h>

const int threads = 64, blocks = 6, n = 100;

struct both {
    int table[n];
    int counter;
    int sums[blocks];
    unsigned char marks[blocks * threads];
};

__global__ void work(both *b, volatile int *flags, int *values, int launch)
{
    int t = threadIdx.x, block = blockIdx.x;
    __shared__ int sum, before;
    if (t == 0)
        sum = before = 0;
    __syncthreads();
    int mine = 0;
    for (int i = t; i < n; i += threads)
        mine += b->table[(i + block) % n];
    atomicAdd(&sum, mine);
    b->marks[block * threads + t] = launch + t;
    if (t == 0 && block > 0) {
        while (flags[block - 1] != launch)
            __nanosleep(20);
        __threadfence_system();
        before = values[block - 1];
    }
    __syncthreads();
    if (t == 1) {
        b->sums[block] = sum;
        values[block] = before + sum % 100;
        __threadfence_system();
        flags[block] = launch;
        atomicAdd(&b->counter, 1);
    }
}

int main()
{
    both *b;
    int *flags, *values;
    if (cudaMallocManaged(&b, sizeof *b) != cudaSuccess ||
        cudaMallocHost(&flags, blocks * sizeof(int)) != cudaSuccess ||
        cudaHostAlloc(&values, blocks * sizeof(int), cudaHostAllocDefault) != cudaSuccess)
        return 1;
    b->counter = 0;
    for (int i = 0; i < blocks; i++)
        flags[i] = 0;
    for (int launch = 1; launch <= 3; launch++) {
        int sum = 0;
        for (int i = 0; i < n; i++)
            sum += b->table[i] = i * launch % 19;
        work<<<blocks, threads>>>(b, flags, values, launch);
        if (cudaDeviceSynchronize() != cudaSuccess || b->counter != blocks * launch)
            return 1;
        for (int i = 0; i < blocks; i++)
            if (b->sums[i] != sum || values[i] != (i + 1) * (sum % 100) || flags[i] != launch)
                return 1;
        for (int i = 0; i < blocks * threads; i++)
            if (b->marks[i] != launch + i % threads)
                return 1;
        values[blocks - 1] = -1;
    }
    cudaFree(b);
    cudaFreeHost(flags);
    return cudaFreeHost(values) != cudaSuccess;
}
