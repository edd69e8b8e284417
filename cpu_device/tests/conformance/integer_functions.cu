// SPDX-License-Identifier: MIT
// integer_functions.cu: the functions on bits and integers, and min, max and abs over their types: all exact.

#include <limits.h>
#include <stdio.h>

#include "../handle_error.h"

typedef unsigned long long u64;

const int max_results = 64;

__global__ void bits(const unsigned int *in, u64 *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    unsigned int x = in[i], y = in[(i + 1) % n];
    u64 wide = (u64)x << 32 | y, *to = out + max_results * i;
    *to++ = __popc(x);
    *to++ = __popcll(wide);
    *to++ = __clz(x);
    *to++ = __clzll(wide);
    *to++ = __ffs(x);
    *to++ = __ffsll(wide);
    *to++ = __brev(x);
    *to++ = __brevll(wide);
    *to++ = __byte_perm(x, y, 0x3210);
    *to++ = __byte_perm(x, y, 0x0123);
    *to++ = __byte_perm(x, y, 0x7531);
    *to++ = __byte_perm(x, y, 0x4640);
    *to++ = __float_as_uint(__uint_as_float(x & 0x7f7fffff));
    *to++ = __double_as_longlong(__longlong_as_double(wide & 0x7fefffffffffffff));
}

__global__ void products(const unsigned int *in, u64 *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    unsigned int x = in[i], y = in[(i + 1) % n];
    int a = (int)x, b = (int)y, divisor = (b | 1) == -1 ? 7 : b | 1;
    u64 wide = (u64)x << 32 | y, wide2 = (u64)y << 32 | x, *to = out + max_results * i;
    *to++ = (unsigned int)__mul24(a, b);
    *to++ = __umul24(x, y);
    *to++ = (unsigned int)__mulhi(a, b);
    *to++ = __umulhi(x, y);
    *to++ = (u64)__mul64hi((long long)wide, (long long)wide2);
    *to++ = __umul64hi(wide, wide2);
    *to++ = __sad(a, b, 10);
    *to++ = __usad(x, y, 10);
    *to++ = (unsigned int)__hadd(a, b);
    *to++ = (unsigned int)__rhadd(a, b);
    *to++ = x / (y | 1);
    *to++ = (unsigned int)(a / divisor);
    *to++ = (unsigned int)(a % divisor);
    *to++ = (unsigned int)(a >> 3);
}

__global__ void extremes(long long *out)
{
    int i = -3;
    unsigned int u = 5;
    long long l = -(1ll << 40);
    u64 ul = 1ull << 63;
    long n = -7;
    *out++ = min(i, 2);
    *out++ = max(i, 2);
    *out++ = (long long)min(u, 7u);
    *out++ = (long long)max(u, 7u);
    *out++ = (long long)min(i, u); // as unsigned numbers
    *out++ = (long long)max(u, i);
    *out++ = min(l, 0ll);
    *out++ = max(l, 0ll);
    *out++ = (long long)(max(ul, 1ull) >> 1);
    *out++ = (long long)min(ul, 1ull);
    *out++ = (long long)(max(l, ul) >> 8);
    *out++ = min(n, 3l);
    *out++ = umin(4000000000u, 1u);
    *out++ = umax(4000000000u, 1u);
    *out++ = abs(i);
    *out++ = labs(n);
    *out++ = llabs(l);
    *out++ = abs(l);
    *out++ = min(INT_MIN, INT_MAX);
}

static void show(const u64 *dev_out, int rows, int columns)
{
    static u64 out[max_results * 32];
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, rows * max_results * sizeof *out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            printf("%llx%s", out[max_results * i + j], j < columns - 1 ? " " : "\n");
}

int main(void)
{
    const unsigned int in[] = {0,          1,          0x80000000, 0xffffffff, 0x12345678,
                               0x00f00f00, 0x7fffffff, 0xdeadbeef, 0x00ffffff};
    const int n = sizeof in / sizeof *in;
    unsigned int *dev_in;
    u64 *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_in, sizeof in));
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, 32 * max_results * sizeof *dev_out));
    HANDLE_ERROR(cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_out, 0, 32 * max_results * sizeof *dev_out));
    bits<<<1, 32>>>(dev_in, dev_out, n);
    show(dev_out, n, 14);
    products<<<1, 32>>>(dev_in, dev_out, n);
    show(dev_out, n, 14);

    long long out[19];
    extremes<<<1, 1>>>((long long *)dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 19; i++)
        printf("%lld%c", out[i], i < 18 ? ' ' : '\n');
    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    return 0;
}
