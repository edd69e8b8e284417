// SPDX-License-Identifier: MIT
// our_dot.cu: the dot product that peers.cu compares with cuBLAS: the last kernel of chapter05/dot_ladder.cu, for any
// number of elements, on a grid that fits the device. It needs no second launch to set the sum to zero first.
#include "../common/book.h"
#include "ours.h"

const int threads_per_block = 256; // a power of two, and at least a warp
const int warp_size = 32;
const int rounds = 4;    // how often the blocks fill the GPU: who is done early takes one more
const int in_flight = 4; // 16-byte loads of each vector that a thread has on their way at once

__device__ float dot_of_four(float4 a, float4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

// The product of one of the last n % 4 pairs; the first threads take one each.
__device__ float left_over(const float *a, const float *b, size_t n)
{
    size_t i = n / 4 * 4 + threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    return i < n ? a[i] * b[i] : 0;
}

// All loads of a step before the first product, so that none waits for another. The vectors lie at multiples of 16
// bytes.
__device__ float sum_in_flight(const float *a, const float *b, size_t n)
{
    const float4 *a4 = (const float4 *)a, *b4 = (const float4 *)b, zeros = {};
    const size_t step = (size_t)blockDim.x * gridDim.x;
    float sum = left_over(a, b, n);
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n / 4; i += in_flight * step) {
        float4 from_a[in_flight], from_b[in_flight];
#pragma unroll
        for (int k = 0; k < in_flight; k++) {
            from_a[k] = i + k * step < n / 4 ? a4[i + k * step] : zeros;
            from_b[k] = i + k * step < n / 4 ? b4[i + k * step] : zeros;
        }
#pragma unroll
        for (int k = 0; k < in_flight; k++)
            sum += dot_of_four(from_a[k], from_b[k]);
    }
    return sum;
}

__device__ float add_warp(float sum)
{
    for (int i = warp_size / 2; i != 0; i /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, i);
    return sum;
}

__device__ float add_by_shuffles(float sum)
{
    __shared__ float warp_sums[threads_per_block / warp_size];
    int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
    sum = add_warp(sum);
    if (lane == 0)
        warp_sums[warp] = sum;
    __syncthreads(); // the sums of all warps are stored before the first warp reads them
    return warp == 0 ? add_warp(lane < threads_per_block / warp_size ? warp_sums[lane] : 0) : 0;
}

// The sum of the blocks, and how many are done with it. Both are zero again when the kernel ends. All touch them by
// atomics, so there is no race that a tool could find. But atomics order themselves only one location at a time: it is
// the fences that let a block be counted only when its sum is in the total.
__device__ float total;
__device__ unsigned int blocks_done;

__global__ void __launch_bounds__(threads_per_block, 4)
    dot_complete(const float *a, const float *b, size_t n, float *result)
{
    float sum = add_by_shuffles(sum_in_flight(a, b, n));
    if (threadIdx.x == 0) {
        atomicAdd(&total, sum);
        __threadfence(); // the sum is in the total before this block counts as done
        if (atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1) {
            __threadfence(); // all are done before the last one takes the total
            *result = atomicExch(&total, 0);
        }
    }
}

// So many blocks that the GPU is full `rounds` times, or, where these would find nothing to do, fewer.
void our_dot(const float *a, const float *b, size_t n, float *result)
{
    int multiprocessors, blocks_each;
    HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, dot_complete, threads_per_block, 0));
    size_t most = (size_t)multiprocessors * blocks_each * rounds, pairs = (size_t)threads_per_block * 4 * in_flight;
    size_t needed = (n + pairs - 1) / pairs, blocks = needed < most ? needed : most;
    dot_complete<<<blocks, threads_per_block>>>(a, b, n, result);
    HANDLE_ERROR(cudaGetLastError());
}
