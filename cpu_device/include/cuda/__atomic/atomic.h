// SPDX-License-Identifier: MIT
// In front of CCCL's header of this name, whose atomic_thread_fence() forgets its scope on a host.
#pragma once
#pragma GCC system_header
#include <cuda/std/atomic>

#include "../../cpu_device/interface.h"

#ifdef _LIBCUDACXX_BEGIN_NAMESPACE_STD // before CCCL 3.2, which calls it without its inner namespace
_LIBCUDACXX_BEGIN_NAMESPACE_STD
#else
namespace cuda::std
{
#endif
inline void cpu_device_fence_without_scope(memory_order) noexcept {}
#ifdef _LIBCUDACXX_END_NAMESPACE_STD
_LIBCUDACXX_END_NAMESPACE_STD
#else
} // namespace cuda::std
#endif

#define atomic_thread_fence cpu_device_fence_without_scope
#include_next <cuda/__atomic/atomic.h>
#undef atomic_thread_fence

namespace cuda
{
__attribute__((always_inline)) __host__ __device__ inline void
atomic_thread_fence(memory_order order, thread_scope scope = thread_scope::thread_scope_system)
{
    if (scope == thread_scope::thread_scope_block)
        CPU_DEVICE_HAS(block_scope);
    if (scope != thread_scope::thread_scope_thread)
        cpu_device_ordered_fence(scope == thread_scope::thread_scope_block    ? cpu_device_scope_block
                                 : scope == thread_scope::thread_scope_device ? cpu_device_scope_device
                                                                              : cpu_device_scope_system,
                                 (int)order);
}
} // namespace cuda
