// SPDX-License-Identifier: MIT
// errors_on_purpose.cu: calls that are refused, and a program that looks: at what they return, or by
// cudaGetLastError(). What it does not look at is not an error: whether something is over yet.
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>

__global__ void fill(int *a)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] = 3;
}

static bool failed(cudaError_t error)
{
    return error != cudaSuccess;
}

int main()
{
    int a[64], *dev_a, *none = NULL;
    cudaStream_t stream;
    cudaEvent_t event;
    cudaMalloc((void **)&dev_a, sizeof a);
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);

    bool right = failed(cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyHostToDevice));
    right &= cudaMemcpy(dev_a, a, 2 * sizeof a, cudaMemcpyHostToDevice) == cudaErrorInvalidValue;
    cudaMemset(a, 0, sizeof a);
    right &= cudaGetLastError() == cudaErrorInvalidValue;
    (void)cudaMemset(none, 0, 8);
    fill<<<1, 4096>>>(dev_a);
    right &= failed(cudaGetLastError()); // from here on there is none

    fill<<<2, 32, 0, stream>>>(dev_a);
    cudaEventRecord(event, stream);
    cudaStreamQuery(stream); // sends off what waits in a queue, on some systems
    cudaEventQuery(event);
    cudaStreamSynchronize(stream);
    cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
    right &= a[0] == 3 && a[63] == 3;

    cudaEventDestroy(event);
    cudaStreamDestroy(stream);
    cudaFree(dev_a);
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
