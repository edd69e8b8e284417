// SPDX-License-Identifier: MIT
// CUB on the CPU device: shared by its parts. These headers follow CUB 3 (CUDA 13): the same names, the same
// use of TempStorage, written as plain CUDA C++, so that the checks see what each thread does with it. They include
// nothing of a toolkit's.
//
// A collective writes its TempStorage, waits, and reads it: who uses that again must wait first, as CUB's documentation
// says. What goes by shuffles on a GPU does so here, and uses no TempStorage.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <cassert> // programs rely on it
#include <cstdint>
#include <iterator>
#include <limits>
#include <new>
#include <type_traits>

#include "../../cuda_runtime.h"

#include "../../cpu_device/letters_hidden.h"

#ifndef CUB_VERSION
#define CUB_VERSION 300001
#endif
#ifndef CUB_MAJOR_VERSION
#define CUB_MAJOR_VERSION 3
#define CUB_MINOR_VERSION 0
#define CUB_SUBMINOR_VERSION 1
#endif

// Functions of the device are inlined into the kernel, so that a report names the kernel's line.
#define CPU_DEVICE_CUB [[gnu::always_inline]] __device__ inline
#define CPU_DEVICE_CUB_BOTH [[gnu::always_inline]] __host__ __device__ inline

// What each collective of a block begins with, public from there on: `storage` as its TempStorage, which is the
// program's or the block's own, and the thread's rank.
#define CPU_DEVICE_CUB_COLLECTIVE(name)                                                                                \
    storage &storage_;                                                                                                 \
    int thread_;                                                                                                       \
    CPU_DEVICE_CUB storage &private_storage()                                                                          \
    {                                                                                                                  \
        __shared__ storage own_storage;                                                                                \
        return own_storage;                                                                                            \
    }                                                                                                                  \
                                                                                                                       \
  public:                                                                                                              \
    using TempStorage = own::uninitialized<storage>;                                                                   \
    CPU_DEVICE_CUB name() : storage_(private_storage()), thread_(RowMajorTid(BlockX, BlockY, BlockZ)) {}               \
    CPU_DEVICE_CUB name(TempStorage &temp) : storage_(temp.Alias()), thread_(RowMajorTid(BlockX, BlockY, BlockZ)) {}

// Names that programs use from <cuda/functional>, which CUB includes. Where libcu++ itself is included, a qualified
// name finds its functors first: these are found by a using directive.
namespace cpu_device::functors::for_std
{
#define CPU_DEVICE_BINARY(name, result, expression)                                                                    \
    template <class T = void> struct name {                                                                            \
        CPU_DEVICE_CUB_BOTH constexpr result operator()(const T &x, const T &y) const                                  \
        {                                                                                                              \
            return expression;                                                                                         \
        }                                                                                                              \
    };                                                                                                                 \
    template <> struct name<void> {                                                                                    \
        template <class A, class B> CPU_DEVICE_CUB_BOTH constexpr auto operator()(const A &x, const B &y) const        \
        {                                                                                                              \
            return expression;                                                                                         \
        }                                                                                                              \
    };
CPU_DEVICE_BINARY(plus, T, x + y)
CPU_DEVICE_BINARY(minus, T, x - y)
CPU_DEVICE_BINARY(multiplies, T, x *y)
CPU_DEVICE_BINARY(divides, T, x / y)
CPU_DEVICE_BINARY(modulus, T, x % y)
CPU_DEVICE_BINARY(bit_and, T, x &y)
CPU_DEVICE_BINARY(bit_or, T, x | y)
CPU_DEVICE_BINARY(bit_xor, T, x ^ y)
CPU_DEVICE_BINARY(less, bool, x < y)
CPU_DEVICE_BINARY(greater, bool, x > y)
CPU_DEVICE_BINARY(less_equal, bool, x <= y)
CPU_DEVICE_BINARY(greater_equal, bool, x >= y)
CPU_DEVICE_BINARY(equal_to, bool, x == y)
CPU_DEVICE_BINARY(not_equal_to, bool, x != y)
CPU_DEVICE_BINARY(logical_and, bool, x &&y)
CPU_DEVICE_BINARY(logical_or, bool, x || y)
#undef CPU_DEVICE_BINARY
} // namespace cpu_device::functors::for_std

namespace cpu_device::functors::for_cuda
{
#define CPU_DEVICE_EXTREMUM(name, condition)                                                                           \
    template <class T = void> struct name {                                                                            \
        CPU_DEVICE_CUB_BOTH constexpr T operator()(const T &x, const T &y) const                                       \
        {                                                                                                              \
            return condition ? y : x;                                                                                  \
        }                                                                                                              \
    };                                                                                                                 \
    template <> struct name<void> {                                                                                    \
        template <class A, class B>                                                                                    \
        CPU_DEVICE_CUB_BOTH constexpr std::common_type_t<A, B> operator()(const A &x, const B &y) const                \
        {                                                                                                              \
            return condition ? y : x;                                                                                  \
        }                                                                                                              \
    };
CPU_DEVICE_EXTREMUM(minimum, y < x)
CPU_DEVICE_EXTREMUM(maximum, x < y)
#undef CPU_DEVICE_EXTREMUM
} // namespace cpu_device::functors::for_cuda

namespace cuda
{
using namespace ::cpu_device::functors::for_cuda;
namespace std
{
using namespace ::cpu_device::functors::for_std;
}
} // namespace cuda

namespace cub
{
// Removed in CUDA 13.
#define CPU_DEVICE_GONE(name, instead)                                                                                 \
    struct __attribute__((unavailable("CUDA 13 has no cub::" #name ": use " instead))) name;
CPU_DEVICE_GONE(Sum, "cuda::std::plus<>")
CPU_DEVICE_GONE(Difference, "cuda::std::minus<>")
CPU_DEVICE_GONE(Division, "cuda::std::divides<>")
CPU_DEVICE_GONE(Max, "cuda::maximum<>")
CPU_DEVICE_GONE(Min, "cuda::minimum<>")
CPU_DEVICE_GONE(Equality, "cuda::std::equal_to<>")
CPU_DEVICE_GONE(Inequality, "cuda::std::not_equal_to<>")
#undef CPU_DEVICE_GONE
#define CPU_DEVICE_GONE(name, instead)                                                                                 \
    template <class...> struct __attribute__((unavailable("CUDA 13 has no cub::" #name ": use " instead))) name;
CPU_DEVICE_GONE(CountingInputIterator, "thrust::counting_iterator")
CPU_DEVICE_GONE(ConstantInputIterator, "thrust::constant_iterator")
CPU_DEVICE_GONE(TransformInputIterator, "thrust::transform_iterator")
CPU_DEVICE_GONE(DiscardOutputIterator, "thrust::discard_iterator")
#undef CPU_DEVICE_GONE

namespace own
{
using plus = ::cpu_device::functors::for_std::plus<>;
using equal_to = ::cpu_device::functors::for_std::equal_to<>;
using not_equal_to = ::cpu_device::functors::for_std::not_equal_to<>;
using minimum = ::cpu_device::functors::for_cuda::minimum<>;
using maximum = ::cpu_device::functors::for_cuda::maximum<>;

// Room for a T in shared memory, where nothing is constructed.
template <class T> struct alignas(T) uninitialized {
    unsigned char bytes[sizeof(T)];
    CPU_DEVICE_CUB T &Alias()
    {
        return reinterpret_cast<T &>(*this);
    }
};

// Room for `count` values in TempStorage.
template <class T, int count> struct room {
    alignas(T) unsigned char bytes[sizeof(T) * count];
    CPU_DEVICE_CUB T *values()
    {
        return reinterpret_cast<T *>(bytes);
    }
};

// A value from another lane, of whatever size.
template <class T> CPU_DEVICE_CUB T shuffle(unsigned mask, const T &value, unsigned source, const char *file, int line)
{
    T result = value;
    uint64_t words[(sizeof(T) + 7) / 8] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    for (uint64_t &word : words)
        word = cpu_device_shuffle(mask, word, source, file, line);
    __builtin_memcpy(static_cast<void *>(&result), words, sizeof(T));
    return result;
}

template <class Iterator> using value_of = typename std::iterator_traits<Iterator>::value_type;
// The type of what an output iterator takes; where it says nothing, that of the input.
template <class Iterator, class Otherwise> using output_value_of =
    std::conditional_t<std::is_void_v<value_of<Iterator>>, Otherwise, value_of<Iterator>>;
// The type in which values are accumulated: what the operator returns.
template <class Operator, class T, class Init = T> using accumulator =
    std::decay_t<std::invoke_result_t<Operator &, Init, T>>;

// Marks a result that the thread lacks (interface.h), for the plugin of g++; other types than numbers are not marked.
template <class T> CPU_DEVICE_CUB T result_of_one(T result, int lacks)
{
#if defined __x86_64__ && !defined __clang__
    if constexpr (std::is_floating_point_v<T> && sizeof(T) <= 8)
        asm("# a result of one thread" : "+x"(result) : "r"(lacks));
    else if constexpr (std::is_integral_v<T> && sizeof(T) <= 8)
        asm("# a result of one thread" : "+r"(result) : "r"(lacks));
#endif
    return result;
}

CPU_DEVICE_CUB int linear_thread()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
} // namespace own

template <int Threads = 32> CPU_DEVICE_CUB unsigned int WarpMask(unsigned int warp)
{
    return Threads >= 32 ? ~0u : ((1u << Threads % 32) - 1) << (warp * Threads) % 32;
}
CPU_DEVICE_CUB unsigned int LaneId()
{
    return cpu_device_lane();
}
CPU_DEVICE_CUB unsigned int WarpId()
{
    return own::linear_thread() / 32;
}
CPU_DEVICE_CUB int RowMajorTid(int x, int y, int)
{
    return (int)threadIdx.z * x * y + (int)threadIdx.y * x + (int)threadIdx.x;
}

// The mode of a load changes nothing here.
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
} // namespace cub

#include "../../cpu_device/letters_shown.h"
