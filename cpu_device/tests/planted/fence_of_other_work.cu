// SPDX-License-Identifier: MIT
// fence_of_other_work.cu: the last warp of a block overwrites a limit that the other warps read. It has waited for
// another block's flag before, and that orders nothing within its own block.
// CPU exits 3
// CPU finds race-global: writes {store}, reads {load}
// CPU says kernel raise
// all exits 0
#include <stdio.h>

const int readers = 64;

__global__ void raise(int *limit, int *next, int *is_set, int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 1) {
        if (t == 0) {
            *next = 10;
            __threadfence();
            atomicExch(is_set, 1);
        }
        return;
    }
    if (t < readers)
        out[t] = *limit; // {load}
#ifdef FIXED
    __syncthreads();
#endif
    if (t == readers) {
        while (atomicAdd(is_set, 0) == 0)
            __nanosleep(100);
        __threadfence();
        *limit = 2 * *next; // {store}
    }
}

int main()
{
    int *dev, *dev_out, out[readers] = {10}; // limit, next, is_set
    if (cudaMalloc(&dev, 3 * sizeof(int)) || cudaMalloc(&dev_out, sizeof out))
        return 1;
    if (cudaMemcpy(dev, out, 3 * sizeof(int), cudaMemcpyHostToDevice))
        return 1;
    raise<<<2, readers + 32>>>(dev, dev + 1, dev + 2, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[readers - 1]);
#ifdef FIXED
    if (out[0] != 10 || out[readers - 1] != 10)
        return 1;
#endif
    return error != cudaSuccess;
}
