// SPDX-License-Identifier: MIT
// nvcuda::experimental::awbarrier, the class in front of the functions of cuda_awbarrier_primitives.h.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "cuda_awbarrier_primitives.h"

namespace nvcuda::experimental
{
class awbarrier
{
  public:
    class arrival_token
    {
      public:
        arrival_token() = default;
        __device__ uint32_t pending_count() const
        {
            return __mbarrier_token_pending_count(token);
        }

      private:
        __device__ arrival_token(uint64_t t) : token(t) {}
        uint64_t token;
        friend awbarrier;
    };
    awbarrier() = default;
    awbarrier(const awbarrier &) = delete;
    awbarrier &operator=(const awbarrier &) = delete;

    __device__ arrival_token arrive(CPU_DEVICE_PLACE)
    {
        return __mbarrier_arrive(&barrier, file, line);
    }
    __device__ arrival_token arrive_and_drop(CPU_DEVICE_PLACE)
    {
        return __mbarrier_arrive_and_drop(&barrier, file, line);
    }
    // The cycles and nanoseconds are hints.
    __device__ bool timed_wait(arrival_token token, uint32_t /*hint_cycles*/, CPU_DEVICE_PLACE)
    {
        return __mbarrier_try_wait(&barrier, token.token, 0, file, line);
    }
    __device__ bool timed_wait_parity(bool phase, uint32_t /*hint_cycles*/, CPU_DEVICE_PLACE)
    {
        return __mbarrier_try_wait_parity(&barrier, phase, 0, file, line);
    }
    __device__ void wait(arrival_token token, CPU_DEVICE_PLACE)
    {
        cpu_device_phase_wait(&barrier, token.token, file, line);
    }
    __device__ void arrive_and_wait(CPU_DEVICE_PLACE)
    {
        wait(arrive(file, line), file, line);
    }
    __device__ bool try_wait(arrival_token token, uint32_t max_sleep_nanosec, CPU_DEVICE_PLACE)
    {
        return __mbarrier_try_wait(&barrier, token.token, max_sleep_nanosec, file, line);
    }
    __device__ bool try_wait_parity(bool phase, uint32_t max_sleep_nanosec, CPU_DEVICE_PLACE)
    {
        return __mbarrier_try_wait_parity(&barrier, phase, max_sleep_nanosec, file, line);
    }
    __host__ __device__ static constexpr uint32_t max()
    {
        return (1 << 14) - 1;
    }

    __device__ friend void init(awbarrier *b, uint32_t expected_count, CPU_DEVICE_PLACE)
    {
        __mbarrier_init(&b->barrier, expected_count, file, line);
    }
    __device__ friend void inval(awbarrier *b, CPU_DEVICE_PLACE)
    {
        __mbarrier_inval(&b->barrier, file, line);
    }

  private:
    uint64_t barrier;
};
} // namespace nvcuda::experimental
