// SPDX-License-Identifier: MIT
// cublas_freed_in_stream.cu: cuBLAS works in one stream, and its operand is freed in the order of another one.
// CPU exits 3
// CPU finds race-with-copy
// CPU says cudaFreeAsync() at cublas_freed_in_stream.cu:{free} frees
// CPU says cublasSaxpy() at cublas_freed_in_stream.cu:{call} reads
// memcheck exits 3
#include <cublas_v2.h>
#include <stdio.h>

const int n = 1 << 18, size = n * sizeof(float);

int main()
{
    const float two = 2;
    float *x, *y, last = -1;
    cublasHandle_t cublas;
    cudaStream_t owner, user;
    if (cudaStreamCreateWithFlags(&owner, cudaStreamNonBlocking) || cudaMalloc(&y, size) ||
        cudaStreamCreateWithFlags(&user, cudaStreamNonBlocking) || cudaMallocAsync(&x, size, owner) ||
        cublasCreate(&cublas) || cublasSetStream(cublas, user))
        return 1;
    cudaMemset(y, 0, size);
    cudaMemsetAsync(x, 0, size, owner);
    cudaDeviceSynchronize();
    if (cublasSaxpy(cublas, n, &two, x, 1, y, 1)) // {call}
        return 1;
#ifdef FIXED
    cudaStreamSynchronize(user);
#endif
    cudaFreeAsync(x, owner); // {free}
    cudaDeviceSynchronize();
    cudaMemcpy(&last, y + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("%g\n", last);
    cublasDestroy(cublas);
    cudaStreamDestroy(owner);
    cudaStreamDestroy(user);
    return cudaFree(y) != cudaSuccess;
}
