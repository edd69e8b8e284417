// SPDX-License-Identifier: MIT
// blocks_last_warp.cu: the last warp of the grid to come, with no barrier of a block anywhere: the lanes store, meet by
// __syncwarp(), lane 0 fences and counts; a shuffle tells the others, and another __syncwarp() hands them what it
// knows.
#include <stdio.h>

const int threads = 96, blocks = 7, warps = blocks * threads / 32;

__device__ unsigned parts[warps][32], finished;

__global__ void combine(unsigned *out)
{
    int lane = threadIdx.x % 32, warp = (blockIdx.x * threads + threadIdx.x) / 32;
    unsigned before = 0;
    parts[warp][31 - lane] = 1u << warp | (lane == warp ? 1u << 31 : 0);
    __syncwarp();
    if (lane == 0) {
        __threadfence();
        before = atomicInc(&finished, warps - 1);
        __threadfence();
    }
    before = __shfl_sync(0xffffffff, before, 0);
    __syncwarp();
    if (before == warps - 1) {
        unsigned all = 0;
        for (int i = 0; i < warps; i++)
            all |= parts[i][lane];
        out[lane] = all;
    }
}

int main()
{
    unsigned *dev_out, out[32];
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    for (int launch = 0; launch < 3; launch++) {
        combine<<<blocks, threads>>>(dev_out);
        if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        for (int lane = 0; lane < 32; lane++)
            if (out[lane] != (((1u << warps) - 1) | (31 - lane < warps ? 1u << 31 : 0)))
                return 1;
    }
    return cudaFree(dev_out) != cudaSuccess;
}
