// SPDX-License-Identifier: MIT
// In front of CCCL's header of this name. Since CCCL 3.1 its streams, devices and memory pools are written on all of
// the driver's API: they are left out, as where no toolkit is.
#pragma once
#pragma GCC system_header
#include_next <cuda/std/__cccl/cuda_toolkit.h>
#if __has_include(<cuda/__driver/driver_api.h>)
#undef _CCCL_HAS_CTK
#define _CCCL_HAS_CTK() 0
#endif
