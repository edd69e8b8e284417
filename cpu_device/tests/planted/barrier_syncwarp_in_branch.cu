// SPDX-License-Identifier: MIT
// barrier_syncwarp_in_branch.cu: half a warp waits for the whole warp, whose other half went past the branch.
// CPU exits 1
// CPU finds divergent-warp
// CPU says 16 threads wait in __syncwarp() at barrier_syncwarp_in_branch.cu:{warp}: 0-15
// CPU says 16 threads wait in __syncthreads() at barrier_syncwarp_in_branch.cu:{block}: 16-31
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
#include <stdio.h>

__global__ void exchange(int *out)
{
    __shared__ int line[16];
    int lane = threadIdx.x, value = lane;
    if (lane < 16) {
        line[lane] = lane;
#ifndef FIXED
        __syncwarp(); // {warp}
#else
        __syncwarp(0x0000ffff);
#endif
        value = line[15 - lane];
    }
    __syncthreads(); // {block}
    out[lane] = value;
}

int main()
{
    int *dev_out, out[32] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    exchange<<<1, 32>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < 32; i++)
        if (out[i] != (i < 16 ? 15 - i : i))
            return 1;
#endif
    return error != cudaSuccess;
}
