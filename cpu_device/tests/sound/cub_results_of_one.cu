// SPDX-License-Identifier: MIT
// cub_results_of_one.cu: sums that one thread gets from CUB, stored by that thread or passed on by it, in many ways.
#include <cub/cub.cuh>
#include <stdio.h>

const int threads = 128, results = 8;

__device__ int twice(int x)
{
    return 2 * x;
}

__global__ void use(int *out, int *total, float *means)
{
    using OfBlock = cub::BlockReduce<int, threads>;
    using OfWarp = cub::WarpReduce<int>;
    __shared__ OfBlock::TempStorage of_block;
    __shared__ OfWarp::TempStorage of_warp[threads / 32];
    __shared__ int passed_on, sums[threads / 32];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    const bool first = t == 0;

    const int sum = OfBlock(of_block).Sum(1);
    if (t == 0)
        out[0] = sum;
    if (!first)
        ;
    else
        out[1] = twice(sum) + 1;
    if (first) {
        passed_on = sum;
        atomicAdd(total, sum);
    }
    __syncthreads();
    out[results + t] = passed_on;
    out[results + threads + t] = first ? sum : 0;          // the value is chosen
    out[results + 2 * threads + t] = first * sum;          // or is a product with 0
    out[results + 3 * threads + t] = sum & -(int)(t == 0); // or with no bits
    int own[2] = {sum, t};                                 // a thread's own array is nobody else's
    own[t % 2] += 1;
    if (t == 0)
        out[2] = own[0];
    float mean = sum / (float)threads;
    mean *= 3;
    if (t < 1)
        *means = mean;
    __syncthreads();

    const int of_lanes = OfWarp(of_warp[warp]).Sum(lane);
    if (lane == 0)
        sums[warp] = of_lanes;
    out[results + 4 * threads + t] = __shfl_sync(0xffffffff, of_lanes, 0);
    __syncthreads();
    const int again = t < 32 ? OfWarp(of_warp[0]).Sum(lane < threads / 32 ? sums[lane] : 0) : 0;
    if (t == 0)
        out[3] = again;
    for (int round = 0; round < 3; round++) {
        const int s = OfBlock(of_block).Sum(round);
        if (t == 0)
            out[4 + round] = s;
        __syncthreads();
    }
}

int main()
{
    const int n = results + 5 * threads;
    int *out, *total, host[n], sum = 0, wrong = 0;
    float *means, mean = 0;
    if (cudaMalloc(&out, sizeof host) != cudaSuccess || cudaMalloc(&total, sizeof sum) != cudaSuccess ||
        cudaMalloc(&means, sizeof mean) != cudaSuccess || cudaMemset(total, 0, sizeof sum) != cudaSuccess ||
        cudaMemset(out, 0, sizeof host) != cudaSuccess)
        return 77;
    use<<<1, threads>>>(out, total, means);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost);
    cudaMemcpy(&mean, means, sizeof mean, cudaMemcpyDeviceToHost);
    const int expected[results] = {threads, 2 * threads + 1, threads + 1, 4 * 496, 0, threads, 2 * threads, 0};
    for (int i = 0; i < results; i++)
        wrong += host[i] != expected[i];
    for (int t = 0; t < threads; t++) {
        const int *of = host + results + t;
        wrong += of[0] != threads;
        for (int way = 1; way < 4; way++)
            wrong += of[way * threads] != (t == 0 ? threads : 0);
        wrong += of[4 * threads] != 496;
    }
    cudaFree(out);
    cudaFree(total);
    cudaFree(means);
    if (wrong != 0 || sum != threads || mean != 3)
        printf("%d wrong, %d, %g\n", wrong, sum, mean);
    return wrong != 0 || sum != threads || mean != 3;
}
