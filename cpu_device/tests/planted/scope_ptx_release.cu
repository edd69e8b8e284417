// SPDX-License-Identifier: MIT
// scope_ptx_release.cu: a block hands its result to another one by the PTX instructions for release and acquire, with
// the scope of a block: .cta in place of .gpu.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

#ifndef FIXED
#define SCOPE "cta"
#else
#define SCOPE "gpu"
#endif

__device__ void store_release(int *flag, int value)
{
    asm volatile("st.release." SCOPE ".global.s32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
}

__device__ int load_acquire(const int *flag)
{
    int value;
    asm volatile("ld.acquire." SCOPE ".global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
    return value;
}

__global__ void hand_over(int *result, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *result = 42; // {write}
        store_release(flag, 1);
    } else {
        while (load_acquire(flag) == 0)
            ;
        *out = *result; // {read}
    }
}

int main()
{
    int *result, *flag, out = 0;
    if (cudaMalloc(&result, 2 * sizeof(int)) != cudaSuccess || cudaMalloc(&flag, sizeof(int)) != cudaSuccess ||
        cudaMemset(flag, 0, sizeof(int)) != cudaSuccess)
        return 1;
    hand_over<<<2, 1>>>(result, flag, result + 1);
    cudaError_t error = cudaMemcpy(&out, result + 1, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(result);
    cudaFree(flag);
    printf("%s, %d\n", cudaGetErrorString(error), out);
    return error != cudaSuccess;
}
