// SPDX-License-Identifier: MIT
// streams_free_of_null.cu: cudaFree() of a null pointer between two kernels of different streams: it frees nothing, and
// so it does not wait.
// CPU exits 3
// CPU finds race-between-launches: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

__global__ void fill(int *p)
{
    p[threadIdx.x] = threadIdx.x; // {write}
}

__global__ void reverse(const int *p, int *q)
{
    q[threadIdx.x] = p[31 - threadIdx.x]; // {read}
}

int main()
{
    int *p, *q, *none = nullptr, out[32] = {};
    cudaStream_t one, other;
    if (cudaStreamCreate(&one) != cudaSuccess || cudaStreamCreate(&other) != cudaSuccess ||
        cudaMalloc(&p, sizeof out) != cudaSuccess || cudaMalloc(&q, sizeof out) != cudaSuccess ||
        cudaMemset(p, 0, sizeof out) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    fill<<<1, 32, 0, one>>>(p);
    cudaFree(none);
#ifdef FIXED
    cudaStreamSynchronize(one);
#endif
    reverse<<<1, 32, 0, other>>>(p, q);
    cudaDeviceSynchronize();
    cudaError_t error = cudaMemcpy(out, q, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(p);
    cudaFree(q);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    if (out[0] != 31)
        return 1;
#endif
    return error != cudaSuccess;
}
