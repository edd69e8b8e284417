// SPDX-License-Identifier: MIT
// float_conversions.cu: from float and double to integers and back, with every rounding, for NaN and out of range too.

#include <math.h>
#include <stdio.h>

#include "../handle_error.h"

const int kinds = 24;

// The bits of a number. Those of a NaN are not settled.
__device__ int bits(float x)
{
    return isnan(x) ? -1 : __float_as_int(x);
}

__global__ void from_float(const float *in, long long *out)
{
    float x = in[threadIdx.x];
    long long *to = out + kinds * threadIdx.x;
    *to++ = __float2int_rn(x);
    *to++ = __float2int_rz(x);
    *to++ = __float2int_rd(x);
    *to++ = __float2int_ru(x);
    *to++ = __float2uint_rn(x);
    *to++ = __float2uint_rz(x);
    *to++ = __float2uint_rd(x);
    *to++ = __float2uint_ru(x);
    *to++ = __float2ll_rn(x);
    *to++ = __float2ll_rz(x);
    *to++ = __float2ll_rd(x);
    *to++ = __float2ll_ru(x);
    *to++ = __double2int_rn(x);
    *to++ = __double2int_rz(x);
    *to++ = __double2int_rd(x);
    *to++ = __double2int_ru(x);
    *to++ = __double2uint_rn(x);
    *to++ = __double2uint_rz(x);
    *to++ = __double2ll_rn(x);
    *to++ = __double2ll_rd(x);
    *to++ = bits(__saturatef(x));
    *to++ = bits(fabsf(x));
    *to++ = bits(__double2float_rn(x));
    *to++ = (int)__float_as_uint(x);
}

// What a cast gives, where C says it: in range.
__global__ void casts(double *out)
{
    volatile float f = -2.75f, big = 3e9f;
    volatile double d = 1e10 + 0.9;
    volatile int i = 16777217;
    volatile unsigned int u = 4294967295u;
    volatile long long l = (1ll << 53) + 1;
    *out++ = (int)f;
    *out++ = (double)(unsigned int)big;
    *out++ = (double)(long long)d;
    *out++ = (float)i;
    *out++ = (float)u;
    *out++ = (double)l;
    *out++ = __int2float_rn(i);
    *out++ = __uint2float_rn(u);
    *out++ = __int2double_rn(i);
    *out++ = (float)d;
    *out++ = __double2float_rn(0.1);
    *out++ = (unsigned char)200.9f;
    *out++ = (short)-300.5;
}

int main(void)
{
    const float in[] = {0,           -0.0f,       0.5f,   1.5f,        2.5f,     -0.5f,     -1.5f,         -2.5f,
                        0.49999997f, 2147483520., 2.5e9,  4294967040., 1e10f,    -1.0f,     -2147483648.f, -3e9f,
                        9.2e18f,     1e30f,       -1e30f, NAN,         INFINITY, -INFINITY, 1e-40f,        0.99999994f};
    const int n = sizeof in / sizeof *in;
    float *dev_in;
    long long out[n * kinds], *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_in, sizeof in));
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof out));
    HANDLE_ERROR(cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice));
    from_float<<<1, n>>>(dev_in, dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        printf("%.9g:", in[i]);
        for (int kind = 0; kind < kinds; kind++)
            printf(" %lld", out[kinds * i + kind]);
        printf("\n");
    }

    double values[13], *dev_values;
    HANDLE_ERROR(cudaMalloc((void **)&dev_values, sizeof values));
    casts<<<1, 1>>>(dev_values);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(values, dev_values, sizeof values, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 13; i++)
        printf("%.17g%c", values[i], i < 12 ? ' ' : '\n');
    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_values));
    return 0;
}
