// SPDX-License-Identifier: MIT
// growing_vector.cu: a vector in device memory that grows without a copy, in addresses reserved ahead
// Feature: cuMemAddressReserve, cuMemCreate, cuMemMap, cuMemSetAccess in a class template; kernels use the same pointer
#include <cuda.h>

#include <cassert>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#define CHECK_DRV(expr) check((expr), #expr, __FILE__, __LINE__)

static void check(CUresult status, const char *what, const char *file, int line)
{
    if (status == CUDA_SUCCESS)
        return;
    const char *text = "unknown";
    cuGetErrorString(status, &text);
    throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + what + ": " + text);
}

template <typename T> class device_vector
{
  public:
    explicit device_vector(size_t most) : device_(0), size_(0), mapped_(0)
    {
        prop_ = {};
        prop_.type = CU_MEM_ALLOCATION_TYPE_PINNED;
        prop_.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        CHECK_DRV(cuCtxGetDevice(&device_));
        prop_.location.id = device_;
        access_.location = prop_.location;
        access_.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
        CHECK_DRV(cuMemGetAllocationGranularity(&chunk_, &prop_, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
        reserved_ = round_up(most * sizeof(T));
        CHECK_DRV(cuMemAddressReserve(&base_, reserved_, 0, 0, 0));
    }
    ~device_vector()
    {
        cuCtxSynchronize();
        size_t at = 0;
        for (auto &[handle, bytes] : pieces_) {
            cuMemUnmap(base_ + at, bytes);
            cuMemRelease(handle);
            at += bytes;
        }
        cuMemAddressFree(base_, reserved_);
    }
    device_vector(const device_vector &) = delete;
    device_vector &operator=(const device_vector &) = delete;

    void resize(size_t n)
    {
        const size_t needed = round_up(n * sizeof(T));
        if (needed > reserved_)
            throw std::length_error("device_vector: more than was reserved");
        if (needed > mapped_) {
            CUmemGenericAllocationHandle handle;
            const size_t more = needed - mapped_;
            CHECK_DRV(cuMemCreate(&handle, more, &prop_, 0));
            CHECK_DRV(cuMemMap(base_ + mapped_, more, 0, handle, 0));
            CHECK_DRV(cuMemSetAccess(base_ + mapped_, more, &access_, 1));
            pieces_.emplace_back(handle, more);
            mapped_ = needed;
        }
        size_ = n;
    }
    T *data() const
    {
        return reinterpret_cast<T *>(base_);
    }
    size_t size() const
    {
        return size_;
    }
    size_t capacity() const
    {
        return mapped_ / sizeof(T);
    }

  private:
    size_t round_up(size_t bytes) const
    {
        return (bytes + chunk_ - 1) / chunk_ * chunk_;
    }

    CUdevice device_;
    CUmemAllocationProp prop_;
    CUmemAccessDesc access_ = {};
    CUdeviceptr base_ = 0;
    size_t chunk_ = 0, reserved_ = 0, size_, mapped_;
    std::vector<std::pair<CUmemGenericAllocationHandle, size_t>> pieces_;
};

__global__ void append_squares(unsigned long long *data, size_t from, size_t to)
{
    size_t i = from + blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < to)
        data[i] = i * i;
}

__global__ void running_check(const unsigned long long *data, size_t n, unsigned *wrong)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n && data[i] != i * i)
        atomicAdd(wrong, 1u);
}

int main()
try {
    CHECK_DRV(cuInit(0));
    CUcontext context;
    CUdevice device;
    CHECK_DRV(cuDeviceGet(&device, 0));
    int supported = 0;
    CHECK_DRV(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, device));
    if (!supported) {
        std::cout << "no virtual memory management\n";
        return 0;
    }
    CHECK_DRV(cuDevicePrimaryCtxRetain(&context, device));
    CHECK_DRV(cuCtxSetCurrent(context));
    unsigned *wrong, host_wrong = 1;
    CHECK_DRV(cuMemAllocManaged((CUdeviceptr *)&wrong, sizeof *wrong, CU_MEM_ATTACH_GLOBAL));
    *wrong = 0;
    {
        device_vector<unsigned long long> v(4 << 20);
        const unsigned long long *first = v.data();
        for (size_t n : {1000u, 300000u, 700000u, 1200000u}) {
            const size_t before = v.size();
            v.resize(n);
            assert(v.data() == first);
            append_squares<<<(unsigned)((n - before + 255) / 256), 256>>>(v.data(), before, n);
            running_check<<<(unsigned)((n + 255) / 256), 256>>>(v.data(), n, wrong);
            if (cudaGetLastError() != cudaSuccess)
                return 1;
            std::cout << n << " elements, room for " << v.capacity() << "\n";
        }
        CHECK_DRV(cuCtxSynchronize());
        unsigned long long last;
        CHECK_DRV(cuMemcpyDtoH(&last, (CUdeviceptr)(v.data() + v.size() - 1), sizeof last));
        if (last != 1199999ull * 1199999ull)
            return 1;
        host_wrong = *wrong;
    }
    CHECK_DRV(cuMemFree((CUdeviceptr)wrong));
    CHECK_DRV(cuDevicePrimaryCtxRelease(device));
    std::cout << (host_wrong == 0 ? "all squares are right" : "wrong") << std::endl;
    return host_wrong != 0;
} catch (const std::exception &e) {
    std::cerr << e.what() << std::endl;
    return 1;
}
