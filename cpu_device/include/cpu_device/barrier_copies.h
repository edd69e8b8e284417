// SPDX-License-Identifier: MIT
// cuda::memcpy_async() for a cuda::barrier. As on a GPU, a copy from global to shared memory for a barrier of the block
// there is done when the barrier's phase has completed, and any other when the function returns. Until then, memory is
// as a block gets it.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <assert.h>
#include <cuda/barrier>
#include <stdint.h>
#include <type_traits>
#if __has_include(<cuda/__barrier/async_contract_fulfillment.h>)
#include <cuda/__barrier/async_contract_fulfillment.h>
#endif

#include "letters_hidden.h"

// What releases of libcu++ before 1.9 lack (Debian 12 has 1.8.1). Within namespace cuda, a newer release's own name is
// found first.
namespace cpu_device_for_old_libcu
{
enum class async_contract_fulfillment { none, async };
}
using namespace cpu_device_for_old_libcu;

namespace cpu_device
{
// Sizes that promise an alignment.
template <class Size, class = void> inline constexpr size_t promised_alignment = 1;
template <class Size> inline constexpr size_t promised_alignment<Size, std::void_t<decltype(Size::align)>> =
    Size::align;

// Thread `rank` of `threads` copies pieces rank, rank + threads, and so on: each 16 bytes, which is what one copy of a
// GPU's takes.
template <class Size, class Barrier> [[gnu::always_inline]] __host__ __device__ inline void
copy_until(size_t rank, size_t threads, void *to, const void *from, Size size, const Barrier &barrier)
{
    const bool aligned = ((uintptr_t)to | (uintptr_t)from | (size_t)size) % promised_alignment<Size> == 0;
    assert(aligned && "cuda::aligned_size_t");
    const void *until = std::is_same_v<Barrier, cuda::barrier<cuda::thread_scope_block>> ? &barrier : nullptr;
    const size_t bytes = size, piece = threads == 1 ? bytes : 16;
    for (size_t done = rank * piece; done < bytes; done += threads * piece)
        cpu_device_copy_until((char *)to + done, (const char *)from + done, bytes - done < piece ? bytes - done : piece,
                              until);
}
} // namespace cpu_device

namespace cuda
{
#define CPU_DEVICE_COPY [[gnu::always_inline]] __host__ __device__ inline async_contract_fulfillment

template <class T, class Size, thread_scope Scope, class Completion>
CPU_DEVICE_COPY memcpy_async(T *to, const T *from, Size size, barrier<Scope, Completion> &until)
{
    static_assert(std::is_trivially_copyable_v<T>, "memcpy_async() copies bytes: the type is none for that");
    cpu_device::copy_until(0, 1, to, from, size, until);
    return async_contract_fulfillment::async;
}

template <class Size, thread_scope Scope, class Completion>
CPU_DEVICE_COPY memcpy_async(void *to, const void *from, Size size, barrier<Scope, Completion> &until)
{
    cpu_device::copy_until(0, 1, to, from, size, until);
    return async_contract_fulfillment::async;
}

// By all threads of a group.
template <class Group, class T, class Size, thread_scope Scope, class Completion>
CPU_DEVICE_COPY memcpy_async(const Group &group, T *to, const T *from, Size size, barrier<Scope, Completion> &until)
{
    static_assert(std::is_trivially_copyable_v<T>, "memcpy_async() copies bytes: the type is none for that");
    cpu_device::copy_until(group.thread_rank(), group.size(), to, from, size, until);
    return async_contract_fulfillment::async;
}

template <class Group, class Size, thread_scope Scope, class Completion> CPU_DEVICE_COPY
memcpy_async(const Group &group, void *to, const void *from, Size size, barrier<Scope, Completion> &until)
{
    cpu_device::copy_until(group.thread_rank(), group.size(), to, from, size, until);
    return async_contract_fulfillment::async;
}

#undef CPU_DEVICE_COPY

#ifdef CPU_DEVICE_HAS_BLOCK_BARRIERS
// Barriers that count the bytes of their copies, too. The class begins with the word of the barrier.
namespace device
{
[[nodiscard]] __device__ inline barrier<thread_scope_block>::arrival_token
barrier_arrive_tx(barrier<thread_scope_block> &b, ptrdiff_t arrivals, ptrdiff_t bytes, CPU_DEVICE_PLACE)
{
    cpu_device_phase_expect(&b, bytes, file, line);
    return cpu_device_phase_arrive(&b, (unsigned)arrivals, 0, 1, file, line);
}
__device__ inline void barrier_expect_tx(barrier<thread_scope_block> &b, ptrdiff_t bytes, CPU_DEVICE_PLACE)
{
    cpu_device_phase_expect(&b, bytes, file, line);
}
template <class T, size_t Alignment>
__device__ async_contract_fulfillment memcpy_async_tx(T *to, const T *from, aligned_size_t<Alignment> size,
                                                      barrier<thread_scope_block> &b, CPU_DEVICE_PLACE)
{
    static_assert(std::is_trivially_copyable_v<T>, "memcpy_async_tx() copies bytes: the type is none for that");
    static_assert(Alignment >= 16, "memcpy_async_tx() copies pieces of 16 bytes");
    const bool aligned = ((uintptr_t)to | (uintptr_t)from | (size_t)size) % Alignment == 0;
    assert(aligned && "cuda::aligned_size_t");
    cpu_device_phase_copy(to, from, size, &b, file, line);
    return async_contract_fulfillment::async;
}
} // namespace device
#endif
} // namespace cuda

#include "letters_shown.h"
