// SPDX-License-Identifier: MIT
// partial_masks.cu: half warps and tiles of eight lanes meet by themselves, at their own times: __syncwarp and shuffles
// with masks of some lanes.
#include <stdio.h>

const int threads = 64;

__device__ unsigned tile_mask(int size)
{
    return (size == 32 ? 0xffffffff : (1u << size) - 1) << (threadIdx.x % 32 / size * size);
}

__global__ void tiles(int *out)
{
    __shared__ int cache[threads];
    int t = threadIdx.x, lane = t % 32, tile = t / 8;
    unsigned mask = tile_mask(8);
    cache[t] = t;
    __syncwarp(mask);
    for (int round = 0; round <= tile; round++) { // each tile its own number of rounds
        int right = cache[tile * 8 + (t + 1) % 8];
        __syncwarp(mask);
        cache[t] += right;
        __syncwarp(mask);
    }
    int mine = cache[t];
    for (int step = 4; step > 0; step /= 2)
        mine += __shfl_xor_sync(mask, mine, step, 8);
    out[t] = mine;

    if (lane < 16) { // the two halves do different things
        __syncwarp(0x0000ffff);
        cache[t] = lane;
        __syncwarp(0x0000ffff);
        out[threads + t] = cache[t / 32 * 32 + 15 - lane];
    } else {
        cache[t] = lane * 2;
        __syncwarp(0xffff0000);
        out[threads + t] = cache[t / 32 * 32 + 16 + (lane + 1) % 16] + __any_sync(0xffff0000, lane == 20);
    }
    __syncwarp();
    out[2 * threads + t] = cache[t / 32 * 32 + (lane + 16) % 32]; // of the other half
}

int main()
{
    int *dev_out, out[3 * threads];
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    tiles<<<1, threads>>>(dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int t = 0; t < threads; t++) {
        int tile = t / 8, sum = 8 * 8 * tile + 28, lane = t % 32;
        for (int round = 0; round <= tile; round++)
            sum *= 2;
        int half = lane < 16 ? 15 - lane : 2 * (16 + (lane + 1) % 16) + 1, other = (lane + 16) % 32;
        if (out[t] != sum || out[threads + t] != half || out[2 * threads + t] != (other < 16 ? other : 2 * other))
            return 1;
    }
    return cudaFree(dev_out) != cudaSuccess;
}
