// SPDX-License-Identifier: MIT
// modules.cu: kernels and variables that a program loads while it runs, from memory and from a file, by the driver API
// and by the runtime API. Each load has variables of its own.
// Errors on purpose.

#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *name_of(CUresult result)
{
    const char *name = NULL;
    cuGetErrorName(result, &name);
    return name != NULL ? name : "no name";
}

#define SHOW(call) printf("%s: %s\n", #call, name_of(call))
#define SHOW_RUNTIME(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        CUresult result = (call);                                                                                      \
        if (result != CUDA_SUCCESS) {                                                                                  \
            printf("%s: %s\n", #call, name_of(result));                                                                \
            exit(result == CUDA_ERROR_NO_DEVICE ? 77 : EXIT_FAILURE);                                                  \
        }                                                                                                              \
    } while (0)

const int n = 32;

static const char source[] =
    "extern \"C\" {\n"
    "__device__ int calls = 10;\n"
    "__constant__ float weights[4] = {1, 2, 3, 4};\n"
    "__global__ void reverse(float *a, int count)\n"
    "{\n"
    "    __shared__ float tile[32];\n"
    "    tile[threadIdx.x] = a[threadIdx.x];\n"
    "    __syncthreads();\n"
    "    a[threadIdx.x] = tile[count - 1 - threadIdx.x] * weights[threadIdx.x % 4];\n"
    "    if (threadIdx.x == 0)\n"
    "        ++calls;\n"
    "}\n"
    "struct pair { double x; char c; };\n"
    "__global__ void mixed(char first, double second, short third, struct pair fourth, float *out)\n"
    "{\n"
    "    extern __shared__ float space[];\n"
    "    space[threadIdx.x] = first + 10 * second + 100 * third + 1000 * fourth.x + 10000 * fourth.c;\n"
    "    __syncthreads();\n"
    "    out[threadIdx.x] = space[blockDim.x - 1 - threadIdx.x] + threadIdx.x;\n"
    "}\n"
    "}\n";

static char *make_ptx()
{
    nvrtcProgram program;
    size_t size = 0;
    if (nvrtcCreateProgram(&program, source, "source.cu", 0, NULL, NULL) != NVRTC_SUCCESS ||
        nvrtcCompileProgram(program, 0, NULL) != NVRTC_SUCCESS || nvrtcGetPTXSize(program, &size) != NVRTC_SUCCESS)
        exit(EXIT_FAILURE);
    char *ptx = (char *)malloc(size);
    nvrtcGetPTX(program, ptx);
    nvrtcDestroyProgram(&program);
    return ptx;
}

static void show(CUdeviceptr dev_a)
{
    float a[n];
    CHECK(cuMemcpyDtoH(a, dev_a, sizeof a));
    printf("%g %g %g %g\n", a[0], a[1], a[2], a[n - 1]);
}

static int calls_of(CUmodule module)
{
    CUdeviceptr calls;
    int value = 0;
    CHECK(cuModuleGetGlobal(&calls, NULL, module, "calls"));
    CHECK(cuMemcpyDtoH(&value, calls, sizeof value));
    return value;
}

int main()
{
    CUdevice device;
    CUcontext context;
    CUmodule module, again, wrong;
    CUfunction reverse, reverse_again, mixed;
    CUdeviceptr dev_a, weights;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    char *ptx = make_ptx();

    printf("from memory\n");
    char info[200] = "?", errors[200] = "?";
    CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER,
                              CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_MAX_REGISTERS};
    void *values[] = {info, (void *)sizeof info, errors, (void *)sizeof errors, (void *)32};
    SHOW(cuModuleLoadDataEx(&module, ptx, 5, options, values));
    SHOW(cuModuleLoadData(&again, ptx));
    unsigned int count = 0;
    SHOW(cuModuleGetFunctionCount(&count, module));
    printf("kernels: %u\n", count);
    SHOW(cuModuleGetFunction(&reverse, module, "reverse"));
    SHOW(cuModuleGetFunction(&reverse_again, again, "reverse"));
    SHOW(cuModuleGetFunction(&mixed, module, "mixed"));
    SHOW(cuModuleGetFunction(&mixed, module, "reverse2"));
    SHOW(cuModuleGetFunction(&mixed, module, "calls"));
    SHOW(cuModuleGetFunction(NULL, module, "mixed"));
    SHOW(cuModuleGetFunction(&mixed, module, NULL));
    CHECK(cuModuleGetFunction(&mixed, module, "mixed"));
    const char *name = "";
    SHOW(cuFuncGetName(&name, mixed));
    printf("name: %s\n", name);

    printf("launches\n");
    float a[n];
    for (int i = 0; i < n; ++i)
        a[i] = (float)i;
    CHECK(cuMemAlloc(&dev_a, sizeof a));
    CHECK(cuMemcpyHtoD(dev_a, a, sizeof a));
    int elements = n;
    void *arguments[] = {&dev_a, &elements};
    CHECK(cuLaunchKernel(reverse, 1, 1, 1, n, 1, 1, 0, NULL, arguments, NULL));
    show(dev_a);
    CHECK(cuLaunchKernel(reverse, 1, 1, 1, n, 1, 1, 0, NULL, arguments, NULL));
    CHECK(cuLaunchKernel(reverse_again, 1, 1, 1, n, 1, 1, 0, NULL, arguments, NULL));
    printf("calls: %d, %d\n", calls_of(module), calls_of(again));
    struct pair {
        double x;
        char c;
    };
    struct {
        char first;
        double second;
        short third;
        struct pair fourth;
        CUdeviceptr out;
    } buffer = {1, 2, 3, {4, 5}, dev_a};
    size_t size = sizeof buffer;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    CHECK(cuLaunchKernel(mixed, 1, 1, 1, n, 1, 1, n * sizeof(float), NULL, NULL, extra));
    show(dev_a);
    for (size_t i = 0; i < 5; ++i) {
        size_t offset = 0, bytes = 0;
        CHECK(cuFuncGetParamInfo(mixed, i, &offset, &bytes));
        printf("parameter %zu: at %zu, %zu bytes\n", i, offset, bytes);
    }
    CUlaunchConfig config = {1, 1, 1, n, 1, 1, n * sizeof(float), NULL, NULL, 0};
    buffer.first = 9;
    CHECK(cuLaunchKernelEx(&config, mixed, NULL, extra));
    show(dev_a);
    SHOW(cuLaunchKernel(reverse, 1, 1, 1, 2000, 1, 1, 0, NULL, arguments, NULL));

    printf("variables\n");
    const float factors[4] = {1, -1, 1, -1};
    SHOW(cuModuleGetGlobal(&weights, &size, module, "weights"));
    printf("weights: %zu bytes\n", size);
    CUdeviceptr none;
    size_t none_size;
    SHOW(cuModuleGetGlobal(&none, &none_size, module, "weight"));
    CHECK(cuMemcpyHtoD(weights, factors, sizeof factors));
    CHECK(cuMemcpyHtoD(dev_a, a, sizeof a));
    CHECK(cuLaunchKernel(reverse, 1, 1, 1, n, 1, 1, 0, NULL, arguments, NULL));
    show(dev_a);
    CHECK(cuMemcpyHtoD(dev_a, a, sizeof a));
    CHECK(cuLaunchKernel(reverse_again, 1, 1, 1, n, 1, 1, 0, NULL, arguments, NULL));
    show(dev_a);
    int value = 0, blocks = 0, block = 0;
    SHOW(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, reverse));
    printf("shared: %d bytes\n", value);
    SHOW(cuFuncSetAttribute(mixed, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 60000));
    SHOW(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, mixed));
    printf("dynamic: %d bytes\n", value);
    SHOW(cuOccupancyMaxPotentialBlockSize(&blocks, &block, reverse, NULL, 0, 0));
    printf("a size: %d\n", blocks > 0 && block > 0);
    SHOW(cuModuleUnload(again));
    printf("calls: %d\n", calls_of(module));

    printf("from a file\n");
    char path[] = "/tmp/modules.XXXXXX";
    int file = mkstemp(path);
    if (file < 0 || write(file, ptx, strlen(ptx)) != (ssize_t)strlen(ptx) || close(file) != 0)
        return EXIT_FAILURE;
    SHOW(cuModuleLoad(&again, path));
    printf("calls: %d\n", calls_of(again));
    SHOW(cuModuleUnload(again));
    SHOW(cuModuleLoad(&wrong, "/tmp/no such file"));
    SHOW(cuModuleLoad(NULL, path));
    SHOW(cuModuleUnload(module));

    printf("libraries\n");
    CUlibrary library;
    CUkernel kernel;
    CUfunction function;
    SHOW(cuLibraryLoadData(&library, ptx, NULL, NULL, 0, NULL, NULL, 0));
    SHOW(cuLibraryGetKernel(&kernel, library, "reverse"));
    SHOW(cuKernelGetFunction(&function, kernel));
    CHECK(cuMemcpyHtoD(dev_a, a, sizeof a));
    CHECK(cuLaunchKernel(function, 1, 1, 1, n, 1, 1, 0, NULL, arguments, NULL));
    show(dev_a);
    SHOW(cuLibraryGetGlobal(&weights, &size, library, "weights"));
    printf("weights: %zu bytes\n", size);
    SHOW(cuLibraryGetModule(&module, library));
    printf("calls: %d\n", calls_of(module));
    SHOW(cuLibraryGetKernel(&kernel, library, "none"));
    SHOW(cuLibraryUnload(library));
    cudaLibrary_t loaded;
    cudaKernel_t found;
    void *address = NULL;
    SHOW_RUNTIME(cudaLibraryLoadFromFile(&loaded, path, NULL, NULL, 0, NULL, NULL, 0));
    SHOW_RUNTIME(cudaLibraryGetKernel(&found, loaded, "reverse"));
    CHECK(cuMemcpyHtoD(dev_a, a, sizeof a));
    SHOW_RUNTIME(cudaLaunchKernel((const void *)found, dim3(1), dim3(n), arguments, 0, NULL));
    show(dev_a);
    SHOW_RUNTIME(cudaLibraryGetGlobal(&address, &size, loaded, "calls"));
    SHOW_RUNTIME(cudaMemcpy(&value, address, sizeof value, cudaMemcpyDeviceToHost));
    printf("calls: %d of %zu bytes\n", value, size);
    SHOW_RUNTIME(cudaLibraryGetKernel(&found, loaded, "none"));
    SHOW_RUNTIME(cudaGetLastError());
    SHOW_RUNTIME(cudaLibraryUnload(loaded));

    unlink(path);
    free(ptx);
    CHECK(cuMemFree(dev_a));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
