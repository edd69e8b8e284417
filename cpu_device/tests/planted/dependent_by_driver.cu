// SPDX-License-Identifier: MIT
// dependent_by_driver.cu: a kernel that the driver's API launches may begin before the one before it has ended, and
// reads what that one writes without a wait. Compiled with: -arch=sm_90 -lcuda
// CPU exits 3
// CPU finds race-of-dependent-launch
// CPU says kernel fill, launched at dependent_by_driver.cu:{fill}, writes at dependent_by_driver.cu:{write}
// CPU says kernel add_up, launched at dependent_by_driver.cu:{launch}, reads at dependent_by_driver.cu:{read}
// CPU says Call cudaGridDependencySynchronize() before dependent_by_driver.cu:{read}
// all exits 0
#include <cuda.h>
#include <stdio.h>

const int blocks = 4, threads = 128, n = blocks * threads;

__global__ void fill(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cudaTriggerProgrammaticLaunchCompletion();
    a[i] = i; // {write}
}

// The sum of each block's elements.
__global__ void add_up(const int *a, int *sums)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
#ifdef FIXED
    cudaGridDependencySynchronize();
#endif
    atomicAdd(&sum, a[blockIdx.x * blockDim.x + threadIdx.x]); // {read}
    __syncthreads();
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

// A launch that may begin before the kernel before it has ended.
static CUresult launch_dependent(CUfunction kernel, const int *a, int *sums)
{
    CUlaunchAttribute how = {};
    how.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    how.value.programmaticStreamSerializationAllowed = 1;
    CUlaunchConfig config = {};
    config.gridDimX = blocks;
    config.blockDimX = threads;
    config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
    config.attrs = &how;
    config.numAttrs = 1;
    void *arguments[] = {&a, &sums};
    return cuLaunchKernelEx(&config, kernel, arguments, NULL); // {launch}
}

int main()
{
    int *a, *sums, total[blocks];
    if (cudaMalloc(&a, n * sizeof *a) != cudaSuccess || cudaMalloc(&sums, sizeof total) != cudaSuccess ||
        cudaMemset(a, 0, n * sizeof *a) != cudaSuccess)
        return 1;
    fill<<<blocks, threads>>>(a); // {fill}
    cudaFunction_t kernel;
    cudaError_t error = cudaGetFuncBySymbol(&kernel, (const void *)add_up);
    if (error == cudaSuccess && launch_dependent((CUfunction)kernel, a, sums) != CUDA_SUCCESS)
        error = cudaErrorUnknown;
    if (error == cudaSuccess)
        error = cudaMemcpy(total, sums, sizeof total, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(sums);
    bool right = true;
    for (int block = 0; block < blocks; ++block)
        right &= total[block] == threads * block * threads + threads * (threads - 1) / 2;
    printf("%s, %s\n", cudaGetErrorString(error), right ? "right" : "wrong");
#ifdef FIXED
    if (!right)
        return 1;
#endif
    return error != cudaSuccess;
}
