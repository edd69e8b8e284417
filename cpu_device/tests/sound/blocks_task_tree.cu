// SPDX-License-Identifier: MIT
// blocks_task_tree.cu: warps of all blocks take tasks from one queue and put new ones in. A task is a plain struct in a
// slot drawn by atomicAdd; a byte-wide flag for each slot, after a fence, says that it may be read. Whoever finds
// nothing looks at the number of tasks that are not done yet.
#include <stdio.h>

const int threads = 64, blocks = 4, room = 1024, depth = 9;

struct task {
    int depth;
    long long number;
};

__device__ task queue[room];
__device__ volatile unsigned char ready[room];
__device__ int put_in, taken, open_tasks;
__device__ unsigned long long sum;

__device__ void put(int depth, long long number)
{
    int slot = atomicAdd(&put_in, 1);
    queue[slot].depth = depth;
    queue[slot].number = number;
    __threadfence();
    ready[slot] = 1;
}

__global__ void start()
{
    open_tasks = 1;
    put(depth, 1);
}

__global__ void work()
{
    if (threadIdx.x % 32 != 0)
        return;
    while (atomicAdd(&open_tasks, 0) > 0) {
        int slot = *(volatile int *)&taken;
        if (slot >= room || !ready[slot] || atomicCAS(&taken, slot, slot + 1) != slot) {
            __nanosleep(50);
            continue;
        }
        __threadfence();
        task mine = queue[slot];
        if (mine.depth > 1) {
            atomicAdd(&open_tasks, 2);
            put(mine.depth - 1, 2 * mine.number);
            put(mine.depth - 1, 2 * mine.number + 1);
        } else
            atomicAdd(&sum, (unsigned long long)mine.number);
        queue[slot].depth = 0; // nobody else looks again
        atomicSub(&open_tasks, 1);
    }
}

int main()
{
    unsigned long long result;
    static task left[room];
    start<<<1, 1>>>();
    work<<<blocks, threads>>>();
    if (cudaMemcpyFromSymbol(&result, sum, sizeof result) != cudaSuccess ||
        cudaMemcpyFromSymbol(left, queue, sizeof left) != cudaSuccess)
        return 1;
    for (task &t : left)
        if (t.depth != 0)
            return 1;
    unsigned long long first = 1 << (depth - 1);
    return result != first * first + first * (first - 1) / 2;
}
