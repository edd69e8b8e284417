// SPDX-License-Identifier: MIT
// In front of CCCL's header of this name, in which the operations of atomics call the host's functions: there each one
// says which scope it has, `_Sco`.
#pragma once
#pragma GCC system_header
#include <cuda/std/__atomic/functions.h>

#include "../../../../cpu_device/atomic_scope.h"

#define CPU_DEVICE_IN_SCOPE(function, ...) (cpu_device::atomic_scope<_Sco>(), function(__VA_ARGS__))
#define __atomic_store_host(...) CPU_DEVICE_IN_SCOPE(__atomic_store_host, __VA_ARGS__)
#define __atomic_load_host(...) CPU_DEVICE_IN_SCOPE(__atomic_load_host, __VA_ARGS__)
#define __atomic_exchange_host(...) CPU_DEVICE_IN_SCOPE(__atomic_exchange_host, __VA_ARGS__)
#define __atomic_compare_exchange_strong_host(...)                                                                     \
    CPU_DEVICE_IN_SCOPE(__atomic_compare_exchange_strong_host, __VA_ARGS__)
#define __atomic_compare_exchange_weak_host(...) CPU_DEVICE_IN_SCOPE(__atomic_compare_exchange_weak_host, __VA_ARGS__)
#define __atomic_fetch_add_host(...) CPU_DEVICE_IN_SCOPE(__atomic_fetch_add_host, __VA_ARGS__)
#define __atomic_fetch_sub_host(...) CPU_DEVICE_IN_SCOPE(__atomic_fetch_sub_host, __VA_ARGS__)
#define __atomic_fetch_and_host(...) CPU_DEVICE_IN_SCOPE(__atomic_fetch_and_host, __VA_ARGS__)
#define __atomic_fetch_or_host(...) CPU_DEVICE_IN_SCOPE(__atomic_fetch_or_host, __VA_ARGS__)
#define __atomic_fetch_xor_host(...) CPU_DEVICE_IN_SCOPE(__atomic_fetch_xor_host, __VA_ARGS__)
#define __atomic_fetch_min_host(...) CPU_DEVICE_IN_SCOPE(__atomic_fetch_min_host, __VA_ARGS__)
#define __atomic_fetch_max_host(...) CPU_DEVICE_IN_SCOPE(__atomic_fetch_max_host, __VA_ARGS__)

#include_next <cuda/std/__atomic/types/base.h>

#undef CPU_DEVICE_IN_SCOPE
#undef __atomic_store_host
#undef __atomic_load_host
#undef __atomic_exchange_host
#undef __atomic_compare_exchange_strong_host
#undef __atomic_compare_exchange_weak_host
#undef __atomic_fetch_add_host
#undef __atomic_fetch_sub_host
#undef __atomic_fetch_and_host
#undef __atomic_fetch_or_host
#undef __atomic_fetch_xor_host
#undef __atomic_fetch_min_host
#undef __atomic_fetch_max_host
