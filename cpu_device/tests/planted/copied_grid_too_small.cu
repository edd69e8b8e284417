// SPDX-License-Identifier: MIT
// copied_grid_too_small.cu: the number of blocks is rounded down, so the last elements of the result are never written.
// CPU exits 3
// CPU finds uninitialized-on-host
// CPU says it reads byte 3072 of the copy at copied_grid_too_small.cu:{read}
// CPU says 928 of the 4000 bytes that cudaMemcpy() copied at copied_grid_too_small.cu:{copy}
// CPU says Kernel squares has written other parts of this memory: is its grid too small, or an index wrong?
// initcheck exits 3
// initcheck prints Host API memory access error
#include <stdio.h>

const int n = 1000, threads = 256;

__global__ void squares(int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = i * i;
}

int main()
{
#ifndef FIXED
    int blocks = n / threads;
#else
    int blocks = (n + threads - 1) / threads;
#endif
    static int out[n];
    int *dev_out;
    long long sum = 0;
    cudaMalloc((void **)&dev_out, sizeof out);
    squares<<<blocks, threads>>>(dev_out, n);
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost); // {copy}
    for (int i = 0; i < n; i++)
        sum += out[i]; // {read}
    printf("%lld\n", sum);
    cudaFree(dev_out);
#ifdef FIXED
    return sum != (long long)n * (n - 1) * (2 * n - 1) / 6;
#endif
    return 0;
}
