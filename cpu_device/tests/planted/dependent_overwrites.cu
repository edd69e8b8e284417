// SPDX-License-Identifier: MIT
// dependent_overwrites.cu: a kernel clears its counts before it waits for the kernel before, which still reads them.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-of-dependent-launch
// CPU says kernel clear, launched at dependent_overwrites.cu:{launch}, writes at dependent_overwrites.cu:{write}
// CPU says kernel twice, launched at dependent_overwrites.cu:{twice}, reads at dependent_overwrites.cu:{read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 4, threads = 128, n = blocks * threads;

__global__ void twice(const int *counts, int *results)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cudaTriggerProgrammaticLaunchCompletion();
    results[i] = 2 * counts[i]; // {read}
}

// Clears the counts for the next round, and adds up the results.
__global__ void clear(int *counts, const int *results, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
    cudaGridDependencySynchronize();
#endif
    counts[i] = 0; // {write}
    cudaGridDependencySynchronize();
    atomicAdd(sum, results[i]);
}

// A launch that may begin before the kernel before it has ended.
static cudaError_t launch_dependent(void (*kernel)(int *, const int *, int *), int *counts, const int *results,
                                    int *sum)
{
    cudaLaunchAttribute how[1] = {};
    how[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    how[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = threads;
    config.attrs = how;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, kernel, counts, results, sum); // {launch}
}

int main()
{
    device_array<int> counts(n, 1), results(n), sum(1, zeros);
    twice<<<blocks, threads>>>(counts, results); // {twice}
    HANDLE_ERROR(launch_dependent(clear, counts, results, sum));
    return check_fixed(sum, 2 * n);
}
