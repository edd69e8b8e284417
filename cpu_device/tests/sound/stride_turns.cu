// SPDX-License-Identifier: MIT
// stride_turns.cu: loops that stride over the grid go over one array from launch to launch, forwards, backwards and in
// grids of other sizes, so that each element comes from another block every time; shuffles reduce what a warp has seen,
// shared memory what its block has, atomics the rest, and the same shared words serve the block's next round.
#include <stdio.h>

const int n = 1500;

__global__ void go(int *data, unsigned *total, bool backwards)
{
    __shared__ unsigned sums[8];
    int t = threadIdx.x, warps = blockDim.x / 32, all = gridDim.x * blockDim.x;
    for (int half = 0; half < 2; half++) {
        unsigned sum = 0;
        for (int k = blockIdx.x * blockDim.x + t; k < n / 2; k += all) {
            int i = (backwards ? n - 1 - 2 * k : 2 * k) ^ half;
            data[i] = data[i] * 2 % 1021 + half;
            sum += data[i];
        }
        for (int step = 16; step > 0; step /= 2)
            sum += __shfl_xor_sync(~0u, sum, step);
        if (t % 32 == 0)
            sums[t / 32] = sum;
        __syncthreads();
        if (t < 32) {
            sum = t < warps ? sums[t] : 0;
            for (int step = 4; step > 0; step /= 2)
                sum += __shfl_down_sync(~0u, sum, step);
            if (t == 0)
                atomicAdd(total, sum);
        }
        __syncthreads();
    }
}

int main()
{
    int host[n], result[n], *data;
    unsigned *dev_total, total, right = 0;
    for (int i = 0; i < n; i++)
        host[i] = i;
    if (cudaMalloc(&data, sizeof host) != cudaSuccess || cudaMalloc(&dev_total, sizeof total) != cudaSuccess)
        return 1;
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(dev_total, 0, sizeof total);
    for (int launch = 0; launch < 6; launch++) {
        go<<<launch + 1, 64 + launch % 3 * 96>>>(data, dev_total, launch % 2 == 1);
        for (int i = 0; i < n; i++) {
            // half 0 has the even ones forwards, the odd ones backwards
            host[i] = host[i] * 2 % 1021 + (i % 2 == launch % 2 ? 0 : 1);
            right += host[i];
        }
    }
    if (cudaMemcpy(result, data, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(&total, dev_total, sizeof total, cudaMemcpyDeviceToHost) != cudaSuccess || total != right)
        return 1;
    for (int i = 0; i < n; i++)
        if (result[i] != host[i])
            return 1;
    cudaFree(data);
    return cudaFree(dev_total) != cudaSuccess;
}
