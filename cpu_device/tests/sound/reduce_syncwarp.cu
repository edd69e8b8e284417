// SPDX-License-Identifier: MIT
// reduce_syncwarp.cu: sums in shared memory, the last steps by one warp with __syncwarp() between reading and writing,
// and sums by shuffles.
#include <stdio.h>

const int threads = 256, blocks = 20;

__device__ void warp_tail(volatile int *cache, int lane)
{
    for (int step = 32; step > 0; step /= 2) {
        int other = cache[lane + step]; // the array is 32 longer than the block
        __syncwarp();
        cache[lane] = cache[lane] + other;
        __syncwarp();
    }
}

__global__ void sum_in_shared(int *out)
{
    __shared__ int cache[threads + 32];
    int t = threadIdx.x;
    cache[t] = blockIdx.x * threads + t;
    if (t < 32)
        cache[threads + t] = 0;
    __syncthreads();
    for (int step = threads / 2; step > 32; step /= 2) {
        if (t < step)
            cache[t] += cache[t + step];
        __syncthreads();
    }
    if (t < 32)
        warp_tail(cache, t);
    if (t == 0)
        out[blockIdx.x] = cache[0];
}

__global__ void sum_by_shuffles(int *out)
{
    __shared__ int sums[threads / 32];
    int value = blockIdx.x * threads + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int step = 16; step > 0; step /= 2)
        value += __shfl_down_sync(0xffffffff, value, step);
    if (lane == 0)
        sums[warp] = value;
    __syncthreads();
    if (warp != 0)
        return;
    value = lane < threads / 32 ? sums[lane] : 0;
    for (int step = 16; step > 0; step /= 2)
        value += __shfl_xor_sync(0xffffffff, value, step);
    if (lane == 0)
        out[blockIdx.x] = value;
}

int main()
{
    int *dev_out, out[2 * blocks];
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    sum_in_shared<<<blocks, threads>>>(dev_out);
    sum_by_shuffles<<<blocks, threads>>>(dev_out + blocks);
    if (cudaGetLastError() != cudaSuccess ||
        cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int b = 0; b < blocks; b++) {
        int right = threads * (b * threads) + threads * (threads - 1) / 2;
        if (out[b] != right || out[blocks + b] != right)
            return 1;
    }
    return cudaFree(dev_out) != cudaSuccess;
}
