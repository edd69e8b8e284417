// SPDX-License-Identifier: MIT
// Device memory of Thrust's CUDA system on the CPU device, and copies between it and the host's.
#pragma once
#pragma GCC system_header

#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/distance.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cuda/detail/cross_system.h>
#include <thrust/system/cuda/detail/execution_policy.h>
#include <thrust/system/cuda/detail/util.h>
#include <thrust/system/detail/bad_alloc.h>
#include <thrust/type_traits/is_trivially_relocatable.h>

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

#include "../../../../cpu_device/interface.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub
{
// --- memory ---

template <class Derived> __host__ __device__ void *malloc(execution_policy<Derived> &, std::size_t size)
{
    if (cpu_device_in_kernel())
        return ::malloc(size);
    void *memory = nullptr;
    cudaError_t status = cudaMalloc(&memory, size);
    if (status != cudaSuccess) {
        cudaGetLastError();
        throw thrust::system::detail::bad_alloc(cudaGetErrorString(status));
    }
    return memory;
}

template <class Derived, class Pointer> __host__ __device__ void free(execution_policy<Derived> &, Pointer pointer)
{
    if (cpu_device_in_kernel())
        ::free(thrust::raw_pointer_cast(pointer));
    else
        throw_on_error(cudaFree(thrust::raw_pointer_cast(pointer)), "free");
}

// Device memory of one function call.
template <class T> class scratch
{
  public:
    explicit scratch(std::size_t count)
    {
        throw_on_error(cudaMalloc(&memory_, count * sizeof(T)), "temporary memory");
    }
    ~scratch()
    {
        cudaFree(memory_);
    }
    scratch(const scratch &) = delete;
    T *get() const
    {
        return memory_;
    }

  private:
    T *memory_;
};

// Room for a T that is copied as bytes.
template <class T> union bytes_of {
    T value;
    __host__ __device__ bytes_of() {}
    __host__ __device__ ~bytes_of() {}
};

template <class Derived, class T> T fetch(execution_policy<Derived> &exec, const T *from)
{
    bytes_of<T> here;
    cudaStream_t stream = cuda_cub::stream(exec);
    throw_on_error(cudaMemcpyAsync(static_cast<void *>(&here), from, sizeof(T), cudaMemcpyDeviceToHost, stream),
                   "copy");
    throw_on_error(cudaStreamSynchronize(stream), "copy");
    return here.value;
}

template <class Derived, class Input, class Size, class Output>
Output copy_n(execution_policy<Derived> &exec, Input first, Size n, Output result);

// --- between host and device ---

template <class T> void copy_bytes(void *to, const T *from, std::size_t count, cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaError_t status = cudaMemcpyAsync(to, from, count * sizeof(T), kind, stream);
    throw_on_error(status ? status : cudaStreamSynchronize(stream), "copy");
}

template <class Host, class Device>
execution_policy<Device> &device_of(thrust::cpp::execution_policy<Host> &, execution_policy<Device> &device)
{
    return device;
}
template <class Device, class Host>
execution_policy<Device> &device_of(execution_policy<Device> &device, thrust::cpp::execution_policy<Host> &)
{
    return device;
}
template <class Host, class Device>
std::true_type goes_to_device(thrust::cpp::execution_policy<Host> &, execution_policy<Device> &);
template <class Device, class Host>
std::false_type goes_to_device(execution_policy<Device> &, thrust::cpp::execution_policy<Host> &);

// Elements that are not copied as bytes are converted where the result is.
template <class Device, class Input, class Size, class Output>
Output copy_to_device(execution_policy<Device> &device, Input first, Size n, Output result)
{
    using T = typename thrust::iterator_value<Input>::type;
    std::unique_ptr<bytes_of<T>[]> here(new bytes_of<T>[n]);
    scratch<T> there(n);
    for (Size i = 0; i < n; ++i, ++first)
        new (&here[i].value) T(*first);
    copy_bytes(there.get(), &here[0].value, n, cudaMemcpyHostToDevice, cuda_cub::stream(device));
    for (Size i = 0; i < n; ++i)
        here[i].value.~T();
    return cuda_cub::copy_n(device, there.get(), n, result);
}

// Or on the device, from which iterators of any kind may lead.
template <class Device, class Input, class Size, class Output>
Output copy_from_device(execution_policy<Device> &device, Input first, Size n, Output result)
{
    using T = typename thrust::iterator_value<Input>::type;
    scratch<T> there(n);
    std::unique_ptr<bytes_of<T>[]> here(new bytes_of<T>[n]);
    cuda_cub::copy_n(device, first, n, there.get());
    copy_bytes(&here[0].value, there.get(), n, cudaMemcpyDeviceToHost, cuda_cub::stream(device));
    for (Size i = 0; i < n; ++i, ++result)
        *result = here[i].value;
    return result;
}

template <class System1, class System2, class Input, class Size, class Output>
Output copy_n(cross_system<System1, System2> systems, Input first, Size n, Output result)
{
    auto &device = cuda_cub::device_of(derived_cast(systems.sys1), derived_cast(systems.sys2));
    constexpr bool to_device =
        decltype(cuda_cub::goes_to_device(derived_cast(systems.sys1), derived_cast(systems.sys2)))::value;
    if (n <= 0)
        return result;
    if constexpr (thrust::is_indirectly_trivially_relocatable_to<Input, Output>::value) {
        copy_bytes((void *)thrust::raw_pointer_cast(&*result), thrust::raw_pointer_cast(&*first), n,
                   to_device ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost, cuda_cub::stream(device));
        return result + n;
    } else if constexpr (to_device) {
        return cuda_cub::copy_to_device(device, first, n, result);
    } else {
        return cuda_cub::copy_from_device(device, first, n, result);
    }
}

template <class System1, class System2, class Input, class Output>
Output copy(cross_system<System1, System2> systems, Input first, Input last, Output result)
{
    return cuda_cub::copy_n(systems, first, thrust::distance(first, last), result);
}
} // namespace cuda_cub
THRUST_NAMESPACE_END
