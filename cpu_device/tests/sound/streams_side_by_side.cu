// SPDX-License-Identifier: MIT
// streams_side_by_side.cu: two streams copy the left and the right columns of a picture to the device, work on them and
// copy them back, and the host reads the left ones while the right ones are still on their way. Nothing that belongs to
// the two lies in one row apart.
#include <stdio.h>

const int width = 64, height = 40, half = width / 2;

__global__ void negate(int *picture, size_t pitch, int first)
{
    int x = first + threadIdx.x, y = blockIdx.x;
    int *row = (int *)((char *)picture + y * pitch);
    row[x] = -row[x];
}

int main()
{
    int *host, *dev, wrong = 0;
    size_t pitch, host_pitch = width * sizeof(int);
    cudaStream_t streams[2];
    if (cudaMallocHost(&host, height * host_pitch) != cudaSuccess ||
        cudaMallocPitch(&dev, &pitch, width * sizeof(int), height) != cudaSuccess ||
        cudaStreamCreateWithFlags(&streams[0], cudaStreamNonBlocking) != cudaSuccess ||
        cudaStreamCreateWithFlags(&streams[1], cudaStreamNonBlocking) != cudaSuccess)
        return 1;
    for (int i = 0; i < width * height; i++)
        host[i] = i;
    for (int s = 0; s < 2; s++) {
        const int x = s * half;
        cudaMemset2DAsync(dev + x, pitch, 0, half * sizeof(int), height, streams[s]);
        cudaMemcpy2DAsync(dev + x, pitch, host + x, host_pitch, half * sizeof(int), height, cudaMemcpyHostToDevice,
                          streams[s]);
        negate<<<height, half, 0, streams[s]>>>(dev, pitch, x);
        cudaMemcpy2DAsync(host + x, host_pitch, dev + x, pitch, half * sizeof(int), height, cudaMemcpyDeviceToHost,
                          streams[s]);
    }
    for (int s = 0; s < 2; s++) {
        cudaStreamSynchronize(streams[s]);
        for (int y = 0; y < height; y++)
            for (int x = s * half; x < (s + 1) * half; x++)
                wrong += host[y * width + x] != -(y * width + x);
    }
    for (cudaStream_t s : streams)
        cudaStreamDestroy(s);
    cudaFree(dev);
    cudaFreeHost(host);
    return wrong;
}
