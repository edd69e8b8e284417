// SPDX-License-Identifier: MIT
// mine.cu: a student's program: its block adds up 256 numbers, and a barrier is missing.
#include <stdio.h>

__global__ void total(int *out)
{
    __shared__ int sum[256];
    int t = threadIdx.x;
    sum[t] = 1;
    __syncthreads();
    for (int i = 128; i > 0; i /= 2)
        if (t < i)
            sum[t] += sum[t + i];
    if (t == 0)
        *out = sum[0];
}

int main()
{
    int *out;
    cudaMallocManaged(&out, sizeof *out);
    total<<<1, 256>>>(out);
    cudaDeviceSynchronize();
    printf("%d of 256\n", *out);
    cudaFree(out);
    return 0;
}
