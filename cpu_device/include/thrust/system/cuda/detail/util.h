// SPDX-License-Identifier: MIT
// In place of Thrust's header of this name: streams and errors of its CUDA system. Thrust includes it before it has
// declared its iterators. So the algorithms, which need these, follow when a header that the program includes is
// complete: cucc puts a header in front of each (driver/thrust.c).
#pragma once
#pragma GCC system_header

#include <thrust/detail/config.h>
#include <thrust/system/cuda/config.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system_error.h>

#define CPU_DEVICE_THRUST_ALGORITHMS <thrust/system/cuda/detail/cpu_device.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub
{
template <class> struct execution_policy;

inline __host__ __device__ cudaStream_t default_stream()
{
    return nullptr;
}

template <class Derived> __host__ __device__ cudaStream_t get_stream(execution_policy<Derived> &)
{
    return default_stream();
}

template <class Derived>
__host__ __device__ bool must_perform_optional_stream_synchronization(execution_policy<Derived> &)
{
    return true;
}

template <class Derived> __host__ __device__ cudaStream_t stream(execution_policy<Derived> &exec)
{
    return get_stream(derived_cast(exec));
}

inline void throw_on_error(cudaError_t status, const char *message = "")
{
    cudaGetLastError();
    if (status != cudaSuccess)
        throw thrust::system_error(status, thrust::cuda_category(), message);
}
} // namespace cuda_cub
THRUST_NAMESPACE_END
