// SPDX-License-Identifier: MIT
// page_rank.cu: PageRank by pull, until it changes no more
// Feature: cudaMallocManaged, atomicMax on float bits, host loop that reads a result each step
#include <cassert>
#include <cmath>
#include <iostream>
#include <memory>
#include <vector>

template <class T> struct UnifiedDeleter {
    void operator()(T *p) const
    {
        cudaFree(p);
    }
};
template <class T> using unified = std::unique_ptr<T[], UnifiedDeleter<T>>;
template <class T> unified<T> make_unified(std::size_t n)
{
    T *p = nullptr;
    auto e = cudaMallocManaged(&p, n * sizeof(T));
    assert(e == cudaSuccess);
    (void)e;
    return unified<T>(p);
}

__global__ void pull(const int *first, const int *from, const int *out_degree, const float *rank, float *next, int n,
                     float d, int *delta)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n)
        return;
    float sum = 0;
    for (int e = first[v]; e < first[v + 1]; ++e)
        sum += rank[from[e]] / out_degree[from[e]];
    next[v] = (1 - d) / n + d * sum;
    atomicMax(delta, __float_as_int(fabsf(next[v] - rank[v]))); // non-negative floats are ordered as ints
}

int main()
{
    const int n = 20000;
    std::vector<std::vector<int>> in(n);
    auto degree = make_unified<int>(n), first = make_unified<int>(n + 1);
    int edges = 0;
    for (int v = 0; v < n; ++v) {
        degree[v] = 1 + v % 6;
        for (int k = 0; k < degree[v]; ++k, ++edges)
            in[(v * 17LL + k * k * 301 + 1) % n].push_back(v);
    }
    auto from = make_unified<int>(edges);
    for (int v = 0, e = 0; v < n; ++v) {
        first[v] = e;
        for (int u : in[v])
            from[e++] = u;
        first[v + 1] = e;
    }
    auto rank = make_unified<float>(n), next = make_unified<float>(n);
    auto delta = make_unified<int>(1);
    for (int v = 0; v < n; ++v)
        rank[v] = 1.f / n;
    int steps = 0;
    float change;
    do {
        delta[0] = 0;
        pull<<<(n + 127) / 128, 128>>>(first.get(), from.get(), degree.get(), rank.get(), next.get(), n, .85f,
                                       delta.get());
        cudaDeviceSynchronize();
        std::swap(rank, next);
        memcpy(&change, &delta[0], sizeof change);
    } while (change > 1e-9f && ++steps < 100);
    double sum = 0, worst = 0;
    for (int v = 0; v < n; ++v) {
        double s = 0;
        for (int u : in[v])
            s += rank[u] / degree[u];
        worst = std::max(worst, std::fabs(.15 / n + .85 * s - rank[v]));
        sum += rank[v];
    }
    std::cout << steps << " steps, sum " << sum << ", residual " << worst << std::endl;
    return !(std::fabs(sum - 1) < 1e-3 && worst < 1e-8);
}
