// SPDX-License-Identifier: MIT
// global_atomic_same_value.cu: one thread adds 1 to a zero by an atomic, another stores 1 plainly. In the order of this
// run both leave 1, but in the other order the result is 2.
// CPU exits 3
// CPU finds race-global: writes {store}, writes atomically {add}
// all exits 0
#include <stdio.h>

__global__ void begin_and_count(int *count)
{
    if (threadIdx.x == 0) {
        __threadfence(); // lets the other warp run first
        *count = 1;      // {store}
    }
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 32)
        atomicAdd(count, 1); // {add}
}

int main()
{
    int *dev_count, count = -1;
    if (cudaMalloc(&dev_count, sizeof count) != cudaSuccess || cudaMemset(dev_count, 0, sizeof count) != cudaSuccess)
        return 1;
    begin_and_count<<<1, 64>>>(dev_count);
    cudaError_t error = cudaMemcpy(&count, dev_count, sizeof count, cudaMemcpyDeviceToHost);
    cudaFree(dev_count);
    printf("%s, %d\n", cudaGetErrorString(error), count);
#ifdef FIXED
    if (count != 2)
        return 1;
#endif
    return error != cudaSuccess;
}
