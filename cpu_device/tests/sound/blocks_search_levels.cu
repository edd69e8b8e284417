// SPDX-License-Identifier: MIT
// blocks_search_levels.cu: a breadth-first search by all blocks, a launch for each level: a node is claimed by
// atomicCAS, its place in the next queue is drawn from a counter, and whoever finds one says so to the host in one
// flag, by a plain store.
#include <stdio.h>

const int nodes = 1000, threads = 64;

__device__ int neighbour(int node, int i)
{
    return i == 0 ? (node * 3 + 1) % nodes : i == 1 ? (node + 7) % nodes : node / 2;
}

__global__ void step(int level, int *levels, const int *queue, const int *length, int *next, int *next_length,
                     bool *more)
{
    int i = blockIdx.x * threads + threadIdx.x;
    if (i >= *length)
        return;
    for (int k = 0; k < 3; k++) {
        int node = neighbour(queue[i], k);
        if (atomicCAS(&levels[node], -1, level) == -1) {
            next[atomicAdd(next_length, 1)] = node;
            *more = true;
        }
    }
}

int main()
{
    int *levels, *queues[2], *lengths, host[nodes], one = 1, level = 0;
    bool *dev_more, more = true;
    if (cudaMalloc(&levels, sizeof host) != cudaSuccess || cudaMalloc(&lengths, 2 * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&queues[0], sizeof host) != cudaSuccess || cudaMalloc(&queues[1], sizeof host) != cudaSuccess ||
        cudaMalloc(&dev_more, sizeof more) != cudaSuccess)
        return 1;
    cudaMemset(levels, 0xff, sizeof host);
    cudaMemset(levels, 0, sizeof(int)); // node 0 is where it starts
    cudaMemset(queues[0], 0, sizeof(int));
    cudaMemcpy(lengths, &one, sizeof one, cudaMemcpyHostToDevice);
    while (more) {
        int from = level % 2, to = 1 - from;
        cudaMemset(lengths + to, 0, sizeof(int));
        cudaMemset(dev_more, 0, sizeof more);
        step<<<(nodes + threads - 1) / threads, threads>>>(++level, levels, queues[from], lengths + from, queues[to],
                                                           lengths + to, dev_more);
        if (cudaMemcpy(&more, dev_more, sizeof more, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
    }
    int right[nodes];
    for (int &r : right)
        r = -1;
    right[0] = 0;
    for (int l = 1; l < level; l++)
        for (int node = 0; node < nodes; node++)
            if (right[node] == l - 1)
                for (int other : {(node * 3 + 1) % nodes, (node + 7) % nodes, node / 2})
                    if (right[other] == -1)
                        right[other] = l;
    if (cudaMemcpy(host, levels, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < nodes; i++)
        if (host[i] != right[i])
            return 1;
    cudaFree(levels);
    cudaFree(lengths);
    cudaFree(queues[0]);
    cudaFree(queues[1]);
    return cudaFree(dev_more) != cudaSuccess;
}
