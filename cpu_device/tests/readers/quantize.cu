// SPDX-License-Identifier: MIT
// quantize.cu: quantization to bytes, and a product of bytes four at a time
// Feature: __dp4a, char4, __float2int_rn, __vmaxs4, unions, symmetric scales by atomicMax
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

union Packed {
    char4 c;
    int i;
};
__global__ void absmax(const float *x, int n, unsigned *bits)
{
    float m = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        m = fmaxf(m, fabsf(x[i]));
    unsigned u = __reduce_max_sync(0xffffffff, __float_as_uint(m));
    if (threadIdx.x % 32 == 0)
        atomicMax(bits, u);
}
__global__ void quantize(const float4 *x, int *q, int quads, const unsigned *bits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads)
        return;
    float s = 127.f / __uint_as_float(*bits);
    float4 v = x[i];
    Packed p;
    p.c =
        make_char4(__float2int_rn(v.x * s), __float2int_rn(v.y * s), __float2int_rn(v.z * s), __float2int_rn(v.w * s));
    q[i] = p.i;
}
__global__ void gemv_s8(const int *A, const int *x, int *y, int rows, int quads)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y, sum = 0;
    if (row >= rows)
        return;
    for (int k = threadIdx.x; k < quads; k += 32)
        sum = __dp4a(A[row * quads + k], x[k], sum);
    sum = __reduce_add_sync(0xffffffff, sum);
    if (threadIdx.x == 0)
        y[row] = sum;
}
__global__ void relu_s8(const int *q, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __vmaxs4(q[i], 0);
}

int main(int argc, char **argv)
{
    const int rows = argc > 1 ? atoi(argv[1]) : 512, cols = 512;
    std::vector<float> A(rows * cols), x(cols);
    for (int i = 0; i < rows * cols; ++i)
        A[i] = (i * 37 % 255 - 127) / 127.f;
    for (int i = 0; i < cols; ++i)
        x[i] = (i * 11 % 255 - 127) / 63.5f;
    float *dA, *dx;
    int *qA, *qx, *relu, *y;
    unsigned *bits;
    cudaMalloc(&dA, A.size() * 4), cudaMalloc(&dx, x.size() * 4), cudaMalloc(&qA, A.size()), cudaMalloc(&qx, x.size());
    cudaMalloc(&relu, x.size()), cudaMalloc(&y, rows * 4), cudaMalloc(&bits, 8);
    cudaMemset(bits, 0, 8);
    cudaMemcpy(dA, A.data(), A.size() * 4, cudaMemcpyHostToDevice),
        cudaMemcpy(dx, x.data(), x.size() * 4, cudaMemcpyHostToDevice);
    absmax<<<16, 128>>>(dA, rows * cols, bits), absmax<<<1, 128>>>(dx, cols, bits + 1);
    quantize<<<(rows * cols / 4 + 255) / 256, 256>>>((float4 *)dA, qA, rows * cols / 4, bits);
    quantize<<<1, cols / 4>>>((float4 *)dx, qx, cols / 4, bits + 1);
    gemv_s8<<<(rows + 7) / 8, dim3(32, 8)>>>(qA, qx, y, rows, cols / 4);
    relu_s8<<<1, cols / 4>>>(qx, relu, cols / 4);
    std::vector<int> r(rows);
    std::vector<int8_t> hA(A.size()), hx(cols), hr(cols);
    unsigned h_bits[2];
    cudaMemcpy(r.data(), y, rows * 4, cudaMemcpyDeviceToHost),
        cudaMemcpy(hA.data(), qA, hA.size(), cudaMemcpyDeviceToHost);
    cudaMemcpy(hx.data(), qx, cols, cudaMemcpyDeviceToHost), cudaMemcpy(hr.data(), relu, cols, cudaMemcpyDeviceToHost);
    cudaMemcpy(h_bits, bits, 8, cudaMemcpyDeviceToHost);
    int wrong = 0;
    float max_a;
    memcpy(&max_a, h_bits, 4);
    for (int i = 0; i < rows * cols; ++i)
        wrong += abs(hA[i] - A[i] * 127 / max_a) > 0.51f;
    for (int i = 0; i < rows; ++i) {
        int s = 0;
        for (int k = 0; k < cols; ++k)
            s += hA[i * cols + k] * hx[k];
        wrong += s != r[i];
    }
    for (int k = 0; k < cols; ++k)
        wrong += hr[k] != (hx[k] > 0 ? hx[k] : 0);
    printf("largest %.3f, %d wrong\n", max_a, wrong);
    cudaFree(dA), cudaFree(dx), cudaFree(qA), cudaFree(qx), cudaFree(relu), cudaFree(y), cudaFree(bits);
    return wrong != 0;
}
