// SPDX-License-Identifier: MIT
// streams_made_later.cu: a stream that is made after a launch copies the result, and does not wait for it.
// CPU exits 3
// CPU reports 1
// CPU finds race-with-copy
// CPU says cudaMemcpyAsync() at streams_made_later.cu:{copy} reads
// CPU says kernel square, launched at streams_made_later.cu:{launch}, writes at streams_made_later.cu:{square}
// all exits 0
#include <stdio.h>
#include <unistd.h>

const int n = 1 << 14, threads = 256;

__global__ void square(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * in[i]; // {square}
}

__global__ void copy_other(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

int main()
{
    int *in, *out, *other, *back;
    cudaStream_t stream;
    if (cudaMalloc(&in, n * sizeof(int)) != cudaSuccess || cudaMalloc(&out, n * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&other, n * sizeof(int)) != cudaSuccess || cudaMallocHost(&back, n * sizeof(int)) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        back[i] = i % 100;
    cudaMemcpy(in, back, n * sizeof(int), cudaMemcpyHostToDevice);
    square<<<n / threads, threads>>>(in, out); // {launch}
    copy_other<<<n / threads, threads>>>(in, other);
#ifdef FIXED
    cudaDeviceSynchronize();
#else
    usleep(100000); // most likely it is done by now
#endif
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess)
        return 1;
    cudaMemcpyAsync(back, out, n * sizeof(int), cudaMemcpyDeviceToHost, stream); // {copy}
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s, %s\n", cudaGetErrorString(error), back[99] == 99 * 99 ? "right" : "wrong");
    cudaStreamDestroy(stream);
    cudaFree(in);
    cudaFree(out);
    cudaFree(other);
    cudaFreeHost(back);
    return error != cudaSuccess;
}
