// SPDX-License-Identifier: MIT
// cuda::barrier<cuda::thread_scope_block>: in shared memory it is a barrier of the device (interface.h), as on a GPU,
// so that reports can say who is missing there. Elsewhere, and on the host, it is libcu++'s, made of atomics.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <cuda/std/__atomic/scopes.h>
#include <cuda/std/__barrier/barrier.h>
#include <cuda/std/__barrier/empty_completion.h>
#include <cuda/std/chrono>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <new>
#include <stdint.h>
#include <type_traits>
#include <utility>

#include <cuda/__fwd/barrier.h>
#if __has_include(<cuda/__fwd/barrier_native_handle.h>)
#include <cuda/__fwd/barrier_native_handle.h>
#endif

#include "interface.h"
#include "letters_hidden.h"

#define CPU_DEVICE_HAS_BLOCK_BARRIERS

namespace cpu_device
{
inline bool in_shared(const void *address) // of the block that runs; false on the host
{
    return cpu_device_in_kernel() && cpu_device_space_of(address) == cpu_device_space_shared;
}
} // namespace cpu_device

namespace cuda
{
// With a completion function, which the last thread to arrive calls, or without one.
template <class Completion> class barrier<thread_scope_block, Completion>
{
    static constexpr bool completes = std::is_same_v<Completion, ::cuda::std::__empty_completion>;
    using atomics = ::cuda::std::__barrier_base<Completion, thread_scope_block>;
    struct nothing {
    };

  public:
    using arrival_token = uint64_t;

    barrier() = default;
    barrier(const barrier &) = delete;
    barrier &operator=(const barrier &) = delete;
    __host__ __device__ barrier(ptrdiff_t expected, Completion completion = Completion(), CPU_DEVICE_PLACE)
    {
        begin(expected, completion, file, line);
    }
    __host__ __device__ ~barrier()
    {
        if (cpu_device::in_shared(&__storage))
            cpu_device_phase_inval(&__storage, nullptr, 0);
    }
    __host__ __device__ friend void init(barrier *b, ptrdiff_t expected, CPU_DEVICE_PLACE)
    {
        b->begin(expected, Completion(), file, line);
    }
    __host__ __device__ friend void init(barrier *b, ptrdiff_t expected, Completion completion, CPU_DEVICE_PLACE)
    {
        b->begin(expected, completion, file, line);
    }

    [[nodiscard]] __host__ __device__ arrival_token arrive(ptrdiff_t update = 1, CPU_DEVICE_PLACE)
    {
        if (!cpu_device::in_shared(&__storage))
            return made_of_atomics().arrive(update);
        return come((unsigned)update, 0, file, line);
    }
    __host__ __device__ void wait(arrival_token &&token, CPU_DEVICE_PLACE) const
    {
        if (cpu_device::in_shared(&__storage))
            cpu_device_phase_wait(&__storage, token, file, line);
        else
            made_of_atomics().wait(typename atomics::arrival_token(token));
    }
    __host__ __device__ void wait_parity(bool parity, CPU_DEVICE_PLACE) const
    {
        if (cpu_device::in_shared(&__storage))
            cpu_device_phase_wait_parity(&__storage, parity, file, line);
        else
            while (!::cuda::std::__call_try_wait_parity(made_of_atomics(), parity))
                ;
    }
    __host__ __device__ void arrive_and_wait(CPU_DEVICE_PLACE)
    {
        wait(arrive(1, file, line), file, line);
    }
    __host__ __device__ void arrive_and_drop(CPU_DEVICE_PLACE)
    {
        if (cpu_device::in_shared(&__storage))
            come(1, 1, file, line);
        else
            made_of_atomics().arrive_and_drop();
    }
    template <class Rep, class Period> [[nodiscard]] __host__ __device__ bool
    try_wait_for(arrival_token &&token, const ::cuda::std::chrono::duration<Rep, Period> &time, CPU_DEVICE_PLACE)
    {
        return within(time, [&] {
            return cpu_device::in_shared(&__storage)
                       ? cpu_device_phase_test(&__storage, token, 1, file, line) != 0
                       : ::cuda::std::__call_try_wait(made_of_atomics(), typename atomics::arrival_token(token));
        });
    }
    template <class Clock, class Duration>
    [[nodiscard]] __host__ __device__ bool try_wait_until(arrival_token &&token,
                                                          const ::cuda::std::chrono::time_point<Clock, Duration> &time,
                                                          CPU_DEVICE_PLACE)
    {
        return try_wait_for(std::move(token), time - Clock::now(), file, line);
    }
    template <class Rep, class Period> [[nodiscard]] __host__ __device__ bool
    try_wait_parity_for(bool parity, const ::cuda::std::chrono::duration<Rep, Period> &time, CPU_DEVICE_PLACE)
    {
        return within(time, [&] {
            return cpu_device::in_shared(&__storage)
                       ? cpu_device_phase_test_parity(&__storage, parity, 1, file, line) != 0
                       : ::cuda::std::__call_try_wait_parity(made_of_atomics(), parity);
        });
    }
    template <class Clock, class Duration> [[nodiscard]] __host__ __device__ bool
    try_wait_parity_until(bool parity, const ::cuda::std::chrono::time_point<Clock, Duration> &time, CPU_DEVICE_PLACE)
    {
        return try_wait_parity_for(parity, time - Clock::now(), file, line);
    }
    static constexpr ptrdiff_t max() noexcept
    {
        return (1 << 20) - 1;
    }

  private:
    __host__ __device__ void begin(ptrdiff_t expected, Completion completion, const char *file, int line)
    {
        if (!cpu_device::in_shared(&__storage)) {
            new (&__storage) atomics(expected, completion);
            return;
        }
        cpu_device_phase_init(&__storage, expected < 0 ? 0 : (unsigned)expected, file, line);
        if constexpr (!completes)
            new (&__completion) Completion(completion);
    }
    __host__ __device__ arrival_token come(unsigned update, unsigned drop, const char *file, int line)
    {
        const arrival_token token = cpu_device_phase_arrive(&__storage, update, drop, completes, file, line);
        if constexpr (!completes)
            if (cpu_device_phase_has_all(&__storage)) {
                __completion();
                cpu_device_phase_complete(&__storage);
            }
        return token;
    }
    template <class Time, class Test> __host__ __device__ static bool within(const Time &time, Test test)
    {
        const long long end =
            cpu_device_clock() + ::cuda::std::chrono::duration_cast<::cuda::std::chrono::nanoseconds>(time).count();
        for (;;) {
            if (test())
                return true;
            if (cpu_device_clock() >= end)
                return false;
        }
    }
    __host__ __device__ atomics &made_of_atomics() const
    {
        return *reinterpret_cast<atomics *>(const_cast<char *>(__storage));
    }

    alignas(atomics) char __storage[sizeof(atomics)]; // at the begin, as barrier_native_handle() has it
    [[no_unique_address]] std::conditional_t<completes, nothing, Completion> __completion;
};

} // namespace cuda

// The word of a barrier, with which its object begins.
#ifdef _LIBCUDACXX_BEGIN_NAMESPACE_CUDA_DEVICE // before CCCL 3.2, which has declared the function
_LIBCUDACXX_BEGIN_NAMESPACE_CUDA_DEVICE
#else
namespace cuda::device
{
#endif
__device__ inline ::cuda::std::uint64_t *barrier_native_handle(barrier<thread_scope_block> &b)
{
    return reinterpret_cast<::cuda::std::uint64_t *>(&b);
}
#ifdef _LIBCUDACXX_END_NAMESPACE_CUDA_DEVICE
_LIBCUDACXX_END_NAMESPACE_CUDA_DEVICE
#else
} // namespace cuda::device
#endif

#include "letters_shown.h"
