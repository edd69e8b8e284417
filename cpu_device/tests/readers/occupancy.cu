// SPDX-License-Identifier: MIT
// occupancy.cu: a launch configured by the occupancy calculator
// Feature: cudaOccupancyMaxPotentialBlockSize, with a functor for shared memory, percent of the device's warps
#include <iostream>
#include <vector>

__global__ void square(int *array, int arrayCount)
{
    extern __shared__ int dynamicSmem[];
    int idx = threadIdx.x + blockIdx.x * blockDim.x;
    dynamicSmem[threadIdx.x] = idx < arrayCount ? array[idx] : 0;
    __syncthreads();
    if (idx < arrayCount)
        array[idx] = dynamicSmem[threadIdx.x] * dynamicSmem[threadIdx.x];
}
struct SharedOf {
    __host__ __device__ size_t operator()(int blockSize) const
    {
        return blockSize * sizeof(int);
    }
};

static double reportPotentialOccupancy(void *kernel, int blockSize, size_t dynamicSMem)
{
    int device, numBlocks;
    cudaDeviceProp prop;
    cudaGetDevice(&device);
    cudaGetDeviceProperties(&prop, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&numBlocks, kernel, blockSize, dynamicSMem);
    int activeWarps = numBlocks * blockSize / prop.warpSize,
        maxWarps = prop.maxThreadsPerMultiProcessor / prop.warpSize;
    return (double)activeWarps / maxWarps;
}

static int launchConfig(int *array, int arrayCount, bool automatic)
{
    int blockSize, minGridSize, gridSize;
    if (automatic) {
        cudaOccupancyMaxPotentialBlockSizeVariableSMem(&minGridSize, &blockSize, square, SharedOf());
        std::cout << "Suggested block size: " << (blockSize > 0 && blockSize <= 1024 ? "sensible" : "?") << std::endl
                  << "Minimum grid size for maximum occupancy: " << (minGridSize > 0) << std::endl;
    } else {
        blockSize = 32;
    }
    gridSize = (arrayCount + blockSize - 1) / blockSize;
    square<<<gridSize, blockSize, SharedOf()(blockSize)>>>(array, arrayCount);
    cudaError_t e = cudaDeviceSynchronize();
    double o = reportPotentialOccupancy((void *)square, blockSize, SharedOf()(blockSize));
    std::cout << "Potential occupancy: " << (o > 0 && o <= 1 ? "between 0 and 100%" : "WRONG") << std::endl;
    return e != cudaSuccess || !(o > 0 && o <= 1);
}

int main()
{
    const int count = 1000000;
    std::vector<int> h(count);
    int status = 0;
    for (bool automatic : {false, true}) {
        for (int i = 0; i < count; i += 1)
            h[i] = i % 1000;
        int *d;
        cudaMalloc(&d, count * sizeof(int));
        cudaMemcpy(d, h.data(), count * sizeof(int), cudaMemcpyHostToDevice);
        status |= launchConfig(d, count, automatic);
        cudaMemcpy(h.data(), d, count * sizeof(int), cudaMemcpyDeviceToHost);
        for (int i = 0; i < count; i += 1)
            status |= h[i] != (i % 1000) * (i % 1000);
        cudaFree(d);
    }
    std::cout << (status ? "Test FAILED" : "Test PASSED") << std::endl;
    return status;
}
