// SPDX-License-Identifier: MIT
// How the threads of a warp may access memory. patterns.csv is what Nsight Compute counted on a GPU (record.sh); the
// CPU device must count the same.
#include <stdio.h>

#include "../handle_error.h"

const int rows = 32, columns = 64;

// Each kernel is one warp, or two, and adds up what it reads, so that no load can be left out.
__global__ void floats(const float *a, float *out)
{
    int t = threadIdx.x;
    float sum = 0;
    sum += a[t];
    sum += a[t + 1];
    sum += a[2 * t + 64];
    sum += a[4 * t + 1];
    sum += a[8 * t + 2];
    sum += a[16 * t + 3];
    sum += a[32 * t + 4];
    sum += a[5];
    sum += a[95 - t];
    sum += a[t * columns + 6];
    sum += a[t / 16 * columns + t % 16];
    if (t < 16)
        sum += a[t + 96];
    if (t % 2)
        sum += a[t + 128];
    out[t] = sum;
    out[8 * t + 7] = sum;
}

__global__ void wide(const float2 *a, const float4 *b, const double *c, float *out)
{
    int t = threadIdx.x;
    float2 two = a[t];
    float2 apart = a[3 * t];
    float4 four = b[t];
    float4 every_second = b[2 * t + 64];
    double eight = c[t];
    double shifted = c[t + 1];
    out[t] = two.x + two.y + apart.x * apart.y + four.x + four.y + four.z * four.w + every_second.x + every_second.y +
             every_second.z * every_second.w + (float)(eight + shifted);
}

__global__ void bytes(const char *a, const short *b, int *out)
{
    int t = threadIdx.x;
    int sum = a[t];
    sum += b[t];
    sum += a[4 * t + 1];
    out[t] = sum;
}

__global__ void rows_and_columns(const float *a, float *out)
{
    int t = threadIdx.x;
    float row = 0, column = 0;
    for (int i = 0; i < columns; ++i)
        row += a[(size_t)t * columns + i];
    for (int i = 0; i < rows; ++i)
        column += a[(size_t)i * columns + t];
    out[t] = row;
    out[t + 32] = column;
}

// Warps of two rows, as in a block of 16x16 threads.
__global__ void square(const float *a, float *out)
{
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    sum += a[y * columns + 9];
    sum += a[3 * columns + x];
    sum += a[y * columns + x];
    sum += a[x * columns + y];
    out[y * 16 + x] = sum;
}

__global__ void atomics(int *a, unsigned *b)
{
    int t = threadIdx.x;
    atomicAdd(&a[t], 1);
    atomicAdd(&a[8 * t], 1);
    atomicAdd(&a[3], 1);
    atomicMax(&b[t], 7u);
}

__global__ void banks(float *out)
{
    __shared__ float square[32][32], padded[32][33], line[1024];
    int t = threadIdx.x;
    float sum = 0;
    for (int i = 0; i < 32; ++i) {
        square[i][t] = t;
        padded[t][i] = t;
        line[32 * i + t] = t;
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
        sum += square[t][i];
    for (int i = 0; i < 32; ++i)
        sum += padded[t][i];
    sum += line[2 * t];
    sum += line[3 * t];
    sum += line[4 * t];
    sum += line[8 * t];
    sum += line[7];
    sum += line[t / 2];
    sum += line[t * 33 % 1024];
    __syncthreads();
    square[t][5] = sum;
    line[2 * t] = sum;
    __syncthreads();
    out[t] = square[5][t] + line[t];
}

__global__ void wide_banks(float *out)
{
    __shared__ float2 two[96];
    __shared__ float4 four[64];
    int t = threadIdx.x;
    two[t] = make_float2(t, 1);
    two[t + 32] = make_float2(t, 2);
    two[t + 64] = make_float2(t, 2);
    four[t] = make_float4(t, 2, 3, 4);
    four[t + 32] = make_float4(t, 2, 3, 4);
    __syncthreads();
    float2 a = two[t];
    float2 b = two[2 * t];
    float2 c = two[(5 * t) % 96];
    float4 d = four[t];
    float4 e = four[2 * t];
    float4 f = four[t / 2];
    out[t] = a.x + a.y + b.x * b.y + c.x * c.y + d.x + d.y + d.z * d.w + e.x + e.y + e.z * e.w + f.x + f.y + f.z * f.w;
}

// The picture's accesses: 8-way.
__global__ void turned(float *out)
{
    __shared__ float shared[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    shared[x][y] = x;
    __syncthreads();
    out[y * 16 + x] = shared[15 - x][15 - y];
}

// Which threads of a warp the banks serve at once, where they want 8 or 16 bytes.
__global__ void halves_of_warps(float *out)
{
    __shared__ float2 two[96];
    __shared__ float4 four[32];
    __shared__ double eight[32];
    int t = threadIdx.x;
    for (int i = t; i < 96; i += 32)
        two[i] = make_float2(i, 1);
    four[t] = make_float4(t, 2, 3, 4);
    eight[t] = t;
    __syncthreads();
    float2 a = two[t / 2];
    float2 b = two[t / 16];
    float2 c = two[0];
    float2 d = two[3 * t];
    float2 e = two[t % 16];
    float2 f = make_float2(0, 0);
    if (t < 16)
        f = two[t + 7];
    float2 g = make_float2(0, 0);
    if (t % 2)
        g = two[t + 9];
    float4 h = four[0];
    float4 i = four[t / 8];
    float4 j = four[t % 8];
    float4 k = four[t % 16];
    float4 l = make_float4(0, 0, 0, 0);
    if (t < 16)
        l = four[t + 7];
    float4 m = make_float4(0, 0, 0, 0);
    if (t % 2)
        m = four[t];
    double n = eight[t ^ 1];
    double o = eight[31 - t];
    float of_two = a.x + a.y + b.x * b.y + c.x - c.y + d.x / d.y + e.x + e.y + f.x * f.y + g.x + g.y;
    float of_four = h.x + h.y + h.z + h.w + i.x * i.y + i.z * i.w + j.x - j.y + j.z - j.w + k.x / k.y + k.z / k.w;
    float of_half = l.x + l.y + l.z + l.w + m.x * m.y + m.z * m.w;
    out[t] = of_two + of_four + of_half + (float)(n + o);
}

template <int count> __device__ float sum_of(const float *a, int t)
{
    float sum = 0;
    for (int i = 0; i < count; ++i)
        sum += a[t + 32 * i];
    return sum;
}

// Threads that take different ways do not meet in a line that is on both, where that was inlined twice.
template <int count> __global__ void ways_apart(const float *a, float *out)
{
    int t = threadIdx.x;
    float sum;
    if (t % 2)
        sum = sum_of<count>(a, t);
    else
        sum = sum_of<count - 1>(a, 3 * t);
    out[t] = sum;
}

int main()
{
    float *a, *out;
    size_t size = 64 * 1024;
    HANDLE_ERROR(cudaMalloc((void **)&a, size));
    HANDLE_ERROR(cudaMalloc((void **)&out, size));
    HANDLE_ERROR(cudaMemset(a, 0, size));
    HANDLE_ERROR(cudaMemset(out, 0, size));
    floats<<<1, 32>>>(a, out);
    wide<<<1, 32>>>((float2 *)a, (float4 *)a, (double *)a, out);
    bytes<<<1, 32>>>((char *)a, (short *)a, (int *)out);
    rows_and_columns<<<1, 32>>>(a, out);
    square<<<1, dim3(16, 16)>>>(a, out);
    atomics<<<1, 32>>>((int *)out, (unsigned *)out + 1024);
    banks<<<1, 32>>>(out);
    wide_banks<<<1, 32>>>(out);
    turned<<<1, dim3(16, 16)>>>(out);
    halves_of_warps<<<1, 32>>>(out);
    ways_apart<3><<<1, 32>>>(a, out);
    ways_apart<2><<<1, 32>>>(a, out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaFree(a));
    HANDLE_ERROR(cudaFree(out));
    return 0;
}
