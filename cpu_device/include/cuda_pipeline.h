// SPDX-License-Identifier: MIT
// Copies from global to shared memory beside the computation. Here the data arrives when its thread waits for it; until
// then, memory is as it was.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define _CUDA_PIPELINE_H_ // programs ask for this
#define _CUDA_PIPELINE_PRIMITIVES_H_

#include <stdint.h>

#include "cuda_runtime.h"

// `size` is 4, 8 or 16, to which both are aligned; of these bytes, the last `zeros` become 0 instead.
[[gnu::always_inline]] __device__ inline void __pipeline_memcpy_async(void *shared, const void *global, size_t size,
                                                                      size_t zeros = 0, CPU_DEVICE_PLACE)
{
    if ((size != 4 && size != 8 && size != 16) || zeros > size)
        cpu_device_wrong_pipeline(cpu_device_pipeline_wrong_size, "__pipeline_memcpy_async()", file, line);
    if (zeros < size)
        cpu_device_copy_aligned(shared, global, size - zeros, size);
    for (size_t i = size - zeros; i < size; ++i)
        static_cast<char *>(shared)[i] = 0;
}

__device__ inline void __pipeline_commit()
{
    cpu_device_commit_copies();
}

// Waits for the copies of the thread, but for those of the last `batches` commits.
__device__ inline void __pipeline_wait_prior(size_t batches)
{
    cpu_device_wait_for_copies((unsigned)batches);
}
