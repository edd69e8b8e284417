// SPDX-License-Identifier: MIT
// The scope of libcu++'s atomics.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <cuda/std/__atomic/scopes.h>

#include "interface.h"

namespace cpu_device
{
// While it lives, the calling thread's atomic operations have the scope of that tag.
template <class Tag> struct atomic_scope {
    static constexpr cpu_device_scope scope =
        __is_same(Tag, ::cuda::std::__thread_scope_block_tag)    ? cpu_device_scope_block
        : __is_same(Tag, ::cuda::std::__thread_scope_device_tag) ? cpu_device_scope_device
                                                                 : cpu_device_scope_system;
    [[gnu::always_inline]] __host__ __device__ atomic_scope()
    {
        if (scope != cpu_device_scope_system)
            cpu_device_set_atomic_scope(scope);
    }
    [[gnu::always_inline]] __host__ __device__ ~atomic_scope()
    {
        if (scope != cpu_device_scope_system)
            cpu_device_set_atomic_scope(cpu_device_scope_system);
    }
};
} // namespace cpu_device
