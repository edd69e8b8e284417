// SPDX-License-Identifier: MIT
// undefined_values.cu: conversions and shifts that C++ defines (within), also at the ends of their ranges and by CUDA's
// own functions; and some that it does not (beyond). undefined_values.sh looks at the line after the run.
#include <math.h>
#include <stdio.h>
#include <string.h>

struct inputs {
    float to_int[3], to_unsigned[3], to_byte[3], any;
    double of_double[4];
    int shift_32, shift_64;
};

__global__ void compute(const inputs *in, long long *sums)
{
    const int i = threadIdx.x;
    long long sum = 0;
    sum += (int)in->to_int[i];
    sum += (unsigned)in->to_unsigned[i];
    sum += (unsigned char)in->to_byte[i]; // {byte}
    sum += (int)in->of_double[i];
    sum += __float2int_rz(in->any) + lrintf(in->any) + (long long)(i > 5 ? (int)in->any : 0);
    sums[i] = sum + (1 << in->shift_32) + (1ll << in->shift_64) + ((i - 7) >> in->shift_32); // {shift}
}

int main(int argc, char **argv)
{
    inputs *in;
    long long *sums;
    if (argc != 2 || cudaMallocManaged(&in, sizeof *in) != cudaSuccess ||
        cudaMallocManaged(&sums, 3 * 8) != cudaSuccess)
        return 2;
    *in = {{-2147483648.0f, 2147483520.0f, -0.5f},
           {4294967040.0f, -0.99f, 0},
           {255.9f, -0.5f, 7},
           1e20f,
           {-2147483648.9, 2147483647.9, -0.0, 0},
           31,
           63};
    if (strcmp(argv[1], "beyond") == 0) {
        in->to_byte[0] = 256;
        in->to_byte[1] = -1;
        in->to_byte[2] = NAN;
        in->shift_32 = 32;
    }
    compute<<<1, 3>>>(in, sums);
    const int failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(sums);
    return failed;
}
