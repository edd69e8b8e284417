// SPDX-License-Identifier: MIT
// managed_in_turn.cu: two streams and the host take turns with two managed arrays: while a kernel works on one of them,
// the host works on the other, whose stream it has waited for.
#include <stdio.h>

const int n = 1024, threads = 256, rounds = 6;

__global__ void add(int *a, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] += value;
}

int main()
{
    int *a[2], wrong = 0;
    cudaStream_t streams[2];
    for (int s = 0; s < 2; s++) {
        if (cudaMallocManaged(&a[s], n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&streams[s]) != cudaSuccess)
            return 1;
        for (int i = 0; i < n; i++)
            a[s][i] = i;
    }
    add<<<n / threads, threads, 0, streams[0]>>>(a[0], 1);
    for (int round = 1; round < rounds; round++) {
        int now = round % 2, before = 1 - now;
        add<<<n / threads, threads, 0, streams[now]>>>(a[now], 1);
        cudaStreamSynchronize(streams[before]);
        for (int i = 0; i < n; i++)
            a[before][i] += 10;
    }
    cudaError_t error = cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        wrong += a[0][i] + a[1][i] != 2 * i + rounds + 10 * (rounds - 1);
    for (int s = 0; s < 2; s++) {
        cudaStreamDestroy(streams[s]);
        cudaFree(a[s]);
    }
    return error != cudaSuccess || wrong;
}
