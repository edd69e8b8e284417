// SPDX-License-Identifier: MIT
// matvec.cu: matrix times vector: a thread a row, a block a row, a warp a row with float4
// Feature: pitched memory, function template on the number of warps, __ldg of float4, macros for launches
#include <cstdio>
#include <cstdlib>
#include <vector>
#define RUN(k, g, b) k<<<g, b>>>((const float *)A, pitch, x, y, rows, cols)

__global__ void by_thread(const float *A, size_t pitch, const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    const float *row = (const float *)((const char *)A + r * pitch);
    float s = 0;
    for (int c = 0; c < cols; ++c)
        s += row[c] * x[c];
    y[r] = s;
}
__global__ void by_block(const float *A, size_t pitch, const float *x, float *y, int rows, int cols)
{
    __shared__ float part[256];
    const float *row = (const float *)((const char *)A + blockIdx.x * pitch);
    float s = 0;
    for (int c = threadIdx.x; c < cols; c += 256)
        s += row[c] * x[c];
    part[threadIdx.x] = s;
    for (int h = 128; h; h >>= 1) {
        __syncthreads();
        if (threadIdx.x < h)
            part[threadIdx.x] += part[threadIdx.x + h];
    }
    if (threadIdx.x == 0)
        y[blockIdx.x] = part[0];
}
template <int WARPS> __global__ void by_warp(const float *A, size_t pitch, const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * WARPS + threadIdx.y;
    if (r >= rows)
        return;
    const float4 *row = (const float4 *)((const char *)A + r * pitch), *v = (const float4 *)x;
    float s = 0;
    for (int c = threadIdx.x; c < cols / 4; c += warpSize) {
        float4 a = __ldg(row + c), b = __ldg(v + c);
        s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int m = 16; m >= 1; m /= 2)
        s += __shfl_xor_sync(0xffffffff, s, m, 32);
    if (threadIdx.x == 0)
        y[r] = s;
}

int main(int argc, char **argv)
{
    const int rows = argc > 1 ? atoi(argv[1]) : 1024, cols = 1000;
    std::vector<float> a(rows * cols), v(cols), r(rows), e(rows, 0.f);
    for (int i = 0; i < rows * cols; ++i)
        a[i] = i % 5 - 2;
    for (int i = 0; i < cols; ++i)
        v[i] = i % 3;
    for (int i = 0; i < rows * cols; ++i)
        e[i / cols] += a[i] * v[i % cols];
    void *A;
    float *x, *y;
    size_t pitch;
    cudaMallocPitch(&A, &pitch, cols * sizeof(float), rows);
    cudaMalloc(&x, cols * sizeof(float)), cudaMalloc(&y, rows * sizeof(float));
    cudaMemcpy2D(A, pitch, a.data(), cols * sizeof(float), cols * sizeof(float), rows, cudaMemcpyHostToDevice);
    cudaMemcpy(x, v.data(), cols * sizeof(float), cudaMemcpyHostToDevice);
    int wrong = 0;
    for (int k = 0; k < 3; ++k) {
        cudaMemset(y, 0xff, rows * sizeof(float));
        if (k == 0)
            RUN(by_thread, (rows + 127) / 128, 128);
        else if (k == 1)
            RUN(by_block, rows, 256);
        else
            RUN(by_warp<4>, (rows + 3) / 4, dim3(32, 4));
        cudaMemcpy(r.data(), y, rows * sizeof(float), cudaMemcpyDeviceToHost);
        wrong += r != e;
    }
    printf("%d of 3 wrong\n", wrong);
    cudaFree(A), cudaFree(x), cudaFree(y);
    return wrong;
}
