// SPDX-License-Identifier: MIT
// global_read_then_update.cu: one thread reads a total that another thread adds to, with a fence between, which orders
// nothing here. The report names the two lines, although the second thread reads, too.
// CPU exits 3
// CPU finds race-global: writes {update}, reads {read}
// all exits 0
#include <stdio.h>

const int threads = 64;

__global__ void read_and_add(int *total, int *out)
{
    if (threadIdx.x == 0)
        *out = *total; // {read}
#ifdef FIXED
    __syncthreads();
#else
    __threadfence();
#endif
    if (threadIdx.x == 1)
        *total += 5; // {update}
}

int main()
{
    int *dev_total, *dev_out, out = -1;
    if (cudaMalloc(&dev_total, sizeof(int)) != cudaSuccess || cudaMalloc(&dev_out, sizeof(int)) != cudaSuccess ||
        cudaMemset(dev_total, 0, sizeof(int)) != cudaSuccess)
        return 1;
    read_and_add<<<1, threads>>>(dev_total, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_total);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 0)
        return 1;
#endif
    return error != cudaSuccess;
}
