// SPDX-License-Identifier: MIT
// layernorm.cu: layer norm and batch norm with Welford's means
// Feature: dynamic shared memory of several arrays, constexpr eps, rsqrtf, warps in blockDim.y
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
constexpr float eps = 1e-5f;

struct Welford {
    float mean, m2, n;
    __device__ void add(float x)
    {
        n += 1;
        float d = x - mean;
        mean += d / n;
        m2 += d * (x - mean);
    }
    __device__ Welford merged(const Welford &o) const
    {
        float total = n + o.n;
        if (total == 0)
            return *this;
        float d = o.mean - mean;
        return {mean + d * o.n / total, m2 + o.m2 + d * d * n * o.n / total, total};
    }
};
__device__ inline Welford warp_merge(Welford w)
{
#pragma unroll
    for (int s = 16; s >= 1; s >>= 1) {
        Welford o = {__shfl_xor_sync(~0u, w.mean, s), __shfl_xor_sync(~0u, w.m2, s), __shfl_xor_sync(~0u, w.n, s)};
        w = w.merged(o);
    }
    return w;
}
__global__ void layer_norm(const float *x, const float *gamma, const float *beta, float *y, int C)
{
    const float *row = x + (blockIdx.x * blockDim.y + threadIdx.y) * C;
    Welford w = {};
    for (int c = threadIdx.x; c < C; c += 32)
        w.add(row[c]);
    w = warp_merge(w);
    float rstd = rsqrtf(w.m2 / w.n + eps);
    for (int c = threadIdx.x; c < C; c += 32)
        y[row - x + c] = (row[c] - w.mean) * rstd * gamma[c] + beta[c];
}
__global__ void batch_norm(const float *x, float *y, int N, int C) // a block for each channel
{
    extern __shared__ float smem[];
    float *means = smem, *m2s = smem + blockDim.x / 32, *ns = m2s + blockDim.x / 32;
    int c = blockIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x & 31;
    Welford w = {};
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        w.add(x[i * C + c]);
    w = warp_merge(w);
    if (lane == 0)
        means[warp] = w.mean, m2s[warp] = w.m2, ns[warp] = w.n;
    __syncthreads();
    Welford all = {};
    for (int k = 0; k < blockDim.x / 32; ++k)
        all = all.merged({means[k], m2s[k], ns[k]});
    float rstd = 1.f / sqrtf(all.m2 / all.n + eps);
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        y[i * C + c] = (x[i * C + c] - all.mean) * rstd;
}

int main(int argc, char **argv)
{
    const int N = argc > 1 ? atoi(argv[1]) : 512, C = 384;
    std::vector<float> x(N * C), g(C), b(C), y(N * C), z(N * C);
    for (int i = 0; i < N * C; ++i)
        x[i] = (i * 31 % 977) / 100.f + i % C;
    for (int c = 0; c < C; ++c)
        g[c] = 1 + c % 3, b[c] = c % 5;
    float *dx, *dg, *db, *dy;
    cudaMalloc(&dx, N * C * 4), cudaMalloc(&dy, N * C * 4), cudaMalloc(&dg, C * 4), cudaMalloc(&db, C * 4);
    cudaMemcpy(dx, x.data(), N * C * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dg, g.data(), C * 4, cudaMemcpyHostToDevice), cudaMemcpy(db, b.data(), C * 4, cudaMemcpyHostToDevice);
    layer_norm<<<N / 4, dim3(32, 4)>>>(dx, dg, db, dy, C);
    cudaMemcpy(y.data(), dy, N * C * 4, cudaMemcpyDeviceToHost);
    batch_norm<<<C, 256, 3 * 256 / 32 * sizeof(float)>>>(dx, dy, N, C);
    cudaMemcpy(z.data(), dy, N * C * 4, cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int i = 0; i < N; ++i) {
        double m = 0, v = 0;
        for (int c = 0; c < C; ++c)
            m += x[i * C + c] / (double)C;
        for (int c = 0; c < C; ++c)
            v += (x[i * C + c] - m) * (x[i * C + c] - m) / C;
        for (int c = 0; c < C; ++c)
            worst = fmax(worst, fabs((x[i * C + c] - m) / sqrt(v + eps) * g[c] + b[c] - y[i * C + c]));
    }
    for (int c = 0; c < C; ++c) {
        double m = 0, v = 0;
        for (int i = 0; i < N; ++i)
            m += x[i * C + c] / (double)N;
        for (int i = 0; i < N; ++i)
            v += (x[i * C + c] - m) * (x[i * C + c] - m) / N;
        for (int i = 0; i < N; ++i)
            worst = fmax(worst, fabs((x[i * C + c] - m) / sqrt(v + eps) - z[i * C + c]));
    }
    printf("worst error %g\n", worst);
    cudaFree(dx), cudaFree(dy), cudaFree(dg), cudaFree(db);
    return !(worst < 1e-3);
}
