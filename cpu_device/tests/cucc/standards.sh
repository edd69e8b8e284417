#!/bin/sh
# SPDX-License-Identifier: MIT
# standards.sh CUCC SOURCE_FOLDER: each standard of C++ that g++ knows, with the headers that came with it; and templates
# for the device as Eigen 3.4 has them.
set -u
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

cat >standard.cu <<'END'
#include <cuda_fp16.h>
#include <limits>
#include <stdio.h>
#include <string.h>
#include <version>
#if __cplusplus > 201703L
#include <ranges>
#include <span>
#endif
#ifdef __cpp_lib_format
#include <format>
#endif
#ifdef __cpp_lib_expected
#include <expected>
#endif
#ifdef __cpp_lib_print
#include <print>
#endif
#if __cplusplus > 202002L && __has_include(<stdfloat>)
#include <stdfloat>
#endif
#ifdef WITH_LIBCU
#include <cuda/std/limits>
#endif

__global__ void twice(half *h)
{
    h[threadIdx.x] = __hadd(h[threadIdx.x], h[threadIdx.x]);
}

int main()
{
    half *h;
    cudaMallocManaged(&h, 32 * sizeof *h);
    for (int i = 0; i < 32; ++i)
        h[i] = __float2half(i);
    twice<<<1, 32>>>(h);
    cudaDeviceSynchronize();
    bool right = __half2float(h[31]) == 62 && std::numeric_limits<float>::digits == 24;
#ifdef __cpp_lib_ranges
    int odd = 0;
    for (int i : std::views::iota(0, 9) | std::views::filter([](int i) { return i % 2; }))
        odd += i;
    right = right && odd == 16;
#endif
#ifdef __cpp_lib_format
    right = right && std::format("{}", 62) == "62";
#endif
#ifdef __cpp_lib_expected
    right = right && std::expected<int, char>(62).value() == 62;
#endif
#ifdef __STDCPP_FLOAT16_T__
    right = right && std::numeric_limits<std::float16_t>::digits == 11;
#endif
#ifdef WITH_LIBCU
    right = right && cuda::std::numeric_limits<float>::digits == 24;
#endif
    cudaFree(h);
    puts(right ? "Yes" : "NO");
}
END
libcu=-DWITHOUT_LIBCU
! "$cucc" --thrust >/dev/null 2>&1 || libcu=-DWITH_LIBCU
for standard in c++17 gnu++20 c++20 c++23 c++26; do
    ! echo | "${CXX:-g++}" -std=$standard -x c++ -fsyntax-only - 2>/dev/null || builds -std=$standard $libcu standard.cu -o out
done

# What Eigen 3.4 does: in the device's pass its templates name a function of the global namespace that nothing declares.
cat >eigen.cu <<'END'
#include <complex>
#include <stdio.h>
#define EIGEN_CUDACC __CUDACC__
#include <vector_types.h>
#ifdef __CUDA_ARCH__
#define USING_STD(name) using ::name
#else
#define USING_STD(name) using std::name
#endif
template <class T> __host__ __device__ T angle(const T &x)
{
    USING_STD(arg);
    return arg(x);
}
template <class T> __host__ __device__ T root(const T &x)
{
    USING_STD(sqrt);
    return sqrt(x);
}
__global__ void take_root(float *f)
{
    *f = root(*f);
}
int main()
{
    float *f;
    cudaMallocManaged(&f, sizeof *f);
    *f = 9;
    take_root<<<1, 1>>>(f);
    cudaDeviceSynchronize();
    puts(*f == 3 ? "Yes" : "NO");
    cudaFree(f);
}
END
builds eigen.cu -o out
# Without Eigen, the name is the program's.
printf 'int arg = 1;\n' | cat - yes.cu >own_name.cu
builds own_name.cu -o out
exit "$failed"
