// SPDX-License-Identifier: MIT
// ring_global.cu: within each block, one warp fills slots of a ring in global memory and two others empty them in turn.
// The counters are atomics and volatile words in shared memory; a __threadfence_block() on both sides is enough for
// global memory too, since nobody outside the block comes near its ring.
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include <stdio.h>

const int blocks = 3, pieces = 24, slots = 3;

__device__ float2 rings[blocks][slots][32];

__global__ void run(float *out)
{
    __shared__ volatile int made;
    __shared__ int emptied[slots];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float sum = 0;
    if (threadIdx.x < slots)
        emptied[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        made = 0;
    __syncthreads();
    for (int piece = 0; piece < pieces; piece++) {
        float2 *slot = rings[blockIdx.x][piece % slots];
        if (warp == 0) {
            if (lane == 0)
                while (atomicAdd_block(&emptied[piece % slots], 0) != piece / slots)
                    __nanosleep(20);
            __threadfence_block();
            __syncwarp();
            slot[lane] = make_float2(piece, lane);
            __syncwarp();
            if (lane == 31) {
                __threadfence_block();
                made = piece + 1;
            }
        } else if (piece % 2 == warp - 1) {
            while (made <= piece) // every lane for itself
                __nanosleep(20);
            __threadfence_block();
            sum += slot[31 - lane].x + slot[lane ^ 5].y;
            __syncwarp();
            if (lane == 0) {
                __threadfence_block();
                atomicAdd_block(&emptied[piece % slots], 1);
            }
        }
    }
    if (warp > 0)
        out[(blockIdx.x * 2 + warp - 1) * 32 + lane] = sum;
}

int main()
{
    float *dev, out[blocks][2][32];
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 1;
    run<<<blocks, 96>>>(dev);
    if (cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int b = 0; b < blocks; b++)
        for (int w = 0; w < 2; w++)
            for (int lane = 0; lane < 32; lane++) {
                float right = 0;
                for (int piece = w; piece < pieces; piece += 2)
                    right += piece + (lane ^ 5);
                if (out[b][w][lane] != right)
                    return 1;
            }
    return cudaFree(dev) != cudaSuccess;
}
