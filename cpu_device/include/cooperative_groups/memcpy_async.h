// SPDX-License-Identifier: MIT
// Copies by all threads of a group that go on in the background. Here the data arrives when it is waited for; until
// then, memory is as a block gets it.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC // programs ask for this

#include "../cpu_device/letters_hidden.h"

#include "../cooperative_groups.h"

namespace cooperative_groups
{
namespace details
{
// What a copy may take the alignment for: the type's, or the one that cuda::aligned_size_t promises.
template <class T, class Size> constexpr size_t alignment_of = alignof(std::conditional_t<std::is_void_v<T>, char, T>);
template <class T, template <size_t> class Aligned, size_t promised>
constexpr size_t alignment_of<T, Aligned<promised>> = promised;

// Thread i copies pieces i, i + size, and so on: each as large as the alignment, as in CUDA's own header, and no larger
// than the 16 bytes that one copy of a GPU's takes. (Below 4 bytes, that header looks at the addresses.)
template <size_t alignment, class Group>
__device__ __forceinline__ void copy_async(const Group &group, void *to, const void *from, size_t bytes)
{
    static_assert(is_in_warp<Group> || is_large_tile<Group> || std::is_same_v<Group, thread_block>,
                  "a block, a tile or a coalesced group can "
                  "copy");
    constexpr size_t piece = alignment < 4 || alignment > 16 ? 16 : alignment;
    for (size_t done = group.thread_rank() * piece; done < bytes; done += group.num_threads() * piece)
        cpu_device_copy_async((char *)to + done, (const char *)from + done,
                              bytes - done < piece ? bytes - done : piece);
    cpu_device_commit_copies();
}
} // namespace details

// So many bytes.
template <class Group, class T, class Size> __device__ __forceinline__ void
memcpy_async(const Group &group, T *__restrict__ to, const T *__restrict__ from, const Size &bytes)
{
    details::copy_async<details::alignment_of<T, Size>>(group, to, from, (size_t)bytes);
}

// So many elements: no more than there is room for, and no more than there are.
template <class Group, class T, class ToLayout, class FromLayout>
__device__ __forceinline__ void memcpy_async(const Group &group, T *__restrict__ to, const ToLayout &room,
                                             const T *__restrict__ from, const FromLayout &count)
{
    size_t elements = (size_t)room < (size_t)count ? (size_t)room : (size_t)count;
    details::copy_async<details::alignment_of<T, ToLayout>>(group, to, from, elements * sizeof(T));
}

// Waits until all that the group copies is there; with a number, but for so many of the last copies.
template <class Group> __device__ __forceinline__ void wait(const Group &group, CPU_DEVICE_PLACE)
{
    cpu_device_wait_for_copies(0);
    group.sync(file, line);
}

template <unsigned int Batches, class Group>
__device__ __forceinline__ void wait_prior(const Group &group, CPU_DEVICE_PLACE)
{
    cpu_device_wait_for_copies(Batches);
    group.sync(file, line);
}
} // namespace cooperative_groups

#include "../cpu_device/letters_shown.h"
