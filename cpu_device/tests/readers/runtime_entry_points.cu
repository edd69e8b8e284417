// SPDX-License-Identifier: MIT
// runtime_entry_points.cu: a launcher that asks the runtime for the driver's functions, as frameworks do
// Feature: cudaGetDriverEntryPointByVersion and cudaGetDriverEntryPoint, launches with attributes
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace detail
{
template <typename F> F entry_point(const char *symbol)
{
    void *fn = nullptr;
    cudaDriverEntryPointQueryResult status;
#if CUDART_VERSION >= 12050
    cudaError_t err = cudaGetDriverEntryPointByVersion(symbol, &fn, 12000, cudaEnableDefault, &status);
#else
    cudaError_t err = cudaGetDriverEntryPoint(symbol, &fn, cudaEnableDefault, &status);
#endif
    if (err != cudaSuccess || status != cudaDriverEntryPointSuccess || fn == nullptr)
        throw std::runtime_error(std::string("no driver function ") + symbol);
    return reinterpret_cast<F>(fn);
}
} // namespace detail

#define DRIVER_CALL(name, ...)                                                                                         \
    do {                                                                                                               \
        static const auto fn_ = detail::entry_point<decltype(&name)>(#name);                                           \
        const CUresult r_ = fn_(__VA_ARGS__);                                                                          \
        if (r_ != CUDA_SUCCESS) {                                                                                      \
            static const auto text_ = detail::entry_point<decltype(&cuGetErrorString)>("cuGetErrorString");            \
            const char *s_ = "";                                                                                       \
            text_(r_, &s_);                                                                                            \
            throw std::runtime_error(std::string(#name) + ": " + s_);                                                  \
        }                                                                                                              \
    } while (0)

template <int BLOCK> __global__ void block_sums(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK / 32];
    float v = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        v += in[i];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (float p : partial)
            sum += p;
        out[blockIdx.x] = sum;
    }
}

int main()
try {
    constexpr int n = 1 << 16, blocks = 12, threads = 128;
    cudaFree(0);
    CUdevice device;
    int major = 0, multiprocessors = 0;
    DRIVER_CALL(cuCtxGetDevice, &device);
    DRIVER_CALL(cuDeviceGetAttribute, &major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    DRIVER_CALL(cuDeviceGetAttribute, &multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
    float *in, *out, host[blocks];
    if (cudaMallocManaged(&in, n * sizeof(float)) != cudaSuccess || cudaMalloc(&out, sizeof host) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        in[i] = (float)(i % 8);
    cudaFunction_t function;
    if (cudaGetFuncBySymbol(&function, (const void *)block_sums<threads>) != cudaSuccess)
        return 1;
    int count = n;
    void *arguments[] = {&in, &out, &count};
    CUlaunchConfig config = {};
    config.gridDimX = blocks;
    config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
    config.blockDimX = threads;
    DRIVER_CALL(cuLaunchKernelEx, &config, (CUfunction)function, arguments, nullptr);
    DRIVER_CALL(cuMemcpyDtoH, host, (CUdeviceptr)out, sizeof host);
    float sum = 0;
    for (float s : host)
        sum += s;
    bool refused = false;
    try {
        detail::entry_point<void *>("cuNoSuchThing");
    } catch (const std::runtime_error &) {
        refused = true;
    }
    std::printf("compute capability %d.x, %d multiprocessors, sum %.0f\n", major, multiprocessors, sum);
    cudaFree(in);
    cudaFree(out);
    return !(sum == n / 8 * 28.0f && refused);
} catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return EXIT_FAILURE;
}
