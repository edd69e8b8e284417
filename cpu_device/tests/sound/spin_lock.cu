// SPDX-License-Identifier: MIT
// spin_lock.cu: a lock by atomicCAS and atomicExch, with fences: in shared memory it protects shared data, in global
// memory data of all blocks.
//
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include "../kernel_run.h"

const int blocks = 6, threads = 96, bins = 5;

__device__ void lock(int *mutex)
{
    while (atomicCAS(mutex, 0, 1) != 0)
        ;
    __threadfence();
}

__device__ void unlock(int *mutex)
{
    __threadfence();
    atomicExch(mutex, 0);
}

struct total {
    int count, sum, last;
};

__global__ void add_up(int *mutex, volatile total *all)
{
    __shared__ int mutexes[bins];
    __shared__ total mine[bins];
    if (threadIdx.x < bins) {
        mutexes[threadIdx.x] = 0;
        mine[threadIdx.x].count = mine[threadIdx.x].sum = 0;
    }
    __syncthreads();
    for (int i = 0; i < 4; i++) {
        int bin = (threadIdx.x + i) % bins;
        lock(&mutexes[bin]);
        mine[bin].count++;
        mine[bin].sum += threadIdx.x;
        mine[bin].last = i;
        unlock(&mutexes[bin]);
    }
    __syncthreads();
    if (threadIdx.x < bins) {
        lock(mutex);
        all->count = all->count + mine[threadIdx.x].count;
        all->sum = all->sum + mine[threadIdx.x].sum;
        all->last = mine[threadIdx.x].last;
        unlock(mutex);
    }
}

int main()
{
    device_array<int> mutex(1, zeros);
    device_array<total> all(1, zeros);
    add_up<<<blocks, threads>>>(mutex, all);
    return finish(all) || all.on_host->count != blocks * threads * 4 ||
           all.on_host->sum != blocks * 4 * threads * (threads - 1) / 2;
}
