// SPDX-License-Identifier: MIT
// work_queue.cu: threads take work out of a queue in shared memory by atomics until there is none, and put new work in;
// a breadth-first search, level by level, with two queues.
#include <stdio.h>

const int nodes = 500, threads = 64;

__global__ void search(int *levels)
{
    __shared__ int queue[2][nodes], counts[2], next;
    __shared__ int level_of[nodes];
    for (int i = threadIdx.x; i < nodes; i += threads)
        level_of[i] = -1;
    if (threadIdx.x == 0) {
        counts[0] = 1;
        counts[1] = next = 0;
        queue[0][0] = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        level_of[0] = 0;
    __syncthreads();
    for (int level = 1, now = 0; counts[now] > 0; level++, now = 1 - now) {
        for (;;) {
            int at = atomicAdd(&next, 1);
            if (at >= counts[now])
                break;
            int node = queue[now][at];
            const int neighbours[] = {(node * 3 + 1) % nodes, (node + 7) % nodes, node / 2};
            for (int other : neighbours)
                if (atomicCAS(&level_of[other], -1, level) == -1)
                    queue[1 - now][atomicAdd(&counts[1 - now], 1)] = other;
        }
        __syncthreads();
        if (threadIdx.x == 0)
            counts[now] = next = 0;
        __syncthreads();
    }
    for (int i = threadIdx.x; i < nodes; i += threads)
        levels[i] = level_of[i];
}

int main()
{
    int *dev, levels[nodes], right[nodes];
    if (cudaMalloc(&dev, sizeof levels) != cudaSuccess)
        return 1;
    search<<<1, threads>>>(dev);
    if (cudaMemcpy(levels, dev, sizeof levels, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int &level : right)
        level = -1;
    right[0] = 0;
    for (int level = 0; level < nodes; level++)
        for (int node = 0; node < nodes; node++)
            if (right[node] == level)
                for (int other : {(node * 3 + 1) % nodes, (node + 7) % nodes, node / 2})
                    if (right[other] == -1)
                        right[other] = level + 1;
    for (int i = 0; i < nodes; i++)
        if (levels[i] != right[i])
            return 1;
    return cudaFree(dev) != cudaSuccess;
}
