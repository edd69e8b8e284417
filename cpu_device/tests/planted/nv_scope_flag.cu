// SPDX-License-Identifier: MIT
// nv_scope_flag.cu: the first block writes a table and releases it by __nv_atomic functions of block scope, which the
// other blocks need never see.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {release}, reads {acquire}
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int entries = 16;

#ifndef FIXED
#define SCOPE __NV_THREAD_SCOPE_BLOCK
#else
#define SCOPE __NV_THREAD_SCOPE_DEVICE
#endif

__global__ void look_up(int *table, int *ready, int *out)
{
    if (blockIdx.x == 0) {
        for (int i = 0; i < entries; i++)
            table[i] = i * i;                                      // {write}
        __nv_atomic_store_n(ready, 1, __NV_ATOMIC_RELEASE, SCOPE); // {release}
    } else {
        while (__nv_atomic_load_n(ready, __NV_ATOMIC_ACQUIRE, SCOPE) == 0) // {acquire}
            ;
        out[blockIdx.x - 1] = table[blockIdx.x + 2]; // {read}
    }
}

int main()
{
    int *table, *ready, *dev_out, out[3];
    if (cudaMalloc(&table, entries * sizeof *table) != cudaSuccess ||
        cudaMalloc(&ready, sizeof *ready) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemset(ready, 0, sizeof *ready) != cudaSuccess)
        return 1;
    look_up<<<4, 1>>>(table, ready, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(table);
    cudaFree(ready);
    cudaFree(dev_out);
    printf("%s, %d %d %d\n", cudaGetErrorString(error), out[0], out[1], out[2]);
#ifdef FIXED
    if (out[0] != 9 || out[1] != 16 || out[2] != 25)
        return 1;
#endif
    return error != cudaSuccess;
}
