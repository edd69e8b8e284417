// SPDX-License-Identifier: MIT
// rows_by_groups.cu: rows of a matrix are normalized by groups of 4, 8 and 16 lanes, some of which have no row and
// leave, in a block whose last warp is half one. Sums go by shuffles among a group's lanes, their row's elements
// through shared memory, with __syncwarp() of the group's mask alone.
#include <stdio.h>

const int threads = 80, columns = 19, rows = 23;

template <int lanes> __device__ void normalize(const float *in, float *out, float (*cache)[columns], int row)
{
    int t = threadIdx.x, lane = t % lanes;
    unsigned mask = ((1u << lanes) - 1) << t % 32 / lanes * lanes;
    float *mine = cache[t / lanes], sum = 0;
    for (int c = lane; c < columns; c += lanes)
        mine[c] = in[row * columns + c];
    __syncwarp(mask);
    for (int c = lane; c < columns; c += lanes)
        sum += mine[columns - 1 - c]; // what other lanes have put there
    for (int step = lanes / 2; step > 0; step /= 2)
        sum += __shfl_down_sync(mask, sum, step, lanes);
    __syncwarp(mask);
    if (lane == 0)
        mine[0] = sum;
    __syncwarp(mask);
    for (int c = lane; c < columns; c += lanes)
        out[row * columns + c] = in[row * columns + c] - mine[0];
}

template <int lanes> __global__ void run(const float *in, float *out)
{
    __shared__ float cache[threads / lanes][columns];
    int row = blockIdx.x * (threads / lanes) + threadIdx.x / lanes;
    if (row < rows)
        normalize<lanes>(in, out, cache, row);
}

template <int lanes> bool right(const float *in, float *dev_in, float *dev_out)
{
    float out[rows * columns];
    run<lanes><<<(rows * lanes + threads - 1) / threads, threads>>>(dev_in, dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return false;
    for (int row = 0; row < rows; row++) {
        float sum = 0;
        for (int c = 0; c < columns; c++)
            sum += in[row * columns + c];
        for (int c = 0; c < columns; c++)
            if (out[row * columns + c] != in[row * columns + c] - sum)
                return false;
    }
    return true;
}

int main()
{
    float in[rows * columns], *dev_in, *dev_out;
    for (int i = 0; i < rows * columns; i++)
        in[i] = i * 3 % 17;
    if (cudaMalloc(&dev_in, sizeof in) != cudaSuccess || cudaMalloc(&dev_out, sizeof in) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice);
    if (!right<4>(in, dev_in, dev_out) || !right<8>(in, dev_in, dev_out) || !right<16>(in, dev_in, dev_out))
        return 1;
    cudaFree(dev_in);
    return cudaFree(dev_out) != cudaSuccess;
}
