// SPDX-License-Identifier: MIT
// floyd_warshall.cu: all shortest paths, in blocked phases
// Feature: three kernel phases with shared tiles, atomics-free, INT_MAX guards, __launch_bounds__
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define B 16
#define INF (INT_MAX / 2)

__global__ void __launch_bounds__(B *B) phase1(int *d, int n, int k)
{
    __shared__ int t[B][B];
    int x = threadIdx.x, y = threadIdx.y, at = (k * B + y) * n + k * B + x;
    t[y][x] = d[at];
    __syncthreads();
    for (int i = 0; i < B; i++) {
        int v = min(t[y][x], t[y][i] + t[i][x]);
        __syncthreads();
        t[y][x] = v;
        __syncthreads();
    }
    d[at] = t[y][x];
}
__global__ void __launch_bounds__(B *B) phase2(int *d, int n, int k)
{
    if (blockIdx.x == k)
        return;
    __shared__ int pivot[B][B], t[B][B];
    const bool isRow = blockIdx.y == 0;
    int x = threadIdx.x, y = threadIdx.y, row = isRow ? k : blockIdx.x, col = isRow ? blockIdx.x : k;
    int at = (row * B + y) * n + col * B + x;
    pivot[y][x] = d[(k * B + y) * n + k * B + x];
    t[y][x] = d[at];
    __syncthreads();
    for (int i = 0; i < B; i++) {
        int v = isRow ? pivot[y][i] + t[i][x] : t[y][i] + pivot[i][x];
        __syncthreads();
        if (v < t[y][x])
            t[y][x] = v;
        __syncthreads();
    }
    d[at] = t[y][x];
}
__global__ void __launch_bounds__(B *B) phase3(int *d, int n, int k)
{
    if (blockIdx.x == k || blockIdx.y == k)
        return;
    __shared__ int up[B][B], left[B][B];
    int x = threadIdx.x, y = threadIdx.y, at = (blockIdx.y * B + y) * n + blockIdx.x * B + x;
    up[y][x] = d[(k * B + y) * n + blockIdx.x * B + x];
    left[y][x] = d[(blockIdx.y * B + y) * n + k * B + x];
    __syncthreads();
    int best = d[at];
#pragma unroll
    for (int i = 0; i < B; i++)
        best = min(best, left[y][i] + up[i][x]);
    d[at] = best;
}

int main(int argc, char **argv)
{
    const int n = (argc > 1 ? atoi(argv[1]) : 256) / B * B, blocks = n / B;
    std::vector<int> h(n * n, INF), ref;
    for (int i = 0; i < n; i++) {
        h[i * n + i] = 0;
        for (int k = 1; k <= 4; k++)
            h[i * n + (i * k * 7 + k) % n] = 1 + (i + k) % 9;
        h[i * n + i] = 0;
    }
    ref = h;
    int *d;
    cudaMalloc(&d, n * n * sizeof(int));
    cudaMemcpy(d, h.data(), n * n * sizeof(int), cudaMemcpyHostToDevice);
    for (int k = 0; k < blocks; k++) {
        phase1<<<1, dim3(B, B)>>>(d, n, k);
        phase2<<<dim3(blocks, 2), dim3(B, B)>>>(d, n, k);
        phase3<<<dim3(blocks, blocks), dim3(B, B)>>>(d, n, k);
    }
    cudaMemcpy(h.data(), d, n * n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (ref[i * n + k] + ref[k * n + j] < ref[i * n + j])
                    ref[i * n + j] = ref[i * n + k] + ref[k * n + j];
    printf("%s\n", h == ref ? "same paths" : "DIFFERENT");
    cudaFree(d);
    return h != ref;
}
