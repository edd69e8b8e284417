// SPDX-License-Identifier: MIT
// barriers.cu: __syncthreads() in loops, in device functions and in branches that the whole block takes.

#include <stdio.h>

#include "../handle_error.h"

const int N = 256;

__device__ int reduce(int *sums)
{
    for (unsigned int i = blockDim.x / 2; i > 0; i /= 2) {
        if (threadIdx.x < i)
            sums[threadIdx.x] += sums[threadIdx.x + i];
        __syncthreads();
    }
    return sums[0];
}

__global__ void sum(int *out)
{
    __shared__ int sums[N];
    sums[threadIdx.x] = threadIdx.x * (blockIdx.x + 1);
    __syncthreads();
    int total = reduce(sums);
    if (threadIdx.x == 17) // any of them has it
        out[blockIdx.x] = total;
}

// An inclusive scan; each round reads what the one before wrote, in the other half.
__global__ void scan(int *out)
{
    __shared__ int halves[2][N];
    int t = threadIdx.x, now = 0;
    halves[now][t] = t % 7 + 1;
    __syncthreads();
    for (int step = 1; step < N; step *= 2) {
        halves[1 - now][t] = halves[now][t] + (t >= step ? halves[now][t - step] : 0);
        now = 1 - now;
        __syncthreads();
    }
    out[t] = halves[now][t];
}

// Odd-even transposition sort: as many barriers as elements.
__global__ void sort(int *numbers)
{
    __shared__ int values[N];
    int t = threadIdx.x;
    values[t] = numbers[t];
    __syncthreads();
    for (int round = 0; round < N; round++) {
        if (t % 2 == round % 2 && t + 1 < N && values[t] > values[t + 1]) {
            int larger = values[t];
            values[t] = values[t + 1];
            values[t + 1] = larger;
        }
        __syncthreads();
    }
    numbers[t] = values[t];
}

// The blocks take different branches, each block one of them as a whole.
__global__ void branches(int *out)
{
    __shared__ int values[N];
    int t = threadIdx.x;
    values[t] = t;
    if (blockIdx.x % 2 == 0) {
        __syncthreads();
        out[blockIdx.x * N + t] = values[N - 1 - t];
    } else if (blockIdx.x == 1) {
        __syncthreads();
        int theirs = values[(t + 1) % N];
        __syncthreads();
        values[t] = theirs * 2;
        __syncthreads();
        out[blockIdx.x * N + t] = values[(t + 1) % N];
    } else {
        out[blockIdx.x * N + t] = -values[t];
    }
}

static long long weighted(const int *numbers, int count)
{
    long long sum = 0;
    for (int i = 0; i < count; i++)
        sum += (i + 1LL) * numbers[i];
    return sum;
}

int main(void)
{
    int out[4 * N], *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof out));
    sum<<<4, N>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, 4 * sizeof(int), cudaMemcpyDeviceToHost));
    printf("sums: %d %d %d %d\n", out[0], out[1], out[2], out[3]);

    scan<<<1, N>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, N * sizeof(int), cudaMemcpyDeviceToHost));
    printf("scan: %d %d %d, %lld\n", out[0], out[100], out[N - 1], weighted(out, N));

    for (int i = 0; i < N; i++)
        out[i] = i * 167 % N;
    HANDLE_ERROR(cudaMemcpy(dev_out, out, N * sizeof(int), cudaMemcpyHostToDevice));
    sort<<<1, N>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, N * sizeof(int), cudaMemcpyDeviceToHost));
    printf("sorted: %d %d %d, %lld\n", out[0], out[100], out[N - 1], weighted(out, N));

    branches<<<4, N>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int b = 0; b < 4; b++)
        printf("block %d: %d %d, %lld\n", b, out[b * N], out[b * N + 200], weighted(out + b * N, N));
    HANDLE_ERROR(cudaFree(dev_out));
    return 0;
}
