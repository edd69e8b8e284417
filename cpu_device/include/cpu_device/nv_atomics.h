// SPDX-License-Identifier: MIT
// Atomic functions with an order and a scope (CUDA C++ Programming Guide, "__nv_atomic functions"). They are judged as
// cuda::atomic is. The orders have the compiler's numbers. Of 16 bytes there are none.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "interface.h"

enum {
    __NV_ATOMIC_RELAXED = __ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME = __ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE = __ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE = __ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL = __ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST = __ATOMIC_SEQ_CST,
};
enum {
    __NV_THREAD_SCOPE_THREAD = 0,
    __NV_THREAD_SCOPE_BLOCK = 1,
    __NV_THREAD_SCOPE_CLUSTER = 2, // a block, for there are no clusters
    __NV_THREAD_SCOPE_DEVICE = 3,
    __NV_THREAD_SCOPE_SYSTEM = 4,
};

namespace cpu_device
{
[[gnu::always_inline]] __device__ inline cpu_device_scope scope_of(int scope)
{
    if (scope <= __NV_THREAD_SCOPE_CLUSTER)
        CPU_DEVICE_HAS(block_scope);
    return scope <= __NV_THREAD_SCOPE_CLUSTER  ? cpu_device_scope_block
           : scope == __NV_THREAD_SCOPE_DEVICE ? cpu_device_scope_device
                                               : cpu_device_scope_system;
}

// While it lives, the calling thread's atomic operations have this scope.
class within
{
  public:
    [[gnu::always_inline]] __device__ explicit within(int scope) : scope_(scope)
    {
        if (scope_ != __NV_THREAD_SCOPE_SYSTEM)
            cpu_device_set_atomic_scope(scope_of(scope_));
    }
    [[gnu::always_inline]] __device__ ~within()
    {
        if (scope_ != __NV_THREAD_SCOPE_SYSTEM)
            cpu_device_set_atomic_scope(cpu_device_scope_system);
    }

  private:
    const int scope_;
};

template <class T> struct exactly { // not deduced from this argument
    using type = T;
};
template <class T> using exactly_t = typename exactly<T>::type;

template <class T> constexpr bool is_real = __is_same(T, float) || __is_same(T, double);
template <class T> constexpr bool can_exchange = sizeof(T) <= 8;

// Replaces *address by change(*address) in one step.
template <class T, class Change>
[[gnu::always_inline]] __device__ inline T ordered_update(T *address, int order, int scope, Change change)
{
    CPU_DEVICE_HAS(fences);
    CPU_DEVICE_HAS(swaps);
    within around(scope);
    T old, desired;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        desired = change(old);
    while (!__atomic_compare_exchange(address, &old, &desired, false, order, __ATOMIC_RELAXED));
    return old;
}
} // namespace cpu_device

#define CPU_DEVICE_ORDERED int order, int scope = __NV_THREAD_SCOPE_SYSTEM
#define CPU_DEVICE_EXCHANGES                                                                                           \
    static_assert(cpu_device::can_exchange<T>, "the CPU device has no atomic functions of 16 bytes");                  \
    CPU_DEVICE_HAS(fences);                                                                                            \
    cpu_device::within around(scope)

template <class T>
[[gnu::always_inline]] __device__ inline void __nv_atomic_load(const T *address, T *result, CPU_DEVICE_ORDERED)
{
    CPU_DEVICE_EXCHANGES;
    __atomic_load(address, result, order);
}
template <class T> [[gnu::always_inline]] __device__ inline T __nv_atomic_load_n(const T *address, CPU_DEVICE_ORDERED)
{
    static_assert(!cpu_device::is_real<T>, "__nv_atomic_load_n() takes integers: use __nv_atomic_load()");
    CPU_DEVICE_EXCHANGES;
    return __atomic_load_n(address, order);
}
template <class T>
[[gnu::always_inline]] __device__ inline void __nv_atomic_store(T *address, T *value, CPU_DEVICE_ORDERED)
{
    CPU_DEVICE_EXCHANGES;
    __atomic_store(address, value, order);
}
template <class T> [[gnu::always_inline]] __device__ inline void
__nv_atomic_store_n(T *address, cpu_device::exactly_t<T> value, CPU_DEVICE_ORDERED)
{
    static_assert(!cpu_device::is_real<T>, "__nv_atomic_store_n() takes integers: use __nv_atomic_store()");
    CPU_DEVICE_EXCHANGES;
    __atomic_store_n(address, value, order);
}
template <class T>
[[gnu::always_inline]] __device__ inline void __nv_atomic_exchange(T *address, T *value, T *old, CPU_DEVICE_ORDERED)
{
    CPU_DEVICE_EXCHANGES;
    __atomic_exchange(address, value, old, order);
}
template <class T> [[gnu::always_inline]] __device__ inline T
__nv_atomic_exchange_n(T *address, cpu_device::exactly_t<T> value, CPU_DEVICE_ORDERED)
{
    static_assert(!cpu_device::is_real<T>, "__nv_atomic_exchange_n() takes integers: use __nv_atomic_exchange()");
    CPU_DEVICE_EXCHANGES;
    return __atomic_exchange_n(address, value, order);
}

#define CPU_DEVICE_COMPARED bool weak, int order, int order_of_failure, int scope = __NV_THREAD_SCOPE_SYSTEM
template <class T> [[gnu::always_inline]] __device__ inline bool
__nv_atomic_compare_exchange(T *address, T *expected, T *desired, CPU_DEVICE_COMPARED)
{
    CPU_DEVICE_HAS(swaps);
    CPU_DEVICE_EXCHANGES;
    if (__atomic_compare_exchange(address, expected, desired, false, order, order_of_failure))
        return true;
    cpu_device_idle(address, expected, sizeof *expected);
    return false;
}
template <class T> [[gnu::always_inline]] __device__ inline bool
__nv_atomic_compare_exchange_n(T *address, T *expected, cpu_device::exactly_t<T> desired, CPU_DEVICE_COMPARED)
{
    static_assert(!cpu_device::is_real<T>, "__nv_atomic_compare_exchange_n() takes integers: drop the _n");
    return __nv_atomic_compare_exchange(address, expected, &desired, weak, order, order_of_failure, scope);
}

// NAME, which returns nothing, and fetch_NAME. The updates of integers that the compiler knows are single steps; the
// others come from an expression of `old` and `value`.
#define CPU_DEVICE_ORDERED_PAIR(NAME, allowed, ...)                                                                    \
    template <class T> [[gnu::always_inline]] __device__ inline T __nv_atomic_fetch_##NAME(                            \
        T *address, cpu_device::exactly_t<T> value, CPU_DEVICE_ORDERED)                                                \
    {                                                                                                                  \
        static_assert(sizeof(T) == 4 || sizeof(T) == 8, "this atomic function takes objects of 4 or 8 bytes");         \
        static_assert(allowed, "__nv_atomic_fetch_" #NAME "() does not take this type");                               \
        __VA_ARGS__                                                                                                    \
    }                                                                                                                  \
    template <class T> [[gnu::always_inline]] __device__ inline void __nv_atomic_##NAME(                               \
        T *address, cpu_device::exactly_t<T> value, CPU_DEVICE_ORDERED)                                                \
    {                                                                                                                  \
        __nv_atomic_fetch_##NAME(address, value, order, scope);                                                        \
    }
#define CPU_DEVICE_SINGLE_STEP(NAME, allowed)                                                                          \
    CPU_DEVICE_ORDERED_PAIR(NAME, allowed, CPU_DEVICE_HAS(fences); cpu_device::within around(scope);                   \
                            return __atomic_fetch_##NAME(address, value, order);)
#define CPU_DEVICE_BY_EXPRESSION(NAME, allowed, expression)                                                            \
    CPU_DEVICE_ORDERED_PAIR(NAME, allowed, return cpu_device::ordered_update(address, order, scope, [=](T old) -> T {  \
                                return expression;                                                                     \
                            });)
#define CPU_DEVICE_NOT_LONG (sizeof(T) == 4 || (T)-1 > (T)0 || cpu_device::is_real<T>)
CPU_DEVICE_ORDERED_PAIR(
    add, CPU_DEVICE_NOT_LONG,
    if constexpr (cpu_device::is_real<T>) return cpu_device::ordered_update(address, order, scope,
                                                                            [=](T old) -> T { return old + value; });
    else {
        CPU_DEVICE_HAS(fences);
        cpu_device::within around(scope);
        return __atomic_fetch_add(address, value, order);
    })
template <class T> [[gnu::always_inline]] __device__ inline T
__nv_atomic_fetch_sub(T *address, cpu_device::exactly_t<T> value, CPU_DEVICE_ORDERED)
{
    return __nv_atomic_fetch_add(address, (T)-value, order, scope);
}
template <class T> [[gnu::always_inline]] __device__ inline void
__nv_atomic_sub(T *address, cpu_device::exactly_t<T> value, CPU_DEVICE_ORDERED)
{
    __nv_atomic_fetch_add(address, (T)-value, order, scope);
}
CPU_DEVICE_BY_EXPRESSION(min, !cpu_device::is_real<T>, value < old ? value : old)
CPU_DEVICE_BY_EXPRESSION(max, !cpu_device::is_real<T>, value > old ? value : old)
CPU_DEVICE_SINGLE_STEP(and, !cpu_device::is_real<T>)
CPU_DEVICE_SINGLE_STEP(or, !cpu_device::is_real<T>)
CPU_DEVICE_SINGLE_STEP(xor, !cpu_device::is_real<T>)
#undef CPU_DEVICE_BY_EXPRESSION
#undef CPU_DEVICE_SINGLE_STEP
#undef CPU_DEVICE_ORDERED_PAIR
#undef CPU_DEVICE_NOT_LONG
#undef CPU_DEVICE_COMPARED
#undef CPU_DEVICE_EXCHANGES

[[gnu::always_inline]] __device__ inline void __nv_atomic_thread_fence(CPU_DEVICE_ORDERED)
{
    CPU_DEVICE_HAS(fences);
    if (order != __NV_ATOMIC_RELAXED && scope != __NV_THREAD_SCOPE_THREAD)
        cpu_device_ordered_fence(cpu_device::scope_of(scope), order);
}
#undef CPU_DEVICE_ORDERED
