// SPDX-License-Identifier: MIT
// streams_read_and_add.cu: one stream reads an array while another adds to it in place. The second kernel's own load
// must not hide the first one's.
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel add_one, launched at streams_read_and_add.cu:{adds}, writes at streams_read_and_add.cu:{add}
// CPU says kernel twice, launched at streams_read_and_add.cu:{reads}, reads at streams_read_and_add.cu:{read}
// all exits 0
#include <stdio.h>

const int n = 1000;

__global__ void twice(const float *a, float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = 2 * a[i]; // {read}
}

__global__ void add_one(float *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += 1; // {add}
}

int main()
{
    float *a, *b, out[n];
    cudaStream_t first, second;
    cudaEvent_t read;
    if (cudaMalloc(&a, sizeof out) || cudaMalloc(&b, sizeof out) || cudaMemset(a, 0, sizeof out) ||
        cudaDeviceSynchronize() || cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking) ||
        cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking) || cudaEventCreate(&read))
        return 1;
    twice<<<4, 256, 0, first>>>(a, b); // {reads}
#ifdef FIXED
    cudaEventRecord(read, first);
    cudaStreamWaitEvent(second, read, 0);
#endif
    add_one<<<4, 256, 0, second>>>(a); // {adds}
    cudaError_t error = cudaDeviceSynchronize();
    if (cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost))
        return 1;
    cudaEventDestroy(read);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(a);
    cudaFree(b);
    printf("%s, %g\n", cudaGetErrorString(error), out[n - 1]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (out[i] != 0)
            return 1;
#endif
    return error != cudaSuccess;
}
