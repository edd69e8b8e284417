// SPDX-License-Identifier: MIT
// In front of CCCL's header of this name: its operations become part of their callers, whose lines a report names.
#pragma once
#pragma GCC system_header
#include <cuda/std/__atomic/types.h>
#pragma push_macro("_CCCL_HOST_DEVICE")
#undef _CCCL_HOST_DEVICE
#define _CCCL_HOST_DEVICE __attribute__((always_inline)) __host__ __device__
#include_next <cuda/std/__atomic/api/reference.h>
#pragma pop_macro("_CCCL_HOST_DEVICE")
