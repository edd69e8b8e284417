// SPDX-License-Identifier: MIT
// memory_int_overflow.cu: the index would fit in an int, but the product on the way to it does not.
// CPU exits 1
// CPU finds illegal-address: at {read}
// CPU says kernel pick, block (0,0,0)
// CPU says bytes before 10000000 bytes from cudaMalloc
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 1 bytes
// memcheck prints in memory_int_overflow.cu:{read}
#include <stdio.h>

const int picks = 250;

// Every thread takes one of `picks` elements at equal distances.
__global__ void pick(const unsigned char *a, int n, int *out)
{
    int t = threadIdx.x;
#ifndef FIXED
    int i = t * n / picks;
#else
    int i = (int)((long long)t * n / picks);
#endif
    out[t] = a[i]; // {read}
}

int main()
{
    const int n = 10000000;
    int *dev_out, out[picks] = {};
    unsigned char *dev_a;
    if (cudaMalloc(&dev_a, n) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemset(dev_a, 7, n) != cudaSuccess)
        return 1;
    pick<<<1, picks>>>(dev_a, n, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[picks - 1]);
#ifdef FIXED
    for (int i = 0; i < picks; i++)
        if (out[i] != 7)
            return 1;
#endif
    return error != cudaSuccess;
}
