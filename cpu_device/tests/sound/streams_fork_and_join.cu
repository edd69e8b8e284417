// SPDX-License-Identifier: MIT
// streams_fork_and_join.cu: in each round four streams wait for the first one's event, work on a quarter each of one
// array, reading the neighbours' edges of the round before, and the first one waits for all four. The events of all
// rounds are the same ones.
#include <stdio.h>

const int quarter = 1024, n = 4 * quarter, threads = 128, rounds = 6;

// The quarters of b from a: each element and its neighbours.
__global__ void smooth(const int *a, int *b, int first)
{
    int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[(i + n - 1) % n] + a[i] + a[(i + 1) % n];
}

__global__ void reduce(int *a, int modulus)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] %= modulus;
}

int main()
{
    static int a[n], b[n];
    int *dev[2], wrong = 0;
    cudaStream_t streams[4];
    cudaEvent_t begin, ends[4];
    for (int s = 0; s < 4; s++)
        if (cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking) != cudaSuccess ||
            cudaEventCreateWithFlags(&ends[s], cudaEventDisableTiming) != cudaSuccess)
            return 1;
    for (int i = 0; i < n; i++)
        a[i] = i;
    if (cudaEventCreateWithFlags(&begin, cudaEventDisableTiming) != cudaSuccess ||
        cudaMalloc(&dev[0], sizeof a) != cudaSuccess || cudaMalloc(&dev[1], sizeof a) != cudaSuccess ||
        cudaMemcpy(dev[0], a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    for (int round = 0; round < rounds; round++) {
        int *from = dev[round % 2], *to = dev[1 - round % 2];
        reduce<<<n / threads, threads, 0, streams[0]>>>(from, 1000);
        cudaEventRecord(begin, streams[0]);
        for (int s = 0; s < 4; s++) {
            cudaStreamWaitEvent(streams[s], begin, 0);
            smooth<<<quarter / threads, threads, 0, streams[s]>>>(from, to, s * quarter);
            cudaEventRecord(ends[s], streams[s]);
        }
        for (int s = 1; s < 4; s++)
            cudaStreamWaitEvent(streams[0], ends[s], 0);
    }
    cudaMemcpyAsync(b, dev[rounds % 2], sizeof b, cudaMemcpyDeviceToHost, streams[0]);
    cudaError_t error = cudaStreamSynchronize(streams[0]);
    for (int round = 0; round < rounds; round++) {
        static int next[n];
        for (int i = 0; i < n; i++)
            a[i] %= 1000;
        for (int i = 0; i < n; i++)
            next[i] = a[(i + n - 1) % n] + a[i] + a[(i + 1) % n];
        for (int i = 0; i < n; i++)
            a[i] = next[i];
    }
    for (int i = 0; i < n; i++)
        wrong += a[i] != b[i];
    for (int s = 0; s < 4; s++) {
        cudaStreamDestroy(streams[s]);
        cudaEventDestroy(ends[s]);
    }
    cudaEventDestroy(begin);
    cudaFree(dev[0]);
    cudaFree(dev[1]);
    return error != cudaSuccess || wrong;
}
