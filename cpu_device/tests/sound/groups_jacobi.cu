// SPDX-License-Identifier: MIT
// groups_jacobi.cu: all rounds of a Jacobi iteration in one launch, from one array to the other and back, with
// grid.sync() between; the largest change of a round, by atomics and by plain loads, decides whether there is another.
#include <cooperative_groups.h>
#include <stdio.h>
#include <stdlib.h>

namespace cg = cooperative_groups;

const int width = 96, height = 40, threads = 64, most_rounds = 60;

__global__ void iterate(float *from, float *to, int *change, int *rounds)
{
    cg::grid_group grid = cg::this_grid();
    int round = 0;
    for (;; round++) {
        int largest = 0;
        for (int i = grid.thread_rank(); i < width * height; i += grid.size()) {
            int x = i % width, y = i / width;
            float value = from[i];
            if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
                value = 0.25f * (from[i - 1] + from[i + 1] + from[i - width] + from[i + width]);
            to[i] = value;
            largest = max(largest, __float2int_rn(1000 * fabsf(value - from[i])));
        }
        atomicMax(&change[round % 3], largest);
        if (grid.thread_rank() == 0)
            change[(round + 1) % 3] = 0; // nobody has come to that one yet
        grid.sync();
        if (change[round % 3] == 0 || round == most_rounds - 1)
            break;
        float *last = from;
        from = to;
        to = last;
    }
    if (grid.thread_rank() == 0)
        *rounds = round;
}

static float a[width * height], b[width * height], result[width * height];

int main()
{
    float *dev_a, *dev_b;
    int *change, *rounds, done;
    for (int i = 0; i < width * height; i++)
        a[i] = i < width ? 100 : 0;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess || cudaMalloc(&dev_b, sizeof a) != cudaSuccess ||
        cudaMalloc(&change, 3 * sizeof(int)) != cudaSuccess || cudaMalloc(&rounds, sizeof(int)) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemset(change, 0, 3 * sizeof(int));
    int multiprocessors, each;
    if (cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0) != cudaSuccess ||
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, iterate, threads, 0) != cudaSuccess)
        return 1;
    int blocks = multiprocessors * each < 12 ? multiprocessors * each : 12;
    void *arguments[] = {&dev_a, &dev_b, &change, &rounds};
    if (cudaLaunchCooperativeKernel(iterate, blocks, threads, arguments) != cudaSuccess ||
        cudaMemcpy(&done, rounds, sizeof done, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(result, done % 2 == 0 ? dev_b : dev_a, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int round = 0; round <= done; round++) {
        for (int i = 0; i < width * height; i++) {
            int x = i % width, y = i / width;
            bool inside = x > 0 && x < width - 1 && y > 0 && y < height - 1;
            b[i] = inside ? 0.25f * (a[i - 1] + a[i + 1] + a[i - width] + a[i + width]) : a[i];
        }
        memcpy(a, b, sizeof a);
    }
    int wrong = done != most_rounds - 1;
    for (int i = 0; i < width * height; i++)
        wrong += !(fabsf(result[i] - a[i]) <= 1e-4f);
    cudaFree(dev_a);
    cudaFree(dev_b);
    cudaFree(change);
    return cudaFree(rounds) != cudaSuccess || wrong != 0;
}
