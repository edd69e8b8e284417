// SPDX-License-Identifier: MIT
// blocks_slots_by_bits.cu: warps of all blocks borrow scratch pads from a pool: a bit of one word says that a pad is
// taken, atomicOr takes it and atomicAnd gives it back, with fences. All lanes use the pad plainly, between
// __syncwarp()s, over what its last borrower has left there.
#include <stdio.h>

const int threads = 96, blocks = 8, pads = 3, rounds = 4;

__device__ unsigned taken;
__device__ int scratch[pads][32], borrowed[pads];

__global__ void work(int *out)
{
    int lane = threadIdx.x % 32, value = blockIdx.x * threads + threadIdx.x;
    for (int round = 0; round < rounds; round++) {
        int pad = -1;
        if (lane == 0) {
            for (int k = blockIdx.x; pad < 0; k++) {
                unsigned bit = 1u << k % pads;
                if ((atomicOr(&taken, bit) & bit) == 0)
                    pad = k % pads;
                else
                    __nanosleep(40);
            }
            __threadfence();
            borrowed[pad]++;
        }
        pad = __shfl_sync(~0u, pad, 0);
        __syncwarp();
        scratch[pad][lane] = value;
        __syncwarp();
        value = scratch[pad][(lane + 1 + round) % 32];
        __syncwarp();
        if (lane == 31) {
            __threadfence();
            atomicAnd(&taken, ~(1u << pad));
        }
    }
    out[blockIdx.x * threads + threadIdx.x] = value;
}

int main()
{
    int *dev, out[blocks * threads], counts[pads], all = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 1;
    work<<<blocks, threads>>>(dev);
    if (cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpyFromSymbol(counts, borrowed, sizeof counts) != cudaSuccess)
        return 1;
    for (int i = 0; i < blocks * threads; i++)
        if (out[i] != i / 32 * 32 + (i + rounds + rounds * (rounds - 1) / 2) % 32)
            return 1;
    for (int count : counts)
        all += count;
    return all != blocks * threads / 32 * rounds || cudaFree(dev) != cudaSuccess;
}
