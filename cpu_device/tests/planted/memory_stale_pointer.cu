// SPDX-License-Identifier: MIT
// memory_stale_pointer.cu: a kernel still gets the old buffer, which was freed and replaced by a new one.
// CPU exits 1
// CPU finds illegal-address: at {read}
// CPU says kernel twice, block (0,0,0)
// CPU says in 1000 bytes from cudaMalloc at memory_stale_pointer.cu:{malloc}, freed at memory_stale_pointer.cu:{free}
// all exits 0
#include <stdio.h>

const int n = 250;

__global__ void twice(const int *a, int *out)
{
    out[threadIdx.x] = 2 * a[threadIdx.x]; // {read}
}

int main()
{
    int *dev_old, *dev_new, *dev_out, out[n] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMalloc(&dev_old, sizeof out) != cudaSuccess) // {malloc}
        return 1;
    cudaFree(dev_old); // {free}
    if (cudaMalloc(&dev_new, sizeof out) != cudaSuccess || cudaMemset(dev_new, 1, sizeof out) != cudaSuccess)
        return 1;
#ifdef FIXED
    dev_old = dev_new;
#endif
    twice<<<1, n>>>(dev_old, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_new);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[n - 1]);
    return error != cudaSuccess;
}
