// SPDX-License-Identifier: MIT
// blocks_one_not_waited_for.cu: all blocks read a factor, and the first changes it when the second says that it has
// read it. It does not wait for the third.
// CPU exits 3
// CPU finds race-between-blocks: writes {store}, reads {load}
// CPU says kernel scale
#include <stdio.h>

const int blocks = 3;

__global__ void scale(int *factor, int *readers, int *out)
{
    out[blockIdx.x] = 10 * *factor; // {load}
    if (blockIdx.x > 0) {
        __threadfence();
#ifdef MENDED
        atomicAdd(readers, 1);
#else
        if (blockIdx.x == 1)
            atomicAdd(readers, blocks - 1);
#endif
    } else {
        while (atomicAdd(readers, 0) < blocks - 1)
            __nanosleep(100);
        __threadfence();
        *factor = 7; // {store}
    }
}

int main()
{
    int *factor, *readers, *dev_out, out[blocks] = {2};
    if (cudaMalloc(&factor, sizeof(int)) || cudaMalloc(&readers, sizeof(int)) || cudaMalloc(&dev_out, sizeof out))
        return 1;
    if (cudaMemcpy(factor, out, sizeof(int), cudaMemcpyHostToDevice) || cudaMemset(readers, 0, sizeof(int)))
        return 1;
    scale<<<blocks, 1>>>(factor, readers, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(factor);
    cudaFree(readers);
    cudaFree(dev_out);
    printf("%s, %d %d %d\n", cudaGetErrorString(error), out[0], out[1], out[2]);
#ifdef MENDED
    if (out[0] != 20 || out[1] != 20 || out[2] != 20)
        return 1;
#endif
    return error != cudaSuccess;
}
