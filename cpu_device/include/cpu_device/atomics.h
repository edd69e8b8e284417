// SPDX-License-Identifier: MIT
// Atomic functions, over the types that CUDA has them for (CUDA C++ Programming Guide, "Atomic Functions"). Each
// returns the old value, is relaxed in order, as on a GPU, and works on global and shared memory. The _system kind does
// the same here. So does the _block kind, which tells the checks that it is of block scope.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "interface.h"
#include "scope.h"

// The result of an atomic function. If a program does not use it, the thread learns nothing about the operations of
// others, and an optimizing compiler leaves out the call that says so.
#if defined(__OPTIMIZE__) && !defined(__CUDACC_DEBUG__)
#define CPU_DEVICE_USED(old) (cpu_device_uses_result(address, sizeof *address) ? old : decltype(old)())
#else
#define CPU_DEVICE_USED(old) (cpu_device_uses_result(address, sizeof *address), old)
#endif

namespace cpu_device
{
// The functions of device scope are the same as those of the system's here.
template <cpu_device_scope scope> using block_scope =
    in_scope<scope == cpu_device_scope_block ? cpu_device_scope_block : cpu_device_scope_system>;

// Replaces *address by change(*address) in one step.
template <cpu_device_scope scope, class T, class Change>
[[gnu::always_inline]] __device__ inline T atomic_update(T *address, Change change)
{
    [[maybe_unused]] block_scope<scope> around;
    T old, desired;
    cpu_device_begin_atomic(address, &old, sizeof old);
    do
        desired = change(old);
    while (!__atomic_compare_exchange(address, &old, &desired, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    const T result = CPU_DEVICE_USED(old);
    cpu_device_end_atomic();
    if (__builtin_memcmp(&old, &desired, sizeof old) == 0)
        cpu_device_idle(address, &old, sizeof old);
    return result;
}

inline bool is_denormal(float x)
{
    unsigned bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return (bits & 0x7fffffff) - 1 < 0x7fffff;
}
inline float without_denormals(float x)
{
    return is_denormal(x) ? __builtin_copysignf(0, x) : x;
}
// In global memory, PTX's atom.add.f32 takes denormals for zeros of the same sign, and gives none; in shared memory
// not.
inline float atomic_sum(const float *address, float old, float value)
{
    const float sum = old + value;
    if (__builtin_expect(is_denormal(old) || is_denormal(value) || is_denormal(sum), 0) &&
        cpu_device_space_of(address) == cpu_device_space_global)
        return without_denormals(without_denormals(old) + without_denormals(value));
    return sum;
}
} // namespace cpu_device

// For one type T: the function NAME(T *, T), with its _block and _system kinds, from an expression of `old` and
// `value`.
#define CPU_DEVICE_ATOMIC_SCOPE(NAME, T, scope, expression)                                                            \
    [[gnu::always_inline]] __device__ inline T NAME(T *address, T value)                                               \
    {                                                                                                                  \
        return cpu_device::atomic_update<cpu_device_scope_##scope>(                                                    \
            address, [=]([[maybe_unused]] T old) -> T { return expression; });                                         \
    }
#define CPU_DEVICE_ATOMIC(NAME, T, expression)                                                                         \
    CPU_DEVICE_ATOMIC_SCOPE(NAME, T, device, expression)                                                               \
    CPU_DEVICE_ATOMIC_SCOPE(NAME##_block, T, block, expression)                                                        \
    CPU_DEVICE_ATOMIC_SCOPE(NAME##_system, T, system, expression)
#define CPU_DEVICE_ATOMIC_32(NAME, expression)                                                                         \
    CPU_DEVICE_ATOMIC(NAME, int, expression)                                                                           \
    CPU_DEVICE_ATOMIC(NAME, unsigned int, expression)
#define CPU_DEVICE_ATOMIC_BITS(NAME, expression)                                                                       \
    CPU_DEVICE_ATOMIC_32(NAME, expression)                                                                             \
    CPU_DEVICE_ATOMIC(NAME, unsigned long long, expression)

CPU_DEVICE_ATOMIC_BITS(atomicAdd, old + value)
CPU_DEVICE_ATOMIC(atomicAdd, float, cpu_device::atomic_sum(address, old, value))
CPU_DEVICE_ATOMIC(atomicAdd, double, old + value)
CPU_DEVICE_ATOMIC_32(atomicSub, old - value)
CPU_DEVICE_ATOMIC_BITS(atomicMin, value < old ? value : old)
CPU_DEVICE_ATOMIC(atomicMin, long long, value < old ? value : old)
CPU_DEVICE_ATOMIC_BITS(atomicMax, value > old ? value : old)
CPU_DEVICE_ATOMIC(atomicMax, long long, value > old ? value : old)
CPU_DEVICE_ATOMIC(atomicInc, unsigned int, old >= value ? 0 : old + 1)
CPU_DEVICE_ATOMIC(atomicDec, unsigned int, old == 0 || old > value ? value : old - 1)
CPU_DEVICE_ATOMIC_BITS(atomicAnd, old &value)
CPU_DEVICE_ATOMIC_BITS(atomicOr, old | value)
CPU_DEVICE_ATOMIC_BITS(atomicXor, old ^ value)

#undef CPU_DEVICE_ATOMIC_BITS
#undef CPU_DEVICE_ATOMIC_32
#undef CPU_DEVICE_ATOMIC
#undef CPU_DEVICE_ATOMIC_SCOPE

// Stores, whatever the old value is. The memory may be uninitialized where the result is not used.
#define CPU_DEVICE_EXCHANGE_SCOPE(NAME, T, scope)                                                                      \
    [[gnu::always_inline]] __device__ inline T NAME(T *address, T value)                                               \
    {                                                                                                                  \
        cpu_device_begin_exchange();                                                                                   \
        [[maybe_unused]] cpu_device::block_scope<cpu_device_scope_##scope> around;                                     \
        T old;                                                                                                         \
        __atomic_exchange(address, &value, &old, __ATOMIC_RELAXED);                                                    \
        const T result = CPU_DEVICE_USED(old);                                                                         \
        cpu_device_end_atomic();                                                                                       \
        if (__builtin_memcmp(&old, &value, sizeof old) == 0)                                                           \
            cpu_device_idle(address, &old, sizeof old);                                                                \
        return result;                                                                                                 \
    }
#define CPU_DEVICE_EXCHANGE(T)                                                                                         \
    CPU_DEVICE_EXCHANGE_SCOPE(atomicExch, T, device)                                                                   \
    CPU_DEVICE_EXCHANGE_SCOPE(atomicExch_block, T, block)                                                              \
    CPU_DEVICE_EXCHANGE_SCOPE(atomicExch_system, T, system)

CPU_DEVICE_EXCHANGE(int)
CPU_DEVICE_EXCHANGE(unsigned int)
CPU_DEVICE_EXCHANGE(unsigned long long)
CPU_DEVICE_EXCHANGE(float)

#undef CPU_DEVICE_EXCHANGE
#undef CPU_DEVICE_EXCHANGE_SCOPE

#define CPU_DEVICE_CAS_SCOPE(NAME, T, scope)                                                                           \
    [[gnu::always_inline]] __device__ inline T NAME(T *address, T expected, T desired)                                 \
    {                                                                                                                  \
        CPU_DEVICE_HAS(swaps);                                                                                         \
        cpu_device_begin_exchange();                                                                                   \
        [[maybe_unused]] cpu_device::block_scope<cpu_device_scope_##scope> around;                                     \
        const bool done =                                                                                              \
            __atomic_compare_exchange(address, &expected, &desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);        \
        const T result = CPU_DEVICE_USED(expected);                                                                    \
        cpu_device_end_atomic();                                                                                       \
        if (!done)                                                                                                     \
            cpu_device_idle(address, &expected, sizeof expected);                                                      \
        return result;                                                                                                 \
    }
#define CPU_DEVICE_CAS(T)                                                                                              \
    CPU_DEVICE_CAS_SCOPE(atomicCAS, T, device)                                                                         \
    CPU_DEVICE_CAS_SCOPE(atomicCAS_block, T, block)                                                                    \
    CPU_DEVICE_CAS_SCOPE(atomicCAS_system, T, system)

CPU_DEVICE_CAS(int)
CPU_DEVICE_CAS(unsigned int)
CPU_DEVICE_CAS(unsigned long long)
CPU_DEVICE_CAS(unsigned short)

#undef CPU_DEVICE_CAS
#undef CPU_DEVICE_CAS_SCOPE

// For vectors of float in global memory: each element is a separate atomic operation.
#define CPU_DEVICE_ATOMIC_VECTOR(NAME)                                                                                 \
    [[gnu::always_inline]] __device__ inline float2 NAME(float2 *address, float2 value)                                \
    {                                                                                                                  \
        return make_float2(NAME(&address->x, value.x), NAME(&address->y, value.y));                                    \
    }                                                                                                                  \
    [[gnu::always_inline]] __device__ inline float4 NAME(float4 *address, float4 value)                                \
    {                                                                                                                  \
        return make_float4(NAME(&address->x, value.x), NAME(&address->y, value.y), NAME(&address->z, value.z),         \
                           NAME(&address->w, value.w));                                                                \
    }
CPU_DEVICE_ATOMIC_VECTOR(atomicAdd)
CPU_DEVICE_ATOMIC_VECTOR(atomicAdd_block)
CPU_DEVICE_ATOMIC_VECTOR(atomicAdd_system)
#undef CPU_DEVICE_ATOMIC_VECTOR
#undef CPU_DEVICE_USED
