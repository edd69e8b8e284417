// SPDX-License-Identifier: MIT
// nvrtc_templates.cu: kernel templates compiled at run time for the types that are asked for
// Feature: nvrtc, name expressions and lowered names, headers from memory, options, cuModuleLoadDataEx with logs
#include <cuda.h>
#include <nvrtc.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#define NVRTC_SAFE_CALL(x)                                                                                             \
    do {                                                                                                               \
        nvrtcResult result = x;                                                                                        \
        if (result != NVRTC_SUCCESS) {                                                                                 \
            std::cerr << "\nerror: " #x " failed with error " << nvrtcGetErrorString(result) << '\n';                  \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)
#define CUDA_SAFE_CALL(x)                                                                                              \
    do {                                                                                                               \
        CUresult result = x;                                                                                           \
        if (result != CUDA_SUCCESS) {                                                                                  \
            const char *msg;                                                                                           \
            cuGetErrorName(result, &msg);                                                                              \
            std::cerr << "\nerror: " #x " failed with error " << msg << '\n';                                          \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

const char *kernel_source = R"xxx(
#include "polynomial.cuh"

namespace math
{
template <typename T, int Degree>
__global__ void evaluate(const T *x, T *y, size_t n)
{
    extern __shared__ __align__(16) unsigned char raw[];
    T *c = reinterpret_cast<T *>(raw);
    if (threadIdx.x <= Degree)
        c[threadIdx.x] = static_cast<T>(coefficients[threadIdx.x]) * SCALE;
    __syncthreads();
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = horner<Degree>(c, x[i]);
}
}
)xxx";

const char *polynomial_cuh = R"xxx(
#pragma once
__constant__ double coefficients[8];

template <int Degree, typename T> __device__ __forceinline__ T horner(const T *c, T x)
{
    T sum = c[Degree];
#pragma unroll
    for (int k = Degree - 1; k >= 0; --k)
        sum = sum * x + c[k];
    return sum;
}
)xxx";

template <typename T>
bool run(CUmodule module, const char *name, int degree, const std::vector<double> &c, double tolerance)
{
    const size_t n = 5000;
    std::vector<T> x(n), y(n);
    for (size_t i = 0; i < n; ++i)
        x[i] = T(i) / T(n) - T(0.5);
    CUfunction kernel;
    CUdeviceptr dX, dY;
    CUDA_SAFE_CALL(cuModuleGetFunction(&kernel, module, name));
    CUDA_SAFE_CALL(cuMemAlloc(&dX, n * sizeof(T)));
    CUDA_SAFE_CALL(cuMemAlloc(&dY, n * sizeof(T)));
    CUDA_SAFE_CALL(cuMemcpyHtoD(dX, x.data(), n * sizeof(T)));
    size_t count = n;
    void *args[] = {&dX, &dY, &count};
    CUDA_SAFE_CALL(cuLaunchKernel(kernel, 8, 1, 1, 128, 1, 1, (degree + 1) * sizeof(T), NULL, args, 0));
    CUDA_SAFE_CALL(cuCtxSynchronize());
    CUDA_SAFE_CALL(cuMemcpyDtoH(y.data(), dY, n * sizeof(T)));
    CUDA_SAFE_CALL(cuMemFree(dX));
    CUDA_SAFE_CALL(cuMemFree(dY));
    double worst = 0;
    for (size_t i = 0; i < n; ++i) {
        double sum = 0;
        for (int k = degree; k >= 0; --k)
            sum = sum * (double)x[i] + 2 * c[k];
        worst = std::max(worst, std::fabs(sum - (double)y[i]));
    }
    std::cout << name << ": worst error " << worst << '\n';
    return worst <= tolerance;
}

int main()
{
    CUdevice cuDevice;
    CUcontext context;
    CUmodule module;
    CUDA_SAFE_CALL(cuInit(0));
    CUDA_SAFE_CALL(cuDeviceGet(&cuDevice, 0));
    CUDA_SAFE_CALL(cuCtxCreate(&context, NULL, 0, cuDevice));

    nvrtcProgram prog;
    const char *headers[] = {polynomial_cuh}, *names[] = {"polynomial.cuh"};
    NVRTC_SAFE_CALL(nvrtcCreateProgram(&prog, kernel_source, "prog.cu", 1, headers, names));
    const std::vector<std::string> expressions = {"math::evaluate<float, 3>", "math::evaluate<double, 7>"};
    for (const std::string &e : expressions)
        NVRTC_SAFE_CALL(nvrtcAddNameExpression(prog, e.c_str()));
    NVRTC_SAFE_CALL(nvrtcAddNameExpression(prog, "&coefficients"));

    int major, minor;
    CUDA_SAFE_CALL(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, cuDevice));
    CUDA_SAFE_CALL(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, cuDevice));
    const std::string arch = "--gpu-architecture=compute_" + std::to_string(major) + std::to_string(minor);
    const char *opts[] = {arch.c_str(), "-DSCALE=2", "--fmad=false"};
    nvrtcResult compileResult = nvrtcCompileProgram(prog, 3, opts);
    size_t logSize;
    NVRTC_SAFE_CALL(nvrtcGetProgramLogSize(prog, &logSize));
    std::vector<char> log(logSize);
    NVRTC_SAFE_CALL(nvrtcGetProgramLog(prog, log.data()));
    if (compileResult != NVRTC_SUCCESS) {
        std::cerr << log.data() << '\n';
        return 1;
    }
    size_t ptxSize;
    NVRTC_SAFE_CALL(nvrtcGetPTXSize(prog, &ptxSize));
    std::vector<char> ptx(ptxSize);
    NVRTC_SAFE_CALL(nvrtcGetPTX(prog, ptx.data()));

    char info[1024], error[1024];
    CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER,
                              CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_TARGET_FROM_CUCONTEXT};
    void *values[] = {info, (void *)sizeof(info), error, (void *)sizeof(error), 0};
    CUDA_SAFE_CALL(cuModuleLoadDataEx(&module, ptx.data(), 5, options, values));

    const std::vector<double> c = {1, -2, 0.5, 3, -1, 0.25, 4, -0.125};
    const char *lowered;
    CUdeviceptr dC;
    size_t bytes;
    NVRTC_SAFE_CALL(nvrtcGetLoweredName(prog, "&coefficients", &lowered));
    CUDA_SAFE_CALL(cuModuleGetGlobal(&dC, &bytes, module, lowered));
    if (bytes != c.size() * sizeof(double))
        return 1;
    CUDA_SAFE_CALL(cuMemcpyHtoD(dC, c.data(), bytes));
    bool ok = true;
    NVRTC_SAFE_CALL(nvrtcGetLoweredName(prog, expressions[0].c_str(), &lowered));
    ok &= run<float>(module, lowered, 3, c, 1e-5);
    NVRTC_SAFE_CALL(nvrtcGetLoweredName(prog, expressions[1].c_str(), &lowered));
    ok &= run<double>(module, lowered, 7, c, 1e-13);
    NVRTC_SAFE_CALL(nvrtcDestroyProgram(&prog));
    CUDA_SAFE_CALL(cuModuleUnload(module));
    CUDA_SAFE_CALL(cuCtxDestroy(context));
    std::cout << (ok ? "PASSED" : "FAILED") << '\n';
    return ok ? 0 : 1;
}
