// SPDX-License-Identifier: MIT
// The scope of a thread's atomic operations.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "interface.h"

namespace cpu_device
{
// While it lives, the calling thread's atomic operations have this scope.
template <cpu_device_scope scope> struct in_scope {
    [[gnu::always_inline]] __host__ __device__ in_scope()
    {
        if (scope == cpu_device_scope_block)
            CPU_DEVICE_HAS(block_scope);
        if (scope != cpu_device_scope_system)
            cpu_device_set_atomic_scope(scope);
    }
    [[gnu::always_inline]] __host__ __device__ ~in_scope()
    {
        if (scope != cpu_device_scope_system)
            cpu_device_set_atomic_scope(cpu_device_scope_system);
    }
};
} // namespace cpu_device
