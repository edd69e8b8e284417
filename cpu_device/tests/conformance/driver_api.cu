// SPDX-License-Identifier: MIT
// driver_api.cu: the driver API by itself: contexts, memory, streams, events, and launches of the program's own
// kernels; what is refused, and with which error.
// Errors on purpose.

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

static const char *name_of(CUresult result)
{
    const char *name = NULL;
    cuGetErrorName(result, &name);
    return name != NULL ? name : "no name";
}

#define SHOW(call) printf("%s: %s\n", #call, name_of(call))
#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        CUresult result = (call);                                                                                      \
        if (result != CUDA_SUCCESS) {                                                                                  \
            printf("%s: %s\n", #call, name_of(result));                                                                \
            exit(result == CUDA_ERROR_NO_DEVICE ? 77 : EXIT_FAILURE);                                                  \
        }                                                                                                              \
    } while (0)

const int n = 256;

__global__ void scale(float *a, float factor, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        a[i] *= factor;
}

int main()
{
    int count = 0, value = 0, version = 0;
    CUdevice device;
    CUcontext context, got;
    CUdeviceptr p = 0, q = 0;
    SHOW(cuDeviceGetCount(&count));
    SHOW(cuInit(1));
    CHECK(cuInit(0));
    CHECK(cuDriverGetVersion(&version));
    printf("version at least 12000: %d\n", version >= 12000);

    printf("devices\n");
    CHECK(cuDeviceGetCount(&count));
    printf("some: %d\n", count > 0);
    SHOW(cuDeviceGetCount(NULL));
    SHOW(cuDeviceGet(&device, 77));
    CHECK(cuDeviceGet(&device, 0));
    char name[100] = "";
    CHECK(cuDeviceGetName(name, sizeof name, device));
    printf("has a name: %d\n", name[0] != '\0');
    size_t bytes = 0, available = 0, total = 0;
    CHECK(cuDeviceTotalMem(&bytes, device));
    printf("has memory: %d\n", bytes > 0);
    CHECK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
    printf("threads a warp: %d\n", value);
    CHECK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    printf("major compute capability: %d\n", value);
    SHOW(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 77));
    SHOW(cuDeviceGetAttribute(&value, (CUdevice_attribute)9999, device));

    printf("no context\n");
    CHECK(cuCtxGetCurrent(&got));
    printf("none is current: %d\n", got == NULL);
    SHOW(cuMemAlloc(&p, 16));
    SHOW(cuCtxSynchronize());
    SHOW(cuCtxPopCurrent(&got));
    SHOW(cuCtxDestroy(NULL));
    SHOW(cuCtxPushCurrent(NULL));

    printf("a context\n");
    CHECK(cuCtxCreate(&context, NULL, 0, device));
    CHECK(cuCtxGetCurrent(&got));
    printf("it is current: %d\n", got == context);
    CHECK(cuCtxGetDevice(&device));
    printf("of device %d\n", device);
    CHECK(cuMemGetInfo(&available, &total));
    printf("memory is free: %d\n", available > 0 && available <= total);

    printf("memory\n");
    SHOW(cuMemAlloc(&p, 0));
    SHOW(cuMemAlloc(NULL, 4));
    SHOW(cuMemFree(0));
    CHECK(cuMemAlloc(&p, n * sizeof(float)));
    CHECK(cuMemAlloc(&q, n * sizeof(float)));
    float *host = (float *)malloc(n * sizeof(float)), *back = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; i++)
        host[i] = (float)i;
    SHOW(cuMemcpyHtoD(p, NULL, 4));
    SHOW(cuMemcpyDtoH(back, 0, 4));
    SHOW(cuMemcpyDtoH(back, p, n * sizeof(float) + 1));
    CHECK(cuMemcpyHtoD(p, host, n * sizeof(float)));
    CHECK(cuMemcpyDtoD(q, p, n * sizeof(float)));
    CHECK(cuMemcpyDtoH(back, q, n * sizeof(float)));
    printf("there and back: %g\n", back[n - 1]);
    CUdeviceptr base = 0;
    CHECK(cuMemGetAddressRange(&base, &bytes, p + 100));
    printf("the range: %d, %zu bytes\n", base == p, bytes);
    CHECK(cuMemsetD32(q, 0x3f800000, n));
    CHECK(cuMemsetD16(q, 0x4000, 1));
    CHECK(cuMemsetD8(q + 4, 0x40, 4));
    CHECK(cuMemcpyDtoH(back, q, n * sizeof(float)));
    unsigned words[3];
    CHECK(cuMemcpyDtoH(words, q, sizeof words));
    printf("filled: %08x %08x %08x\n", words[0], words[1], words[2]);
    SHOW(cuMemsetD32(q + 1, 5, 1));
    SHOW(cuMemsetD32(q, 5, n + 1));

    printf("kernels\n");
    CUfunction function = NULL;
    if (cudaGetFuncBySymbol(&function, (const void *)scale) != cudaSuccess)
        return 1;
    float factor = 2.5f;
    int elements = n;
    void *arguments[] = {&p, &factor, &elements};
    CUstream stream;
    CUevent start, stop;
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuEventCreate(&start, CU_EVENT_DEFAULT));
    CHECK(cuEventCreate(&stop, CU_EVENT_DEFAULT));
    CHECK(cuEventRecord(start, stream));
    CHECK(cuLaunchKernel(function, n / 64, 1, 1, 64, 1, 1, 0, stream, arguments, NULL));
    CHECK(cuLaunchKernel(function, n / 64, 1, 1, 64, 1, 1, 0, stream, arguments, NULL));
    CHECK(cuEventRecord(stop, stream));
    CHECK(cuMemcpyDtoHAsync(back, p, n * sizeof(float), stream));
    CHECK(cuStreamSynchronize(stream));
    SHOW(cuStreamQuery(stream));
    SHOW(cuEventQuery(stop));
    float milliseconds = -1;
    CHECK(cuEventElapsedTime(&milliseconds, start, stop));
    printf("it took time: %d\n", milliseconds >= 0);
    printf("scaled twice: %g %g\n", back[1], back[n - 1]);
    SHOW(cuLaunchKernel(function, 1, 1, 1, 2000, 1, 1, 0, 0, arguments, NULL));
    SHOW(cuLaunchKernel(function, 0, 1, 1, 64, 1, 1, 0, 0, arguments, NULL));
    SHOW(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 99999, 0, arguments, NULL));
    SHOW(cuLaunchKernel(NULL, 1, 1, 1, 64, 1, 1, 0, 0, arguments, NULL));
    CHECK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
    printf("threads a block: %d\n", value);
    CHECK(cuCtxSynchronize());

    printf("handles\n");
    SHOW(cuStreamCreate(NULL, 0));
    SHOW(cuStreamDestroy(NULL));
    SHOW(cuEventDestroy(NULL));
    const char *text = name;
    SHOW(cuGetErrorString((CUresult)12345, &text));
    printf("no text: %d\n", text == NULL);
    CHECK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
    printf("%s\n", text);
    printf("the runtime API knows of none of this: %s\n", cudaGetErrorName(cudaGetLastError()));

    printf("the end\n");
    CHECK(cuEventDestroy(start));
    CHECK(cuEventDestroy(stop));
    CHECK(cuStreamDestroy(stream));
    CHECK(cuMemFree(p));
    CHECK(cuMemFree(q));
    CHECK(cuDevicePrimaryCtxRetain(&got, device));
    printf("the primary context is another one: %d\n", got != context);
    CHECK(cuCtxPushCurrent(got));
    CHECK(cuCtxPopCurrent(&got));
    SHOW(cuDevicePrimaryCtxRelease(device));
    SHOW(cuDevicePrimaryCtxRelease(device));
    CHECK(cuCtxDestroy(context));
    CHECK(cuCtxGetCurrent(&got));
    printf("none is current: %d\n", got == NULL);
    free(host);
    free(back);
    return 0;
}
