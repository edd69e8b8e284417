// SPDX-License-Identifier: MIT
// cublas_other_stream.cu: a kernel makes a vector in one stream, and cuBLAS scales it in another.
// CPU exits 3
// CPU reports 1 to 2: the second, if it comes first, reads what is not written yet
// CPU finds race-with-copy
// CPU says x[0] (4096 bytes from cudaMalloc
// CPU says cublasSscal() at cublas_other_stream.cu:{scale} writes
// CPU says kernel ones, launched at cublas_other_stream.cu:{launch}, writes at cublas_other_stream.cu:{store}
// all exits 0
#include <cublas_v2.h>
#include <stdio.h>

const int n = 1024;

__global__ void ones(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1; // {store}
}

int main()
{
    float *dev_x, x[n], two = 2;
    cudaStream_t stream;
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS || cudaMalloc(&dev_x, sizeof x) != cudaSuccess ||
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess)
        return 1;
#ifdef FIXED
    cublasSetStream(handle, stream);
#endif
    ones<<<n / 256, 256, 0, stream>>>(dev_x);                       // {launch}
    cublasStatus_t status = cublasSscal(handle, n, &two, dev_x, 1); // {scale}
    cudaDeviceSynchronize();
    cudaError_t error = cudaMemcpy(x, dev_x, sizeof x, cudaMemcpyDeviceToHost);
    printf("%s, %d\n", cudaGetErrorString(error), (int)status);
    cublasDestroy(handle);
    cudaStreamDestroy(stream);
    cudaFree(dev_x);
#ifdef FIXED
    if (x[n - 1] != 2)
        return 1;
#endif
    return error != cudaSuccess;
}
