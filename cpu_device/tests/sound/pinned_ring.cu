// SPDX-License-Identifier: MIT
// pinned_ring.cu: a ring of pinned buffers in one allocation, each with its stream and its event: the host fills one
// part while another is copied and computed on, and takes a result when its event has come.
#include <stdio.h>

const int slots = 3, n = 1000, rounds = 20;

__global__ void add_round(int *data, int round)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += round;
}

int main()
{
    int *ring, *dev, wrong = 0;
    cudaStream_t streams[slots];
    cudaEvent_t done[slots];
    if (cudaMallocHost(&ring, slots * n * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev, slots * n * sizeof(int)) != cudaSuccess)
        return 1;
    for (int s = 0; s < slots; s++)
        if (cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking) != cudaSuccess ||
            cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming) != cudaSuccess)
            return 1;
    for (int round = 0; round < rounds + slots; round++) {
        int s = round % slots;
        int *mine = ring + s * n, *dev_mine = dev + s * n;
        if (round >= slots) {
            if (cudaEventSynchronize(done[s]) != cudaSuccess)
                return 1;
            for (int i = 0; i < n; i++)
                wrong += mine[i] != i + 2 * (round - slots);
        }
        if (round >= rounds)
            continue;
        for (int i = 0; i < n; i++)
            mine[i] = i + round;
        cudaMemcpyAsync(dev_mine, mine, n * sizeof(int), cudaMemcpyHostToDevice, streams[s]);
        add_round<<<4, 256, 0, streams[s]>>>(dev_mine, round);
        cudaMemcpyAsync(mine, dev_mine, n * sizeof(int), cudaMemcpyDeviceToHost, streams[s]);
        cudaEventRecord(done[s], streams[s]);
    }
    for (int s = 0; s < slots; s++) {
        cudaEventDestroy(done[s]);
        cudaStreamDestroy(streams[s]);
    }
    cudaFree(dev);
    cudaFreeHost(ring);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
