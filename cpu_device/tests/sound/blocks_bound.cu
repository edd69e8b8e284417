// SPDX-License-Identifier: MIT
// blocks_bound.cu: branch and bound: all threads prune by the best that is known so far, which they look up through
// volatile, as old as it may be, and lower by atomicMin; the choice that led to it is guarded by a lock of the block's
// own, then of the grid's. A stale bound costs time only.
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include <stdio.h>

const int threads = 64, blocks = 8, depth = 9;

__device__ int best = 1 << 20, lock, kept_cost = 1 << 20, kept_choice;

__device__ int cost_of(int step, int bit)
{
    return (step * 37 + bit * 53) % 29 + (bit ? step : 3);
}

__global__ void search()
{
    __shared__ int block_lock, block_cost, block_choice;
    int t = threadIdx.x, i = blockIdx.x * threads + t, cost = 0, step = 0;
    if (t == 0) {
        block_lock = 0;
        block_cost = 1 << 20;
        block_choice = -1;
    }
    __syncthreads();
    for (; step < depth; step++) {
        cost += cost_of(step, i >> step & 1);
        if (cost > *(volatile int *)&best)
            break;
    }
    if (step == depth && cost <= atomicMin(&best, cost)) {
        bool done = false;
        while (!done)
            if (atomicCAS_block(&block_lock, 0, 1) == 0) {
                __threadfence_block();
                if (cost < block_cost || (cost == block_cost && i < block_choice)) {
                    block_cost = cost;
                    block_choice = i;
                }
                __threadfence_block();
                atomicExch_block(&block_lock, 0);
                done = true;
            }
    }
    __syncthreads();
    if (t == 20 && block_choice >= 0) {
        while (atomicExch(&lock, 1) != 0)
            __nanosleep(20);
        __threadfence();
        if (block_cost < kept_cost || (block_cost == kept_cost && block_choice < kept_choice)) {
            kept_cost = block_cost;
            kept_choice = block_choice;
        }
        __threadfence();
        atomicExch(&lock, 0);
    }
}

int cost_on_host(int step, int bit)
{
    return (step * 37 + bit * 53) % 29 + (bit ? step : 3);
}

int main()
{
    int result[3], least = 1 << 20, choice = 0;
    search<<<blocks, threads>>>();
    if (cudaMemcpyFromSymbol(&result[0], best, sizeof(int)) != cudaSuccess ||
        cudaMemcpyFromSymbol(&result[1], kept_cost, sizeof(int)) != cudaSuccess ||
        cudaMemcpyFromSymbol(&result[2], kept_choice, sizeof(int)) != cudaSuccess)
        return 1;
    for (int i = 0; i < 1 << depth; i++) {
        int cost = 0;
        for (int step = 0; step < depth; step++)
            cost += cost_on_host(step, i >> step & 1);
        if (cost < least) {
            least = cost;
            choice = i;
        }
    }
    return result[0] != least || result[1] != least || result[2] != choice;
}
