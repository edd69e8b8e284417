// SPDX-License-Identifier: MIT
// early_libcu_device_scope.cu: the host waits for a kernel's progress by a cuda::atomic of thread_scope_device, which
// does not include the host.
// CPU exits 3
// CPU reports 1
// CPU says the host reads
// CPU says early_libcu_device_scope.cu:{wait}
// all exits 0
// fixed-memcheck exits 3
// fixed-memcheck prints Invalid __global__ system-scoped atomic of size 4 bytes
#include <cuda/atomic>
#include <new>
#include <stdio.h>

#ifndef FIXED
typedef cuda::atomic<int, cuda::thread_scope_device> counter;
#else
typedef cuda::atomic<int, cuda::thread_scope_system> counter;
#endif

__global__ void work(counter *done, float *values)
{
    values[blockIdx.x] = 1.0f / (float)(1 + blockIdx.x);
    done->fetch_add(1, cuda::std::memory_order_release);
}

int main()
{
    const int blocks = 8;
    counter *done;
    float *values;
    if (cudaMallocHost(&done, sizeof *done) != cudaSuccess ||
        cudaMalloc(&values, blocks * sizeof *values) != cudaSuccess)
        return 1;
    new (done) counter(0);
    work<<<blocks, 1>>>(done, values);
    while (done->load(cuda::std::memory_order_acquire) < blocks) // {wait}
        ;
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(values);
    cudaFreeHost(done);
    printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
