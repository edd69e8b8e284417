// SPDX-License-Identifier: MIT
// blocks_events.cu: two streams that nothing else orders work on one array in turn, each waiting for the other's event;
// the same event is recorded again and again. What a stream has waited for it hands on, with what came before.
#include <stdio.h>

const int threads = 64, blocks = 8, n = threads * blocks, rounds = 6;

__global__ void turn_round(int *a, int factor)
{
    int i = blockIdx.x * threads + threadIdx.x;
    if (i < n / 2) {
        int other = a[n - 1 - i];
        a[n - 1 - i] = a[i] + factor;
        a[i] = other + factor;
    }
}

__global__ void copy(const int *a, int *out)
{
    int i = blockIdx.x * threads + threadIdx.x;
    out[n - 1 - i] = a[i];
}

int main()
{
    int host[n], *a, *out;
    cudaStream_t streams[3];
    cudaEvent_t done[3];
    if (cudaMalloc(&a, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof host) != cudaSuccess)
        return 1;
    for (int i = 0; i < 3; i++)
        if (cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking) != cudaSuccess ||
            cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming) != cudaSuccess)
            return 1;
    for (int i = 0; i < n; i++)
        host[i] = 3 * i;
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    cudaDeviceSynchronize(); // which a copy from pageable memory may need, and a stream that does not wait for it
    for (int round = 0; round < rounds; round++) {
        turn_round<<<blocks, threads, 0, streams[0]>>>(a, 1);
        cudaEventRecord(done[0], streams[0]);
        cudaStreamWaitEvent(streams[1], done[0], 0);
        turn_round<<<blocks, threads, 0, streams[1]>>>(a, 10);
        cudaEventRecord(done[1], streams[1]);
        cudaStreamWaitEvent(streams[0], done[1], 0);
    }
    // The third stream waits for the second one only, which has waited for the first.
    cudaStreamWaitEvent(streams[2], done[1], 0);
    copy<<<blocks, threads, 0, streams[2]>>>(a, out);
    cudaEventRecord(done[2], streams[2]);
    cudaStreamWaitEvent(streams[0], done[2], 0);
    turn_round<<<blocks, threads, 0, streams[0]>>>(a, 0); // writes what the copy has read
    if (cudaStreamSynchronize(streams[0]) != cudaSuccess ||
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        if (host[i] != 3 * (n - 1 - i) + 11 * rounds)
            return 1;
    for (int i = 0; i < 3; i++)
        if (cudaStreamDestroy(streams[i]) != cudaSuccess || cudaEventDestroy(done[i]) != cudaSuccess)
            return 1;
    cudaFree(a);
    return cudaFree(out) != cudaSuccess;
}
