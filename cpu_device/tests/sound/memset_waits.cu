// SPDX-License-Identifier: MIT
// memset_waits.cu: cudaMemset() on pinned, managed or registered memory returns when the memory is set, so the host
// may use it at once.
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

const int n = 4096, rows = 8;

__global__ void add(int *a, const int *more)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] += more[i];
}

// The host reads and writes right after each call.
static int use(int *a, int expected)
{
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        wrong += a[i] != expected;
        a[i] = i;
    }
    return wrong;
}

// A kernel that may still run uses the same memory: the call waits for it, too.
static int all_ways(int *a, int *ones)
{
    int wrong = 0;
    add<<<n / 256, 256>>>(a, ones);
    if (cudaMemset(a, 0, n * sizeof(int)) != cudaSuccess)
        return 1;
    wrong += use(a, 0);
    add<<<n / 256, 256>>>(a, ones);
    if (cudaMemset2D(a, n / rows * sizeof(int), 1, n / rows * sizeof(int), rows) != cudaSuccess)
        return 1;
    wrong += use(a, 0x01010101);
    add<<<n / 256, 256>>>(a, ones);
    cudaPitchedPtr whole = make_cudaPitchedPtr(a, n / rows * sizeof(int), n / rows, rows);
    if (cudaMemset3D(whole, 2, make_cudaExtent(n / rows * sizeof(int), rows, 1)) != cudaSuccess)
        return 1;
    wrong += use(a, 0x02020202);
    add<<<n / 256, 256>>>(a, ones);
    if (cuMemsetD32((CUdeviceptr)a, 5, n) != CUDA_SUCCESS)
        return 1;
    wrong += use(a, 5);
    add<<<n / 256, 256>>>(a, ones);
    if (cuMemsetD8((CUdeviceptr)a, 3, n * sizeof(int)) != CUDA_SUCCESS)
        return 1;
    return wrong + use(a, 0x03030303);
}

int main()
{
    int *pinned, *managed, *ones, *registered = (int *)aligned_alloc(4096, n * sizeof(int));
    if (registered == NULL || cudaMallocHost(&pinned, n * sizeof(int)) != cudaSuccess ||
        cudaMallocManaged(&managed, n * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&ones, n * sizeof(int)) != cudaSuccess ||
        cudaHostRegister(registered, n * sizeof(int), cudaHostRegisterDefault) != cudaSuccess)
        return 1;
    cudaMemset(ones, 0, n * sizeof(int));
    int wrong = 0;
    for (int *a : {pinned, managed, registered}) {
        for (int i = 0; i < n; i++)
            a[i] = i;
        wrong += all_ways(a, ones);
    }
    cudaError_t error = cudaDeviceSynchronize();
    cudaHostUnregister(registered);
    free(registered);
    cudaFreeHost(pinned);
    cudaFree(managed);
    cudaFree(ones);
    if (error != cudaSuccess || wrong > 0)
        printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
    return error != cudaSuccess || wrong > 0;
}
