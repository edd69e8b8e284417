// SPDX-License-Identifier: MIT
// dependent_before_waiting.cu: what a dependent kernel may do before it waits: it reads what was ready before the
// kernel before it, and writes what that one does not use. And kernels that are ordered without a wait. Compiled with:
// -arch=sm_90
#include <stdio.h>

const int blocks = 4, threads = 128, n = blocks * threads;

__global__ void fill(int *a, int first)
{
    cudaTriggerProgrammaticLaunchCompletion();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = first + i;
}

// b[i] = factors[i] * a[i]: only a is the primary's.
__global__ void multiply(const int *a, const int *factors, int *b, int *used)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int factor = factors[i];
    used[i] = factor;
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
    b[i] = factor * a[i];
}

// The kernel before has waited for fill(), and so all of fill() is over: what that stored may be read at once.
__global__ void add(const int *a, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = a[i];
    cudaGridDependencySynchronize();
    b[i] += mine;
}

// Waits first, and lets the next one begin after that.
__global__ void wait_and_multiply(const int *a, const int *factors, int *b, int *used)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
    used[i] = factors[i];
    b[i] = factors[i] * a[i];
}

__global__ void copy(const int *a, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[n - 1 - i];
}

// A launch in the stream that may begin before the kernel before it has ended.
template <class... Parameters>
static bool launch_dependent(cudaStream_t stream, void (*kernel)(Parameters...), Parameters... arguments)
{
    cudaLaunchAttribute how[1] = {};
    how[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    how[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = threads;
    config.stream = stream;
    config.attrs = how;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, kernel, arguments...) == cudaSuccess;
}

static int wrong;

static void expect(const int *dev, int i, int right)
{
    int value = -1;
    cudaMemcpy(&value, dev + i, sizeof value, cudaMemcpyDeviceToHost);
    if (value != right) {
        printf("[%d] is %d, right %d\n", i, value, right);
        ++wrong;
    }
}

int main()
{
    const size_t size = n * sizeof(int);
    int *a, *b, *factors, *used;
    cudaStream_t one, other;
    cudaEvent_t filled;
    if (cudaMalloc(&a, size) != cudaSuccess || cudaMalloc(&b, size) != cudaSuccess ||
        cudaMalloc(&factors, size) != cudaSuccess || cudaMalloc(&used, size) != cudaSuccess ||
        cudaStreamCreate(&one) != cudaSuccess || cudaStreamCreate(&other) != cudaSuccess ||
        cudaEventCreate(&filled) != cudaSuccess)
        return 1;
    bool launched = true;
    fill<<<blocks, threads>>>(factors, 2);
    fill<<<blocks, threads>>>(a, 7);
    launched &= launch_dependent(0, multiply, (const int *)a, (const int *)factors, b, used);
    expect(b, 3, 10 * 5);

    // Three kernels; the second one waits before the third may begin.
    fill<<<blocks, threads>>>(a, 1);
    launched &= launch_dependent(0, wait_and_multiply, (const int *)a, (const int *)factors, b, used);
    launched &= launch_dependent(0, add, (const int *)a, b);
    expect(b, 4, 5 * 6 + 5);

    // An ordinary launch is ordered after both.
    fill<<<blocks, threads>>>(a, 3);
    launched &= launch_dependent(0, multiply, (const int *)a, (const int *)factors, b, used);
    copy<<<blocks, threads>>>(b, a);
    expect(a, n - 1, 3 * 2);

    // A dependent launch that comes after something else than a kernel, or after the host has waited.
    fill<<<blocks, threads, 0, one>>>(a, 5);
    cudaMemsetAsync(used, 0, size, one);
    launched &= launch_dependent(one, copy, (const int *)a, b);
    cudaStreamSynchronize(one);
    expect(b, 0, 5 + n - 1);
    fill<<<blocks, threads, 0, one>>>(a, 6);
    cudaStreamSynchronize(one);
    launched &= launch_dependent(one, copy, (const int *)a, b);
    cudaStreamSynchronize(one);
    expect(b, 0, 6 + n - 1);

    // A kernel of another stream, which this one waits for by an event.
    fill<<<blocks, threads, 0, one>>>(a, 8);
    cudaEventRecord(filled, one);
    cudaStreamWaitEvent(other, filled, 0);
    launched &= launch_dependent(other, copy, (const int *)a, b);
    cudaStreamSynchronize(other);
    expect(b, 0, 8 + n - 1);

    cudaEventDestroy(filled);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    cudaFree(a);
    cudaFree(b);
    cudaFree(factors);
    cudaFree(used);
    return !launched || wrong != 0;
}
