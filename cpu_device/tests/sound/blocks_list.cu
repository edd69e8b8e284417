// SPDX-License-Identifier: MIT
// blocks_list.cu: all blocks push nodes on one linked list by atomicExch, or atomicCAS, of its head; a fence puts a
// node's content before it can be found. Blocks that meet a node after a fence may read it at once; the next launch
// reads all.
#include <stdio.h>

const int threads = 64, blocks = 8, n = threads * blocks, none = -1;

struct node {
    int value, next;
};

__device__ int heads[2] = {none, none};
__device__ node nodes[2][n];

__global__ void push(int *met)
{
    int i = blockIdx.x * threads + threadIdx.x;
    nodes[0][i].value = i;
    nodes[0][i].next = atomicExch(&heads[0], i); // nobody follows it in this launch

    nodes[1][i].value = 2 * i;
    int seen = atomicAdd(&heads[1], 0), next;
    do {
        next = seen;
        nodes[1][i].next = next;
        __threadfence();
        seen = atomicCAS(&heads[1], next, i);
    } while (seen != next);
    __threadfence();
    met[i] = next == none ? none : nodes[1][next].value; // of whatever block
}

__global__ void walk(int *sums, int *length)
{
    for (int i = heads[blockIdx.x]; i != none; i = nodes[blockIdx.x][i].next) {
        sums[blockIdx.x] += nodes[blockIdx.x][i].value;
        length[blockIdx.x]++;
    }
}

int main()
{
    int *met, *results, host[4], values[n], firsts = 0;
    if (cudaMalloc(&met, n * sizeof(int)) != cudaSuccess || cudaMalloc(&results, sizeof host) != cudaSuccess)
        return 1;
    cudaMemset(results, 0, sizeof host);
    push<<<blocks, threads>>>(met);
    walk<<<2, 1>>>(results, results + 2);
    if (cudaMemcpy(host, results, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(values, met, sizeof values, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int value : values)
        firsts += value == none;
    if (host[0] != n * (n - 1) / 2 || host[1] != n * (n - 1) || host[2] != n || host[3] != n || firsts != 1)
        return 1;
    cudaFree(met);
    return cudaFree(results) != cudaSuccess;
}
