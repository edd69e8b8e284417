// SPDX-License-Identifier: MIT
// limit_cooperative_blocks.cu: a right program launches as many cooperative blocks as every GPU of today has room for,
// and the CPU device has not.
// CPU exits 4
// CPU says Limit: cudaLaunchCooperativeKernel() at limit_cooperative_blocks.cu:{launch} asks for what the CPU device does not have
// CPU says blocks of 256 threads at once, and this cooperative launch has 128.
// CPU says CPU_DEVICE_CORES=12 makes room for 96, and no setting for more.
// CPU says SUMMARY: 0 errors, 0 warnings, 1 limit of the CPU device
#include <cooperative_groups.h>
#include <stdio.h>

__global__ void count(int *sum)
{
    atomicAdd(sum, 1);
    cooperative_groups::this_grid().sync();
    if (cooperative_groups::this_grid().thread_rank() == 0)
        sum[1] = sum[0];
}

int main()
{
    int *dev_sum;
    if (cudaMalloc(&dev_sum, 2 * sizeof(int)) != cudaSuccess || cudaMemset(dev_sum, 0, 2 * sizeof(int)) != cudaSuccess)
        return 1;
    void *arguments[] = {&dev_sum};
    cudaError_t error = cudaLaunchCooperativeKernel((void *)count, dim3(128), dim3(256), arguments, 0, 0); // {launch}
    printf("%s\n", cudaGetErrorString(error));
    cudaFree(dev_sum);
    return 0;
}
