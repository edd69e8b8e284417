// SPDX-License-Identifier: MIT
// What rewritten launches and kernels call (rewrite.c shows what becomes of them).
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <cstddef>
#include <memory>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "../driver_types.h"

namespace cpu_device
{
// Static shared memory of a block, on every compute capability so far; ptxas refuses more.
constexpr size_t max_static_shared = 48 * 1024;

// The body of a kernel with the arguments of one launch. Each CUDA thread runs a copy of it.
struct kernel_body {
    const char *name; // as the source has it
    const char *type; // the mangled type of the body, which leads to the kernel's symbol and its shared variables
    std::shared_ptr<const void> closure;
    size_t closure_size; // bytes
    void (*run)(const void *closure);
    void (*run_checked)(const void *closure); // the same, with the calls of hooks.cpp in it
    unsigned max_threads;                     // a block: its __launch_bounds__, or the device's limit
};

// kernel<<<grid, block, shared, stream>>>: remembers the configuration for the call that follows.
void configure(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = nullptr,
               const char *file = __builtin_FILE(), int line = __builtin_LINE());

// Behind that call: ends the program if the call was none of a kernel.
void launched();

// Puts the kernel into its stream; what is wrong with the configuration becomes the last error.
void launch(kernel_body body);

// The body is inlined into both; for the first, without what cucc leaves out for the sake of the checks.
template <class Closure> __attribute__((no_sanitize("thread"), optimize("tree-sra"))) void run_body(const void *shared)
{
    Closure mine = *static_cast<const Closure *>(shared);
    mine();
}

template <class Closure> void run_checked_body(const void *shared)
{
    Closure mine = *static_cast<const Closure *>(shared);
    mine();
}

template <class Body> void kernel(const char *name, Body &&body, unsigned max_threads = 1024)
{
    using closure = std::decay_t<Body>;
    launch({name, typeid(closure).name(), std::make_shared<const closure>(std::forward<Body>(body)), sizeof(closure),
            run_body<closure>, run_checked_body<closure>, max_threads});
}

// The dynamic shared memory of the running block: extern __shared__ T name[].
struct dynamic_memory {
    void *address;
    template <class T> operator T *() const
    {
        return static_cast<T *>(address);
    }
};
dynamic_memory dynamic_shared();

// The same, declared outside of any function.
template <class T> struct dynamic_shared_array {
    operator T *() const
    {
        return dynamic_shared();
    }
    template <class U> explicit operator U *() const // casts
    {
        return reinterpret_cast<U *>(static_cast<T *>(dynamic_shared()));
    }
    template <class I, class = std::enable_if_t<std::is_integral<I>::value>> explicit operator I() const
    {
        return reinterpret_cast<I>(static_cast<T *>(dynamic_shared()));
    }
};
} // namespace cpu_device
