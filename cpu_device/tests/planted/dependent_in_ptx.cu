// SPDX-License-Identifier: MIT
// dependent_in_ptx.cu: a kernel lets the next one begin, and that one does not wait: griddepcontrol in PTX.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-of-dependent-launch
// CPU says kernel fill, launched at dependent_in_ptx.cu:{fill}, writes at dependent_in_ptx.cu:{write}
// CPU says kernel add_up, launched at dependent_in_ptx.cu:{launch}, reads at dependent_in_ptx.cu:{read}
// CPU says Call cudaGridDependencySynchronize() before dependent_in_ptx.cu:{read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 4, threads = 128, n = blocks * threads;

__global__ void fill(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("griddepcontrol.launch_dependents;");
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
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
    atomicAdd(&sum, a[blockIdx.x * blockDim.x + threadIdx.x]); // {read}
    __syncthreads();
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

// A launch that may begin before the kernel before it has ended.
static cudaError_t launch_dependent(void (*kernel)(const int *, int *), const int *a, int *sums)
{
    cudaLaunchAttribute how[1] = {};
    how[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    how[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = threads;
    config.attrs = how;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, kernel, a, sums); // {launch}
}

int main()
{
    device_array<int> a(n, zeros), sums(blocks);
    fill<<<blocks, threads>>>(a); // {fill}
    HANDLE_ERROR(launch_dependent(add_up, a, sums));
    if (finish(sums) != 0)
        return 1;
    bool right = true;
    for (int block = 0; block < blocks; ++block)
        right &= sums.on_host[block] == threads * block * threads + threads * (threads - 1) / 2;
#ifdef FIXED
    if (!right)
        return 1;
#endif
    return 0;
}
