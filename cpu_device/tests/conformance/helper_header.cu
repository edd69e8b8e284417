// SPDX-License-Identifier: MIT
// helper_header.cu: what the helper headers of sample collections ask of CUDA's: which headers were included, by their
// guards; the name of an error; the number of a device from the command line; the fastest device; its cores.

#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device_launch_parameters.h"

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

#ifdef __DRIVER_TYPES_H__
static const char *name_of(cudaError_t error)
{
    return cudaGetErrorName(error);
}
#endif
#ifdef CUDA_DRIVER_API
static const char *name_of(CUresult error)
{
    static char unknown[] = "<unknown>";
    const char *name = NULL;
    cuGetErrorName(error, &name);
    return name ? name : unknown;
}
#endif
#ifdef CUBLAS_API_H_
#error cublas_api.h was not included
#endif
#ifdef _CUFFT_H_
#error cufft.h was not included
#endif
#ifdef CUSPARSEAPI
#error cusparse.h was not included
#endif
#ifdef CURAND_H_
#error curand.h was not included
#endif

#ifndef __CUDA_RUNTIME_H__
#error cuda_runtime.h was included
#endif
#ifndef __VECTOR_TYPES_H__
#error vector_types.h comes along
#endif

template <typename T> void check(T result, char const *const function, const char *const file, int const line)
{
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, static_cast<unsigned int>(result),
                name_of(result), function);
        exit(EXIT_FAILURE);
    }
}
#define checkCudaErrors(value) check((value), #value, __FILE__, __LINE__)

inline void last_error(const char *message, const char *file, const int line)
{
    cudaError_t error = cudaGetLastError();
    if (cudaSuccess != error) {
        fprintf(stderr, "%s(%i) : %s : (%d) %s.\n", file, line, message, static_cast<int>(error),
                cudaGetErrorString(error));
        exit(EXIT_FAILURE);
    }
}
#define getLastCudaError(message) last_error(message, __FILE__, __LINE__)

#ifndef MAX
#define MAX(a, b) (a > b ? a : b)
#endif

inline int cores_of(int major, int minor)
{
    typedef struct {
        int capability, cores;
    } capability_to_cores;
    capability_to_cores table[] = {{0x75, 64},  {0x80, 64},  {0x86, 128}, {0x89, 128},
                                   {0x90, 128}, {0xa0, 128}, {-1, -1}};
    for (int i = 0; table[i].capability != -1; ++i)
        if (table[i].capability == ((major << 4) + minor))
            return table[i].cores;
    return 64;
}

inline int use_device(int number)
{
    int count, mode = -1, major = 0, minor = 0;
    checkCudaErrors(cudaGetDeviceCount(&count));
    if (count == 0 || number > count - 1)
        exit(EXIT_FAILURE);
    checkCudaErrors(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, number));
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, number));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, number));
    if (mode == cudaComputeModeProhibited || major < 1)
        exit(EXIT_WAIVED);
    checkCudaErrors(cudaSetDevice(number));
    return number;
}

inline int fastest_device()
{
    int best = -1, count = 0, prohibited = 0;
    uint64_t most = 0;
    checkCudaErrors(cudaGetDeviceCount(&count));
    for (int device = 0; device < count; ++device) {
        int mode = -1, major = 0, minor = 0, multiprocessors = 0, rate = 0;
        checkCudaErrors(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, device));
        checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
        checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
        if (mode == cudaComputeModeProhibited) {
            ++prohibited;
            continue;
        }
        checkCudaErrors(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
        cudaError_t result = cudaDeviceGetAttribute(&rate, cudaDevAttrClockRate, device);
        if (result != cudaSuccess)
            rate = 1;
        uint64_t power = (uint64_t)multiprocessors * cores_of(major, minor) * rate;
        if (power > most) {
            most = power;
            best = device;
        }
    }
    return prohibited == count ? -1 : best;
}

__global__ void twice(int *x)
{
    x[threadIdx.x] *= 2;
}

int main(int argc, char **argv)
{
    int device = argc > 1 && strncmp(argv[1], "--device=", 9) == 0 ? use_device(atoi(argv[1] + 9)) : fastest_device();
    printf("device %d\n", use_device(MAX(device, 0)));
    cudaDeviceProp properties;
    checkCudaErrors(cudaGetDeviceProperties(&properties, device));
    printf("compute capability %d.%d, %d cores a multiprocessor\n", properties.major, properties.minor,
           cores_of(properties.major, properties.minor));

    int host[32], *dev;
    for (int i = 0; i < 32; ++i)
        host[i] = i;
    cudaStream_t stream;
    cudaEvent_t start, stop;
    checkCudaErrors(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    checkCudaErrors(cudaEventCreateWithFlags(&start, cudaEventBlockingSync));
    checkCudaErrors(cudaEventCreate(&stop));
    checkCudaErrors(cudaMalloc(reinterpret_cast<void **>(&dev), sizeof host));
    checkCudaErrors(cudaMemcpyAsync(dev, host, sizeof host, cudaMemcpyHostToDevice, stream));
    checkCudaErrors(cudaProfilerStart());
    checkCudaErrors(cudaEventRecord(start, stream));
    twice<<<1, 32, 0, stream>>>(dev);
    getLastCudaError("twice() was refused");
    checkCudaErrors(cudaEventRecordWithFlags(stop, stream, cudaEventRecordDefault));
    checkCudaErrors(cudaEventSynchronize(stop));
    checkCudaErrors(cudaProfilerStop());
    checkCudaErrors(cudaMemcpyAsync(host, dev, sizeof host, cudaMemcpyDeviceToHost, stream));
    checkCudaErrors(cudaStreamSynchronize(stream));
    printf("twice 31: %d\n", host[31]);
    checkCudaErrors(cudaFree(dev));
    checkCudaErrors(cudaEventDestroy(start));
    checkCudaErrors(cudaEventDestroy(stop));
    checkCudaErrors(cudaStreamDestroy(stream));
    printf("names: %s %s %s\n", name_of(cudaErrorECCUncorrectable), name_of(cudaErrorCooperativeLaunchTooLarge),
           name_of(cudaErrorGraphExecUpdateFailure));
    printf("text: %s\n", cudaGetErrorString(cudaErrorPeerAccessAlreadyEnabled));
    return 0;
}
