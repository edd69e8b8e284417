// SPDX-License-Identifier: MIT
// Copies from global to shared memory beside the computation. Here each is made at once, as a load and a store of the
// thread, so the checks see both; what a thread may not use before it waits is nevertheless there.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <assert.h>
#include <stdint.h>

#include "cuda_runtime.h"

// `size` is 4, 8 or 16, to which both are aligned; of these bytes, the last `zeros` become 0 instead.
__device__ [[gnu::always_inline]] inline void __pipeline_memcpy_async(void *shared, const void *global, size_t size,
                                                                      size_t zeros = 0)
{
    if (zeros != 0) {
        for (size_t i = 0; i < size; ++i)
            static_cast<char *>(shared)[i] = i < size - zeros ? static_cast<const char *>(global)[i] : 0;
        return;
    }
    switch (size) {
    case 4: *static_cast<unsigned int *>(shared) = *static_cast<const unsigned int *>(global); break;
    case 8: *static_cast<uint2 *>(shared) = *static_cast<const uint2 *>(global); break;
    case 16: *static_cast<uint4 *>(shared) = *static_cast<const uint4 *>(global); break;
    default: assert(!"__pipeline_memcpy_async() copies 4, 8 or 16 bytes");
    }
}

__device__ inline void __pipeline_commit() {}

__device__ inline void __pipeline_wait_prior(size_t) {}
