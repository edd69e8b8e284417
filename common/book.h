// SPDX-License-Identifier: MIT
// book.h: checked CUDA calls, and the other helpers that readers of "CUDA by Example" know by these names.
//
//     HANDLE_ERROR(cudaMalloc(&p, size));      the call failed: its text, place and reason on stderr, exit status 1
//     HANDLE_ERROR(cudaGetLastError());        after a launch: was it accepted?
//     p = malloc(size);
//     HANDLE_NULL(p);                          out of host memory: the same
//
//     refuse_arguments(argc, argv);            of a program without options: an argument ends it with status 2
//
// Without a GPU or its driver, the first checked call that fails ends the program with one line and exit status 77,
// which CTest counts as skipped. So does a program whose device lacks what it needs:
//
//     require_feature(cudaDevAttrCooperativeLaunch, "cooperative launches");
//
// All messages go to stderr. Any number of files of a program may include this header.
#pragma once

#include <cuda_runtime.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <utility>

inline const char *program_name()
{
    return program_invocation_short_name;
}

// For a program without options: if the command line has an argument, prints one line and ends with exit status 2.
inline void refuse_arguments(int argc, char **argv)
{
    if (argc <= 1)
        return;
    fprintf(stderr, "%s: this program has no options, so '%s' is unexpected\n", program_name(), argv[1]);
    exit(2);
}

// Whether CUDA has no device to offer: no GPU, no driver, or a driver that is too old for the toolkit. Libraries such
// as CUB report that as some other error.
inline bool no_device()
{
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    return error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver || error == cudaErrorStubLibrary ||
           (error == cudaSuccess && count == 0);
}

// What helps where the program and the GPU do not fit, or NULL if the error is another one. nvcc without -arch stores
// PTX (besides code for the oldest GPUs), which the driver compiles for its GPU. A driver knows the PTX of toolkits up
// to its own CUDA version.
inline const char *remedy_for(cudaError_t error)
{
    if (error == cudaErrorUnsupportedPtxVersion)
        return "the GPU's driver is older than this nvcc, and cannot compile its PTX. Build for this GPU (nvcc "
               "-arch=native), or with a toolkit up to the CUDA version that nvidia-smi shows.";
    if (error == cudaErrorNoKernelImageForDevice)
        return "the program was built for other GPUs. Build for this one: nvcc -arch=native.";
    return NULL;
}

inline void HandleError(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fflush(stdout);
    if (no_device()) {
        fprintf(stderr, "%s: there is no CUDA device here (%s). The programs in build/cpu run without one.\n",
                program_name(), cudaGetErrorString(error));
        exit(77);
    }
    fprintf(stderr, "%s:%d: %s failed: %s (%s)\n", file, line, call, cudaGetErrorString(error),
            cudaGetErrorName(error));
    const char *remedy = remedy_for(error);
    if (remedy != NULL)
        fprintf(stderr, "%s: %s\n", program_name(), remedy);
    exit(EXIT_FAILURE);
}

#define HANDLE_ERROR(call) HandleError((call), #call, __FILE__, __LINE__)

// Ends the program, with one line and exit status 77, if the device's attribute is 0.
inline void require_feature(enum cudaDeviceAttr attribute, const char *feature)
{
    int device;
    int value;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&value, attribute, device));
    if (value != 0)
        return;
    fprintf(stderr, "%s: the device does not support %s\n", program_name(), feature);
    exit(77);
}

inline void handle_null(const void *pointer, const char *what, const char *file, int line)
{
    if (pointer != NULL)
        return;
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s is NULL: out of host memory\n", file, line, what);
    exit(EXIT_FAILURE);
}

#define HANDLE_NULL(pointer) handle_null((pointer), #pointer, __FILE__, __LINE__)

using std::swap;

// Pseudo-random numbers, the same in every run; free() them.
inline void *big_random_block(int bytes)
{
    unsigned char *data = (unsigned char *)malloc(bytes);
    HANDLE_NULL(data);
    for (int i = 0; i < bytes; ++i)
        data[i] = (unsigned char)rand();
    return data;
}

inline int *big_random_block_int(int count)
{
    int *data = (int *)malloc(count * sizeof(int));
    HANDLE_NULL(data);
    for (int i = 0; i < count; ++i)
        data[i] = rand();
    return data;
}

// --- from a number to a colour, by hue, lightness and saturation ---

// One channel, 0 to 255, of the colour between lightnesses n1 and n2 at a hue in degrees: a ramp up over 60 degrees, a
// plateau of 120, a ramp down over 60.
__device__ inline unsigned char value(float n1, float n2, int hue)
{
    hue = (hue % 360 + 360) % 360;
    float height = n1;
    if (hue < 60)
        height = n1 + (n2 - n1) * hue / 60;
    else if (hue < 180)
        height = n2;
    else if (hue < 240)
        height = n1 + (n2 - n1) * (240 - hue) / 60;
    return (unsigned char)(255 * height);
}

// The colour of lightness l and full saturation. As l goes from 0 to 1, the hue goes once round the circle, starting
// at 180 degrees.
__device__ inline uchar4 float_color(float l)
{
    int hue = (180 + (int)(360.0f * l)) % 360;
    float n2 = l <= 0.5f ? l * 2 : 1;
    float n1 = 2 * l - n2;
    return make_uchar4(value(n1, n2, hue + 120), value(n1, n2, hue), value(n1, n2, hue - 120), 255);
}

// One thread a pixel; a grid of whole blocks that covers the image. `image` is RGBA, four bytes a pixel.
__attribute__((unused)) static __global__ void float_to_color(unsigned char *image, const float *lightness)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    uchar4 colour = float_color(lightness[offset]);
    image[offset * 4 + 0] = colour.x;
    image[offset * 4 + 1] = colour.y;
    image[offset * 4 + 2] = colour.z;
    image[offset * 4 + 3] = colour.w;
}

__attribute__((unused)) static __global__ void float_to_color(uchar4 *image, const float *lightness)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    image[offset] = float_color(lightness[offset]);
}

// --- host threads ---

typedef pthread_t CUTThread;
typedef void *(*CUT_THREADROUTINE)(void *);
#define CUT_THREADPROC void *
#define CUT_THREADEND return NULL

inline CUTThread start_thread(CUT_THREADROUTINE routine, void *data)
{
    CUTThread thread;
    if (pthread_create(&thread, NULL, routine, data) != 0) {
        fprintf(stderr, "%s: cannot start a thread\n", program_name());
        exit(EXIT_FAILURE);
    }
    return thread;
}

// Waits for a thread to end.
inline void end_thread(CUTThread thread)
{
    pthread_join(thread, NULL);
}

// Ends a thread, whatever it is doing.
inline void destroy_thread(CUTThread thread)
{
    pthread_cancel(thread);
    pthread_join(thread, NULL);
}

inline void wait_for_threads(const CUTThread *threads, int count)
{
    for (int i = 0; i < count; ++i)
        end_thread(threads[i]);
}
