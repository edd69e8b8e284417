// SPDX-License-Identifier: MIT
// streams_first_of_readers.cu: two streams read an array, and the one that then overwrites it has waited for the second
// of them only. Of several launches that read a place, or use it by atomics, the last is kept.
// CPU exits 0
#include <chrono>
#include <stdio.h>
#include <thread>

__global__ void read(const int *a, int *b)
{
    b[threadIdx.x] = a[threadIdx.x];
}

__global__ void fill(int *a)
{
    a[threadIdx.x] = 1;
}

int main()
{
    int *dev_a, *dev_b[2];
    cudaStream_t streams[2];
    if (cudaMalloc(&dev_a, 256 * sizeof(int)) || cudaMemset(dev_a, 0, 256 * sizeof(int)) || cudaDeviceSynchronize())
        return 1;
    for (int s = 0; s < 2; s++) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100)); // so that they run in this order
        if (cudaMalloc(&dev_b[s], 256 * sizeof(int)) || cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking))
            return 1;
        read<<<1, 256, 0, streams[s]>>>(dev_a, dev_b[s]); // the first of them may be late
    }
    cudaStreamSynchronize(streams[1]);
    fill<<<1, 256, 0, streams[1]>>>(dev_a);
    cudaError_t error = cudaDeviceSynchronize();
    for (int s = 0; s < 2; s++) {
        cudaStreamDestroy(streams[s]);
        cudaFree(dev_b[s]);
    }
    cudaFree(dev_a);
    return error != cudaSuccess;
}
