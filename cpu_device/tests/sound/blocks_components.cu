// SPDX-License-Identifier: MIT
// blocks_components.cu: connected components by all blocks: an edge hooks the larger root under the smaller by
// atomicMin or atomicCAS, and parents are looked up through volatile, with shortcuts written by atomics on the way. The
// next launch flattens the trees: there each thread writes its own word while others read it, volatile on both sides.
#include "../kernel_run.h"

const int threads = 64, blocks = 5, edges = threads * blocks, nodes = 400;

__device__ int parents[nodes], changed;

__device__ int root(int node)
{
    volatile int *parent = parents;
    int up;
    while ((up = parent[node]) != node) {
        int further = parent[up];
        if (further < up)
            atomicMin(&parents[node], further);
        node = up;
    }
    return node;
}

__global__ void begin()
{
    for (int i = threadIdx.x; i < nodes; i += blockDim.x)
        parents[i] = i;
}

__global__ void join(const int2 *all)
{
    int2 edge = all[blockIdx.x * threads + threadIdx.x];
    for (;;) {
        int a = root(edge.x), b = root(edge.y);
        if (a == b)
            break;
        int high = a > b ? a : b, low = a + b - high;
        if (atomicCAS(&parents[high], high, low) == high) {
            changed = 1; // all write the same, and nobody reads it here
            break;
        }
    }
}

__global__ void flatten()
{
    volatile int *parent = parents;
    for (int i = blockIdx.x * threads + threadIdx.x; i < nodes; i += blocks * threads) {
        int up = i;
        while (parent[up] != up)
            up = parent[up];
        parent[i] = up;
    }
}

int find(int *up, int node)
{
    return up[node] == node ? node : find(up, up[node]);
}

int main()
{
    int2 host[edges];
    int right[nodes];
    for (int i = 0; i < nodes; i++)
        right[i] = i;
    for (int i = 0; i < edges; i++) {
        host[i] = make_int2(i * 37 % nodes, (i * i + i * 11 + 5) % nodes);
        int a = find(right, host[i].x), b = find(right, host[i].y);
        right[a > b ? a : b] = a < b ? a : b;
    }
    device_array<int2> dev(edges, host);
    begin<<<1, 128>>>();
    join<<<blocks, threads>>>(dev);
    flatten<<<blocks, threads>>>();
    return check(variable(changed), 1) || check(variable(parents), [&](int i) { return find(right, i); });
}
