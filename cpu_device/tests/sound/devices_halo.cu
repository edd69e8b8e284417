// SPDX-License-Identifier: MIT
// devices_halo.cu: two devices, each with half of a rod that cools; after each step they exchange the cells at their
// border, one by a copy after an event, the other by a kernel that reads its peer's memory.
//
// Needs 2 devices.

#include <stdio.h>
#include <stdlib.h>

const int N = 512, STEPS = 20, BLOCK = 128; // cells of each half; its cell 0 and its cell N + 1 are others'

__global__ void step(float *to, const float *from)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x + 1;
    to[i] = from[i] + 0.25f * (from[i - 1] - 2 * from[i] + from[i + 1]);
}

__global__ void fetch(float *to, const float *peers)
{
    *to = *peers;
}

int main(void)
{
    int devices = 0, can = 0;
    cudaGetDeviceCount(&devices);
    if (devices >= 2)
        cudaDeviceCanAccessPeer(&can, 1, 0);
    if (!can) {
        fprintf(stderr, "needs two devices, of which each can access the other\n");
        return 77;
    }
    float host[2 * N + 2], next[2 * N + 2], *dev[2][2];
    cudaStream_t streams[2];
    cudaEvent_t stepped[2], fetched[2];
    for (int i = 0; i < 2 * N + 2; ++i)
        host[i] = i == 0 || i == 2 * N + 1 ? 0 : (float)(i * 7 % 100);
    for (int d = 0; d < 2; ++d) {
        cudaSetDevice(d);
        cudaStreamCreateWithFlags(&streams[d], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&stepped[d], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&fetched[d], cudaEventDisableTiming);
        for (int k = 0; k < 2; ++k) {
            cudaMalloc(&dev[d][k], (N + 2) * sizeof(float));
            cudaMemcpy(dev[d][k], host + d * N, (N + 2) * sizeof(float), cudaMemcpyHostToDevice);
        }
        cudaDeviceSynchronize(); // the copies are in the default stream, for which the others do not wait
    }
    cudaDeviceEnablePeerAccess(0, 0); // device 1 may read the memory of device 0

    for (int n = 0; n < STEPS; ++n) {
        int to = (n + 1) % 2, from = n % 2;
        for (int d = 0; d < 2; ++d) {
            cudaSetDevice(d);
            if (n > 0)
                cudaStreamWaitEvent(streams[d], fetched[1 - d], 0); // the other has what it needs of `to`
            step<<<N / BLOCK, BLOCK, 0, streams[d]>>>(dev[d][to], dev[d][from]);
            cudaEventRecord(stepped[d], streams[d]);
        }
        for (int d = 0; d < 2; ++d) {
            cudaSetDevice(d);
            cudaStreamWaitEvent(streams[d], stepped[1 - d], 0);
            if (d == 0)
                cudaMemcpyPeerAsync(dev[0][to] + N + 1, 0, dev[1][to] + 1, 1, sizeof(float), streams[0]);
            else
                fetch<<<1, 1, 0, streams[1]>>>(dev[1][to], dev[0][to] + N);
            cudaEventRecord(fetched[d], streams[d]);
        }
    }
    for (int n = 0; n < STEPS; ++n) {
        next[0] = next[2 * N + 1] = 0;
        for (int i = 1; i <= 2 * N; ++i)
            next[i] = host[i] + 0.25f * (host[i - 1] - 2 * host[i] + host[i + 1]);
        for (int i = 0; i < 2 * N + 2; ++i)
            host[i] = next[i];
    }
    int right = 0;
    for (int d = 0; d < 2; ++d) {
        cudaSetDevice(d);
        cudaStreamSynchronize(streams[d]);
        cudaMemcpy(next, dev[d][STEPS % 2], (N + 2) * sizeof(float), cudaMemcpyDeviceToHost);
        for (int i = 1; i <= N; ++i) {
            float difference = next[i] - host[d * N + i];
            right += difference < 1e-3f && difference > -1e-3f; // a GPU may fuse products and sums
        }
        for (int k = 0; k < 2; ++k)
            cudaFree(dev[d][k]);
        cudaStreamDestroy(streams[d]);
        cudaEventDestroy(stepped[d]);
        cudaEventDestroy(fetched[d]);
    }
    printf("%d of %d cells right\n", right, 2 * N);
    return right != 2 * N;
}
