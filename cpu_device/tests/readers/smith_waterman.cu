// SPDX-License-Identifier: MIT
// smith_waterman.cu: local alignment of two sequences by a wavefront of blocks
// Feature: a launch for each anti-diagonal of tiles, wavefront with barriers in a tile, atomicMax
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>
constexpr int T = 32, MATCH = 3, MISMATCH = -3, GAP = 2;

__global__ void tile(const char *a, const char *b, int n, int *H, int diagonal, int firstRow, int *best)
{
    const int tileRow = firstRow + blockIdx.x, tileCol = diagonal - tileRow, t = threadIdx.x, w = n + 1;
    __shared__ int h[T + 1][T + 1];
    __shared__ char sa[T], sb[T];
    sa[t] = a[tileRow * T + t];
    sb[t] = b[tileCol * T + t];
    h[0][t + 1] = H[tileRow * T * w + tileCol * T + t + 1];
    h[t + 1][0] = H[(tileRow * T + t + 1) * w + tileCol * T];
    if (t == 0)
        h[0][0] = H[tileRow * T * w + tileCol * T];
    __syncthreads();
    int top = 0;
    for (int d = 0; d < 2 * T - 1; ++d) {
        int i = t, j = d - t;
        if (j >= 0 && j < T) {
            int score = sa[i] == sb[j] ? MATCH : MISMATCH;
            int v = max(max(0, h[i][j] + score), max(h[i][j + 1], h[i + 1][j]) - GAP);
            h[i + 1][j + 1] = v;
            top = max(top, v);
        }
        __syncthreads();
    }
    for (int i = 0; i < T; ++i)
        H[(tileRow * T + i + 1) * w + tileCol * T + t + 1] = h[i + 1][t + 1];
    atomicMax(best, top);
}

int main(int argc, char **argv)
{
    const int n = (argc > 1 ? std::stoi(argv[1]) : 1024) / T * T, tiles = n / T;
    std::string a(n, 'A'), b(n, 'A');
    for (int i = 0; i < n; ++i)
        a[i] = "ACGT"[(i * i + i / 3) % 4], b[i] = "ACGT"[(i * i + i / 5) % 4];
    char *da, *db;
    int *H, *best, result = 0;
    cudaMalloc(&da, n), cudaMalloc(&db, n), cudaMalloc(&H, (n + 1) * (n + 1) * sizeof(int)),
        cudaMalloc(&best, sizeof(int));
    cudaMemcpy(da, a.data(), n, cudaMemcpyHostToDevice), cudaMemcpy(db, b.data(), n, cudaMemcpyHostToDevice);
    cudaMemset(H, 0, (n + 1) * (n + 1) * sizeof(int)), cudaMemset(best, 0, sizeof(int));
    for (int d = 0; d < 2 * tiles - 1; ++d) {
        int first = std::max(0, d - tiles + 1), count = std::min(d, tiles - 1) - first + 1;
        tile<<<count, T>>>(da, db, n, H, d, first, best);
    }
    cudaMemcpy(&result, best, sizeof(int), cudaMemcpyDeviceToHost);
    std::vector<int> prev(n + 1, 0), cur(n + 1, 0);
    int expected = 0;
    for (int i = 1; i <= n; ++i, std::swap(prev, cur))
        for (int j = 1; j <= n; ++j) {
            cur[j] =
                std::max({0, prev[j - 1] + (a[i - 1] == b[j - 1] ? MATCH : MISMATCH), prev[j] - GAP, cur[j - 1] - GAP});
            expected = std::max(expected, cur[j]);
        }
    printf("score %d, expected %d\n", result, expected);
    cudaFree(da), cudaFree(db), cudaFree(H), cudaFree(best);
    return result != expected;
}
