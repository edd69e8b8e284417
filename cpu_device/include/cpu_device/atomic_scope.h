// SPDX-License-Identifier: MIT
// The scope of libcu++'s atomics.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <cuda/std/__atomic/scopes.h>

#include "scope.h"

namespace cpu_device
{
// The calling thread's next atomic operation names the scope that all have from the start.
struct in_named_system_scope {
    [[gnu::always_inline]] __host__ __device__ in_named_system_scope()
    {
        cpu_device_set_atomic_scope(cpu_device_scope_system);
    }
};
template <class Tag> struct scope_of_tag {
    using type = in_named_system_scope;
};
template <> struct scope_of_tag<::cuda::std::__thread_scope_block_tag> {
    using type = in_scope<cpu_device_scope_block>;
};
template <> struct scope_of_tag<::cuda::std::__thread_scope_device_tag> {
    using type = in_scope<cpu_device_scope_device>;
};
// While it lives, the calling thread's atomic operations have the scope of that tag.
template <class Tag> using atomic_scope = typename scope_of_tag<Tag>::type;
} // namespace cpu_device
