// SPDX-License-Identifier: MIT
// dependent_launch.cu: a kernel may start before the one before it has ended, and waits for it before it reads.
// Compiled with: -arch=sm_90
#include <stdio.h>

const int numbers = 256;

__global__ void write_numbers(int *a)
{
    a[threadIdx.x] = (int)threadIdx.x;
    cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void add_up(const int *a, int *sum)
{
    __shared__ int all;
    if (threadIdx.x == 0)
        all = 0;
    __syncthreads();
    cudaGridDependencySynchronize();
    atomicAdd(&all, a[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0)
        *sum = all;
}

int main()
{
    int *a, sum = 0;
    if (cudaMalloc(&a, (numbers + 1) * sizeof *a) != cudaSuccess)
        return 1;
    write_numbers<<<1, numbers>>>(a);
    cudaLaunchAttribute how[1] = {};
    how[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    how[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = numbers;
    config.attrs = how;
    config.numAttrs = 1;
    if (cudaLaunchKernelEx(&config, add_up, (const int *)a, a + numbers) != cudaSuccess ||
        cudaMemcpy(&sum, a + numbers, sizeof sum, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    cudaFree(a);
    return sum != numbers * (numbers - 1) / 2;
}
