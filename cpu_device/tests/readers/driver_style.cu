// SPDX-License-Identifier: MIT
// driver_style.cu: the driver API around kernels of the program
// Feature: cuInit, contexts, cuMemAlloc, cuLaunchKernel of a kernel by cudaGetFuncBySymbol, error names
#include <cuda.h>
#include <cuda_runtime.h>

#include <stdio.h>
#include <stdlib.h>

#define checkCudaErrors(err) __checkCudaErrors(err, __FILE__, __LINE__)
inline void __checkCudaErrors(CUresult err, const char *file, const int line)
{
    if (CUDA_SUCCESS != err) {
        const char *errorStr = NULL;
        cuGetErrorString(err, &errorStr);
        fprintf(stderr, "checkCudaErrors() Driver API error = %04d \"%s\" from file <%s>, line %i.\n", err, errorStr,
                file, line);
        exit(EXIT_FAILURE);
    }
}

extern "C" __global__ void VecAdd_kernel(const float *A, const float *B, float *C, int N)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < N)
        C[i] = A[i] + B[i];
}

int main(int argc, char **argv)
{
    int N = 50000, threads = 256;
    size_t size = N * sizeof(float);
    CUdevice device;
    CUcontext context;
    char name[100];
    int major = 0, minor = 0;
    checkCudaErrors(cuInit(0));
    checkCudaErrors(cuDeviceGet(&device, 0));
    checkCudaErrors(cuDeviceGetName(name, 100, device));
    checkCudaErrors(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    checkCudaErrors(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    printf("> Using device 0: %s, %d.%d\n", name, major, minor);
    checkCudaErrors(cuDevicePrimaryCtxRetain(&context, device));
    checkCudaErrors(cuCtxSetCurrent(context));
    float *h_A = (float *)malloc(size), *h_B = (float *)malloc(size), *h_C = (float *)malloc(size);
    for (int i = 0; i < N; ++i)
        h_A[i] = i, h_B[i] = 2 * i;
    CUdeviceptr d_A, d_B, d_C;
    checkCudaErrors(cuMemAlloc(&d_A, size));
    checkCudaErrors(cuMemAlloc(&d_B, size));
    checkCudaErrors(cuMemAlloc(&d_C, size));
    checkCudaErrors(cuMemcpyHtoD(d_A, h_A, size));
    checkCudaErrors(cuMemcpyHtoD(d_B, h_B, size));
    cudaFunction_t function;
    if (cudaGetFuncBySymbol(&function, (const void *)VecAdd_kernel) != cudaSuccess)
        return 1;
    void *args[] = {&d_A, &d_B, &d_C, &N};
    CUstream stream;
    checkCudaErrors(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
    checkCudaErrors(
        cuLaunchKernel((CUfunction)function, (N + threads - 1) / threads, 1, 1, threads, 1, 1, 0, stream, args, NULL));
    checkCudaErrors(cuStreamSynchronize(stream));
    checkCudaErrors(cuMemcpyDtoH(h_C, d_C, size));
    int i;
    for (i = 0; i < N; ++i)
        if (h_C[i] != h_A[i] + h_B[i])
            break;
    checkCudaErrors(cuStreamDestroy(stream));
    checkCudaErrors(cuMemFree(d_A));
    checkCudaErrors(cuMemFree(d_B));
    checkCudaErrors(cuMemFree(d_C));
    checkCudaErrors(cuDevicePrimaryCtxRelease(device));
    free(h_A), free(h_B), free(h_C);
    printf("%s\n", (i == N) ? "Result = PASS" : "Result = FAIL");
    return i != N;
}
