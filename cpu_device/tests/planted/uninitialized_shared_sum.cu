// SPDX-License-Identifier: MIT
// uninitialized_shared_sum.cu: each warp's first lane adds to a shared sum by atomicAdd(). The sum is cleared by a
// thread that may be later than they are: the clearing is atomic too, and there is no barrier after it.
// CPU exits 3
// CPU finds uninitialized-shared
// CPU says kernel add, block (0,0,0), thread
// CPU says reads sum at uninitialized_shared_sum.cu:{add}
// all exits 0
#include <stdio.h>

const int threads = 256;

__global__ void add(int *out)
{
    __shared__ int sum;
    if (threadIdx.x == threads - 1)
        atomicExch(&sum, 0);
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x % 32 == 0)
        atomicAdd(&sum, 1); // {add}
    __syncthreads();
    if (threadIdx.x == 0)
        *out = sum;
}

int main()
{
    int out, *dev_out;
    if (cudaMalloc(&dev_out, sizeof out))
        return 1;
    add<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != threads / 32)
        return 1;
#endif
    return error != cudaSuccess;
}
