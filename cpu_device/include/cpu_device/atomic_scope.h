// SPDX-License-Identifier: MIT
// The scope of libcu++'s atomics.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <cuda/std/__atomic/scopes.h>

#include "scope.h"

namespace cpu_device
{
// While it lives, the calling thread's atomic operations have the scope of that tag.
template <class Tag> using atomic_scope =
    in_scope<__is_same(Tag, ::cuda::std::__thread_scope_block_tag)    ? cpu_device_scope_block
             : __is_same(Tag, ::cuda::std::__thread_scope_device_tag) ? cpu_device_scope_device
                                                                      : cpu_device_scope_system>;
} // namespace cpu_device
