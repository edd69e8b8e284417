// SPDX-License-Identifier: MIT
// stencil_in_place.cu: a stencil without a second buffer: all threads read their neighbours into registers, meet, write
// their own, and meet again; with floats in shared memory, shorts in global memory, and, by warps that meet alone,
// bytes in both.
#include <stdio.h>

const int threads = 96, blocks = 3, steps = 9;

__device__ short row[blocks][threads];
__device__ unsigned char bytes[2][blocks][threads];

template <class T> __device__ void smooth(T *values)
{
    int t = threadIdx.x;
    for (int step = 0; step < steps; step++) {
        T left = values[(t + threads - 1) % threads], own = values[t], right = values[(t + 1) % threads];
        __syncthreads();
        values[t] = (int)(left + 2 * own + right + step) % 100;
        __syncthreads();
    }
}

template <class T> __device__ void smooth_by_warps(T *values)
{
    int t = threadIdx.x, first = t / 32 * 32;
    for (int step = 0; step < steps; step++) {
        int sum = values[first + (t + 31) % 32] + values[first + (t + 1) % 32];
        __syncwarp();
        values[t] = sum + step;
        __syncwarp();
    }
}

__global__ void run(float *out)
{
    __shared__ float in_shared[threads];
    __shared__ unsigned char shared_bytes[threads];
    int t = threadIdx.x, b = blockIdx.x;
    in_shared[t] = row[b][t] = b * 50 + t % 7;
    shared_bytes[t] = bytes[0][b][t] = bytes[1][b][t] = t * 3;
    __syncthreads();
    smooth(in_shared);
    smooth(row[b]);
    smooth_by_warps(shared_bytes);
    smooth_by_warps(bytes[b % 2][b]);
    bool same = in_shared[t] == row[b][t] && shared_bytes[t] == bytes[b % 2][b][t];
    out[b * threads + t] = same ? in_shared[t] + 1000 * shared_bytes[t] : -1;
}

int main()
{
    float *dev, out[blocks * threads];
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 1;
    run<<<blocks, threads>>>(dev);
    if (cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int b = 0; b < blocks; b++) {
        int values[threads], old[threads];
        unsigned char small[threads], old_small[threads];
        for (int t = 0; t < threads; t++) {
            values[t] = b * 50 + t % 7;
            small[t] = t * 3;
        }
        for (int step = 0; step < steps; step++) {
            for (int t = 0; t < threads; t++) {
                old[t] = values[t];
                old_small[t] = small[t];
            }
            for (int t = 0; t < threads; t++) {
                values[t] = (old[(t + threads - 1) % threads] + 2 * old[t] + old[(t + 1) % threads] + step) % 100;
                small[t] = old_small[t / 32 * 32 + (t + 31) % 32] + old_small[t / 32 * 32 + (t + 1) % 32] + step;
            }
        }
        for (int t = 0; t < threads; t++)
            if (out[b * threads + t] != values[t] + 1000 * small[t])
                return 1;
    }
    return cudaFree(dev) != cudaSuccess;
}
