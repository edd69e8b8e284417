// SPDX-License-Identifier: MIT
// blocks_atomics_only.cu: blocks exchange values by atomics alone, with no fence: what an atomic changes an atomic may
// read. Union-find: each thread joins the two ends of an edge; the next launch reads plainly what came of it.
#include <stdio.h>

const int nodes = 600, threads = 64;

__device__ int find(int *parents, int node)
{
    for (int above; (above = atomicAdd(&parents[node], 0)) != node;)
        node = above;
    return node;
}

__global__ void join(int *parents)
{
    int i = blockIdx.x * threads + threadIdx.x;
    if (i >= nodes)
        return;
    int a = find(parents, i), b = find(parents, i * 7 % nodes);
    while (a != b) { // the smaller one becomes the root of both
        int low = min(a, b), high = max(a, b), seen = atomicCAS(&parents[high], high, low);
        if (seen == high)
            break;
        a = find(parents, low);
        b = find(parents, seen);
    }
}

__global__ void label(const int *parents, int *labels)
{
    int i = blockIdx.x * threads + threadIdx.x, root = i;
    if (i >= nodes)
        return;
    while (parents[root] != root)
        root = parents[root];
    labels[i] = root;
}

int main()
{
    int host[nodes], right[nodes], *parents, *labels;
    for (int i = 0; i < nodes; i++)
        host[i] = right[i] = i;
    if (cudaMalloc(&parents, sizeof host) != cudaSuccess || cudaMalloc(&labels, sizeof host) != cudaSuccess)
        return 1;
    cudaMemcpy(parents, host, sizeof host, cudaMemcpyHostToDevice);
    join<<<(nodes + threads - 1) / threads, threads>>>(parents);
    label<<<(nodes + threads - 1) / threads, threads>>>(parents, labels);
    if (cudaMemcpy(host, labels, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (bool changed = true; changed;) { // the smallest label reaches everybody
        changed = false;
        for (int i = 0; i < nodes; i++) {
            int &a = right[i], &b = right[i * 7 % nodes];
            changed |= a != b;
            a = b = a < b ? a : b;
        }
    }
    for (int i = 0; i < nodes; i++)
        if (host[i] != right[i])
            return 1;
    cudaFree(parents);
    return cudaFree(labels) != cudaSuccess;
}
