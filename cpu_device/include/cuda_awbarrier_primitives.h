// SPDX-License-Identifier: MIT
// Barriers with phases in shared memory, as functions: __mbarrier_init(), __mbarrier_arrive() and their kin.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <stdint.h>

#include "cpu_device/interface.h"
#include "cpu_device/ordered_atomics.h"

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

#define CPU_DEVICE_BARRIER [[gnu::always_inline]] static inline __device__

__host__ CPU_DEVICE_BARRIER uint32_t __mbarrier_maximum_count()
{
    return (1 << 14) - 1;
}
CPU_DEVICE_BARRIER void __mbarrier_init(__mbarrier_t *barrier, uint32_t expected_count, CPU_DEVICE_PLACE)
{
    cpu_device_phase_init(barrier, expected_count, file, line);
}
CPU_DEVICE_BARRIER void __mbarrier_inval(__mbarrier_t *barrier, CPU_DEVICE_PLACE)
{
    cpu_device_phase_inval(barrier, file, line);
}
CPU_DEVICE_BARRIER __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier, CPU_DEVICE_PLACE)
{
    return cpu_device_phase_arrive(barrier, 1, 0, 1, file, line);
}
CPU_DEVICE_BARRIER __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier, CPU_DEVICE_PLACE)
{
    return cpu_device_phase_arrive(barrier, 1, 1, 1, file, line);
}
CPU_DEVICE_BARRIER bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token, CPU_DEVICE_PLACE)
{
    return cpu_device_phase_test(barrier, token, 0, file, line);
}
CPU_DEVICE_BARRIER uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token)
{
    return cpu_device_phase_pending(token);
}
CPU_DEVICE_BARRIER bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool phase_parity, CPU_DEVICE_PLACE)
{
    return cpu_device_phase_test_parity(barrier, phase_parity, 0, file, line);
}
// The time is a hint: here they return when other threads have run.
CPU_DEVICE_BARRIER bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token,
                                            uint32_t /*max_sleep_nanosec*/, CPU_DEVICE_PLACE)
{
    return cpu_device_phase_test(barrier, token, 1, file, line);
}
CPU_DEVICE_BARRIER bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool phase_parity,
                                                   uint32_t /*max_sleep_nanosec*/, CPU_DEVICE_PLACE)
{
    return cpu_device_phase_test_parity(barrier, phase_parity, 1, file, line);
}
#undef CPU_DEVICE_BARRIER
