// SPDX-License-Identifier: MIT
// atomics_then_plain.cu: words change their manner from barrier to barrier: threads count in them by atomics, all read
// them plainly, one thread sets them anew by plain stores, or another by volatile ones, and they are counted in again;
// in shared memory, and in global memory of each block's own.
#include <stdio.h>

const int threads = 64, blocks = 4, words = 5, rounds = 12;

__device__ unsigned in_global[blocks][words];

__device__ unsigned use(unsigned *w)
{
    int t = threadIdx.x;
    unsigned sum = 0;
    if (t < words)
        w[t] = 0;
    __syncthreads();
    for (int round = 0; round < rounds; round++) {
        atomicAdd(&w[t % words], t);
        if (t % 3 == 0)
            atomicXor(&w[(t + round) % words], 1u << 20);
        __syncthreads();
        for (int i = 0; i < words; i++)
            sum = sum * 3 + w[i];
        __syncthreads();
        if (round % 3 == 0 && t == round) {
            for (int i = 0; i < words; i++)
                w[i] = round;
        } else if (round % 3 == 1 && t < words)
            ((volatile unsigned *)w)[t] = w[t] / 2;
        else if (round % 3 == 2 && t < words)
            atomicExch(&w[words - 1 - t], t);
        __syncthreads();
    }
    return sum;
}

__global__ void run(unsigned *out)
{
    __shared__ unsigned in_shared[words];
    int i = blockIdx.x * threads + threadIdx.x;
    out[i] = use(in_shared);
    out[blocks * threads + i] = use(in_global[blockIdx.x]);
}

int main()
{
    unsigned *dev, out[2 * blocks * threads], sum = 0, w[words] = {};
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 1;
    run<<<blocks, threads>>>(dev);
    if (cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int round = 0; round < rounds; round++) {
        unsigned added[words] = {}, flipped[words] = {};
        for (int t = 0; t < threads; t++) {
            added[t % words] += t;
            flipped[(t + round) % words] ^= t % 3 == 0 ? 1u << 20 : 0;
        }
        for (int i = 0; i < words; i++) { // the sums stay below the bit that is flipped
            w[i] = (w[i] + added[i]) ^ flipped[i];
            sum = sum * 3 + w[i];
        }
        for (int i = 0; i < words; i++)
            w[i] = round % 3 == 0 ? round : round % 3 == 1 ? w[i] / 2 : words - 1 - i;
    }
    for (unsigned value : out)
        if (value != sum)
            return 1;
    return cudaFree(dev) != cudaSuccess;
}
