// SPDX-License-Identifier: MIT
// peer_copies.cu: copies between the memory of two devices, without peer access, and what they come after.
//
// Needs 2 devices.

#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) (printf("%s: %s\n", #call, cudaGetErrorName(call)), (void)cudaGetLastError())

const int N = 1 << 16;

// After a while.
__global__ void fill(int *data, int value)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    for (int n = 0; n < 50; ++n)
        __nanosleep(1000);
    data[i] = value + i;
}

static void show(const char *what, const int *dev, int value)
{
    static int host[N];
    HANDLE_ERROR(cudaMemcpy(host, dev, sizeof host, cudaMemcpyDefault));
    int right = 0;
    for (int i = 0; i < N; ++i)
        right += host[i] == value + i;
    printf("%s: %d of %d right\n", what, right, N);
}

int main(void)
{
    int count = 0, *dev[2];
    const size_t size = N * sizeof(int);
    HANDLE_ERROR(cudaGetDeviceCount(&count));
    if (count < 2) {
        fprintf(stderr, "needs two devices\n");
        return 77;
    }
    cudaStream_t streams[2];
    cudaEvent_t events[2];
    for (int device = 0; device < 2; ++device) {
        HANDLE_ERROR(cudaSetDevice(device));
        HANDLE_ERROR(cudaMalloc(&dev[device], size));
        HANDLE_ERROR(cudaStreamCreate(&streams[device]));
        HANDLE_ERROR(cudaEventCreate(&events[device]));
    }

    // without a stream: after what both devices have got, and before what they get
    HANDLE_ERROR(cudaSetDevice(0));
    fill<<<N / 256, 256, 0, streams[0]>>>(dev[0], 100);
    HANDLE_ERROR(cudaMemcpyPeer(dev[1], 1, dev[0], 0, size));
    fill<<<N / 256, 256>>>(dev[0], 200);
    HANDLE_ERROR(cudaSetDevice(1));
    show("cudaMemcpyPeer()", dev[1], 100);

    HANDLE_ERROR(cudaSetDevice(0));
    fill<<<N / 256, 256>>>(dev[0], 300);
    HANDLE_ERROR(cudaSetDevice(1)); // from whose side it is the same
    HANDLE_ERROR(cudaMemcpy(dev[1], dev[0], size, cudaMemcpyDeviceToDevice));
    show("cudaMemcpy() between devices", dev[1], 300);

    // in a stream: in its order, and in that of events
    fill<<<N / 256, 256, 0, streams[1]>>>(dev[1], 400);
    HANDLE_ERROR(cudaEventRecord(events[1], streams[1]));
    HANDLE_ERROR(cudaSetDevice(0));
    HANDLE_ERROR(cudaStreamWaitEvent(streams[0], events[1], 0));
    HANDLE_ERROR(cudaMemcpyPeerAsync(dev[0], 0, dev[1], 1, size, streams[0]));
    HANDLE_ERROR(cudaEventRecord(events[0], streams[0]));
    HANDLE_ERROR(cudaSetDevice(1));
    HANDLE_ERROR(cudaStreamWaitEvent(streams[1], events[0], 0));
    fill<<<N / 256, 256, 0, streams[1]>>>(dev[1], 500);
    HANDLE_ERROR(cudaSetDevice(0));
    HANDLE_ERROR(cudaStreamSynchronize(streams[0]));
    show("cudaMemcpyPeerAsync() after an event", dev[0], 400);
    HANDLE_ERROR(cudaStreamSynchronize(streams[1]));
    show("what came after it", dev[1], 500);

    SHOW(cudaMemcpyPeer(dev[1], 1000, dev[0], 0, 4));
    SHOW(cudaMemcpyPeer(dev[1], 1, dev[0], -1, 4));
    SHOW(cudaMemcpy(dev[0], dev[1], 0, cudaMemcpyDefault));
    for (int device = 0; device < 2; ++device) {
        HANDLE_ERROR(cudaStreamDestroy(streams[device]));
        HANDLE_ERROR(cudaEventDestroy(events[device]));
        HANDLE_ERROR(cudaFree(dev[device]));
    }
    return 0;
}
