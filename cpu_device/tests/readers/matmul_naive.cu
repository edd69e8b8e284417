// SPDX-License-Identifier: MIT
// matmul_naive.cu: matrix product, one thread for each element
// Feature: class with destructor, std::vector, 2D grid, macro around the launch
#include <cuda_runtime.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#define DIV_UP(a, b) (((a) + (b)-1) / (b))
#define LAUNCH(kernel, grid, block, ...)                                                                               \
    do {                                                                                                               \
        kernel<<<(grid), (block)>>>(__VA_ARGS__);                                                                      \
        Throw(cudaPeekAtLastError(), #kernel);                                                                         \
    } while (0)

static void Throw(cudaError_t e, const char *what)
{
    if (e != cudaSuccess)
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

template <typename T> class DeviceBuffer
{
    T *ptr_{nullptr};
    std::size_t n_;

  public:
    explicit DeviceBuffer(std::size_t n) : n_(n)
    {
        Throw(cudaMalloc(&ptr_, n * sizeof(T)), "cudaMalloc");
    }
    explicit DeviceBuffer(const std::vector<T> &v) : DeviceBuffer(v.size())
    {
        Throw(cudaMemcpy(ptr_, v.data(), n_ * sizeof(T), cudaMemcpyHostToDevice), "upload");
    }
    ~DeviceBuffer()
    {
        cudaFree(ptr_);
    }
    DeviceBuffer(const DeviceBuffer &) = delete;
    DeviceBuffer &operator=(const DeviceBuffer &) = delete;
    operator T *() const
    {
        return ptr_;
    }
    std::vector<T> toHost() const
    {
        std::vector<T> v(n_);
        Throw(cudaMemcpy(v.data(), ptr_, n_ * sizeof(T), cudaMemcpyDeviceToHost), "download");
        return v;
    }
};

__global__ void matMul(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || col >= n)
        return;
    float acc = 0.f;
    for (int k = 0; k < n; ++k)
        acc += a[row * n + k] * b[k * n + col];
    c[row * n + col] = acc;
}

int main(int argc, char *argv[])
try {
    const int n = argc > 1 ? std::stoi(argv[1]) : 512;
    std::vector<float> a(n * n), b(n * n);
    for (int i = 0; i < n * n; ++i) {
        a[i] = static_cast<float>(i % 7) - 3.f;
        b[i] = static_cast<float>(i % 5) - 2.f;
    }
    DeviceBuffer<float> da(a), db(b), dc(a.size());
    const dim3 block{16, 16}, grid(DIV_UP(n, block.x), DIV_UP(n, block.y));
    auto t0 = std::chrono::high_resolution_clock::now();
    LAUNCH(matMul, grid, block, da, db, dc, n);
    Throw(cudaDeviceSynchronize(), "sync");
    auto t1 = std::chrono::high_resolution_clock::now();
    std::cout << std::chrono::duration<double, std::milli>(t1 - t0).count() << " ms" << std::endl;

    auto c = dc.toHost();
    for (int s = 0; s < 1000; ++s) { // spot checks
        int row = (s * 7919) % n, col = (s * 104729) % n;
        float expected = 0;
        for (int k = 0; k < n; ++k)
            expected += a[row * n + k] * b[k * n + col];
        if (c[row * n + col] != expected) {
            std::cerr << "mismatch at " << row << ", " << col << '\n';
            return EXIT_FAILURE;
        }
    }
    std::cout << "PASSED\n";
    return EXIT_SUCCESS;
} catch (const std::exception &e) {
    std::cerr << e.what() << std::endl;
    return EXIT_FAILURE;
}
