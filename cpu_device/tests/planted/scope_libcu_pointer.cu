// SPDX-License-Identifier: MIT
// scope_libcu_pointer.cu: a block tells another one where its result is by a cuda::atomic of a pointer, of block scope.
// Needs libcu++ 3.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {release}, reads {acquire}
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <cuda/atomic>
#include <stdio.h>

#ifndef FIXED
const cuda::thread_scope scope = cuda::thread_scope_block;
#else
const cuda::thread_scope scope = cuda::thread_scope_device;
#endif

__device__ int result;
__device__ cuda::atomic<int *, scope> where;

__global__ void hand_over(int *out)
{
    if (blockIdx.x == 0) {
        result = 42;                                      // {write}
        where.store(&result, cuda::memory_order_release); // {release}
        return;
    }
    int *from;
    while ((from = where.load(cuda::memory_order_acquire)) == nullptr) // {acquire}
        ;
    *out = *from; // {read}
}

int main()
{
    int *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMemset(dev_out, 0, sizeof out) != cudaSuccess)
        return 1;
    hand_over<<<2, 1>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 42)
        return 1;
#endif
    return error != cudaSuccess;
}
