// SPDX-License-Identifier: MIT
// blocks_last_mixed.cu: the last block to come adds up parts of three kinds: volatile doubles, plain structs of a byte
// and a short, and a sum of atomics; there is a fence before the counting, and another after it. Then it puts plain
// zeros everywhere, the counter among them, over what all blocks have written and read, for the next launch.
#include <stdio.h>

const int threads = 64, blocks = 21;

struct extremes {
    unsigned char least;
    short most;
};

__device__ extremes part_extremes[blocks];
__device__ float part_sum;
__device__ unsigned count, ready_made[4] = {1, 2, 3, 4};

__global__ void reduce(const short *in, int n, volatile double *parts, double *result)
{
    __shared__ int sums[threads], least, most;
    __shared__ bool last;
    int t = threadIdx.x, sum = ready_made[t % 4] - t % 4 - 1; // nothing
    if (t == 0) {
        least = 255;
        most = -1;
    }
    __syncthreads();
    for (int i = blockIdx.x * threads + t; i < n; i += gridDim.x * threads) {
        sum += in[i];
        atomicMin(&least, in[i] & 255);
        atomicMax(&most, (int)in[i]);
    }
    sums[t] = sum;
    __syncthreads();
    if (t == 0) {
        int all = 0;
        for (int i = 0; i < threads; i++)
            all += sums[i];
        parts[blockIdx.x] = all * 0.5;
        part_extremes[blockIdx.x].least = least;
        part_extremes[blockIdx.x].most = most;
        atomicAdd(&part_sum, (float)all);
        __threadfence();
        last = atomicAdd(&count, 1u) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!last)
        return;
    if (t == threads - 1) {
        double all = part_sum;
        int lowest = 255, highest = -1;
        for (int b = 0; b < gridDim.x; b++) {
            extremes e = part_extremes[b];
            all += parts[b];
            lowest = e.least < lowest ? e.least : lowest;
            highest = e.most > highest ? e.most : highest;
        }
        result[0] = all;
        result[1] = lowest;
        result[2] = highest;
    }
    __syncthreads();
    if (t < gridDim.x) {
        parts[t] = 0;
        part_extremes[t] = extremes();
    }
    if (t < 4)
        ready_made[t] = t + 1;
    if (t == 1) {
        part_sum = 0;
        count = 0;
    }
}

int main()
{
    const int n = 3000;
    static short host[n];
    short *in;
    double *parts, *dev, result[3];
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&parts, blocks * sizeof(double)) != cudaSuccess ||
        cudaMalloc(&dev, sizeof result) != cudaSuccess)
        return 1;
    for (int launch = 0; launch < 4; launch++) {
        double sum = 0, least = 255, most = -1;
        for (int i = 0; i < n; i++) {
            host[i] = 5 + (i * 13 + launch) % 1200;
            sum += host[i] * 1.5;
            least = (host[i] & 255) < least ? host[i] & 255 : least;
            most = host[i] > most ? host[i] : most;
        }
        cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
        reduce<<<blocks - 3 * launch, threads>>>(in, n, parts, dev);
        if (cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess || result[0] != sum ||
            result[1] != least || result[2] != most)
            return 1;
    }
    cudaFree(in);
    cudaFree(parts);
    return cudaFree(dev) != cudaSuccess;
}
