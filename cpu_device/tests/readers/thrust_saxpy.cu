// SPDX-License-Identifier: MIT
// thrust_saxpy.cu: vectors by Thrust: saxpy, a sort by key, sums of groups
// Feature: thrust vectors and algorithms, functors, raw_pointer_cast into a kernel, iterators
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

#include <cmath>
#include <iostream>

struct saxpy_functor {
    const float a;
    saxpy_functor(float _a) : a(_a) {}
    __host__ __device__ float operator()(const float &x, const float &y) const
    {
        return a * x + y;
    }
};
template <typename T> struct square {
    __host__ __device__ T operator()(const T &x) const
    {
        return x * x;
    }
};
__global__ void halve(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= 0.5f;
}

int main(void)
{
    const int n = 50000;
    thrust::host_vector<float> h(n, 1.0f);
    thrust::device_vector<float> X(n), Y = h;
    thrust::sequence(X.begin(), X.end());
    thrust::transform(X.begin(), X.end(), Y.begin(), Y.begin(), saxpy_functor(2.0f));
    halve<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(Y.data()), n);
    thrust::copy(Y.begin(), Y.end(), h.begin());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += h[i] != (2.0f * i + 1) * 0.5f;

    float norm =
        std::sqrt(thrust::transform_reduce(Y.begin(), Y.begin() + 100, square<float>(), 0.0f, thrust::plus<float>()));
    float dot = thrust::inner_product(X.begin(), X.begin() + 100, Y.begin(), 0.0f);
    thrust::device_vector<int> keys(n), values(n, 1), groups(16), counts(16);
    for (int i = 0; i < 16; i++)
        keys[i * 7] = 15 - i; // element by element; the others are zero
    thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
    auto end = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), groups.begin(), counts.begin());
    int different = end.first - groups.begin(), sum = thrust::reduce(counts.begin(), end.second);
    std::cout << norm << " " << dot << " " << different << " groups of " << sum << ", " << wrong << " wrong"
              << std::endl;
    return wrong || different != 16 || sum != n || std::fabs(dot - 330825.f) > 1 || std::fabs(norm - 577.33f) > 0.1f;
}
