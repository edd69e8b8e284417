// SPDX-License-Identifier: MIT
// libcu_std.cu: what libcu++ has of the C++ library, in kernels.
#include <cstdio>
#include <cuda/std/array>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

struct point {
    int x, y;
};

template <size_t n> __device__ int find(const cuda::std::array<int, n> &where, int what)
{
    for (size_t i = 0; i < where.size(); i++)
        if (where[i] == what)
            return (int)i;
    return -1;
}

template <class T> __device__ int bits()
{
    if constexpr (cuda::std::is_floating_point<T>::value)
        return cuda::std::numeric_limits<T>::digits;
    else
        return cuda::std::numeric_limits<cuda::std::make_unsigned_t<T>>::digits;
}

__global__ void types(cuda::std::array<int, 4> numbers, cuda::std::complex<float> z, int *out)
{
    *out++ = find(numbers, 30);
    *out++ = find(numbers, 31);
    cuda::std::tuple<int, float, point> t(1, 2.5f, point{3, 4});
    *out++ = cuda::std::get<0>(t) + (int)(2 * cuda::std::get<1>(t)) + cuda::std::get<2>(t).x + cuda::std::get<2>(t).y;
    *out++ = (int)cuda::std::abs(z);
    z *= cuda::std::complex<float>(0, 1);
    *out++ = (int)z.real();
    *out++ = (int)z.imag();
    cuda::std::pair<int, int> a(1, 2), b(1, 3);
    *out++ = a < b;
    cuda::std::swap(a, b);
    *out++ = a.second;
    *out++ = bits<int>();
    *out++ = bits<int64_t>();
    *out++ = bits<float>();
    *out++ = bits<double>();
    *out++ = cuda::std::numeric_limits<int>::max();
    *out++ = cuda::std::plus<int>()(2, 3) * (int)cuda::std::sqrt(16.0f);
}

int main()
{
    const int n = 14;
    int *dev, out[n];
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 1;
    types<<<1, 1>>>(cuda::std::array<int, 4>{10, 20, 30, 40}, {3, 4}, dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    for (int x : out)
        printf("%d\n", x);
    return 0;
}
