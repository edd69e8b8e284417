// SPDX-License-Identifier: MIT
// thrust_extended_lambda: Thrust's algorithms with lambdas for the device, which capture.
//
// Compiled with: --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

#define N 1000

__global__ void negate(float *x)
{
    auto flip = [=](int i) { x[i] = -x[i]; };
    if (threadIdx.x < N)
        flip(threadIdx.x);
}

static void say(const char *what, const thrust::device_vector<float> &x)
{
    printf("%s: %g %g %g, sum %g\n", what, (float)x[0], (float)x[1], (float)x[N - 1],
           thrust::reduce(x.begin(), x.end()));
}

int main()
{
    thrust::device_vector<float> x(N), y(N);
    const float a = 0.5f;
    float *raw = thrust::raw_pointer_cast(y.data());

    thrust::counting_iterator<int> first(0);
    thrust::transform(first, first + N, x.begin(), [=] __device__(int i) { return a * i; });
    say("transform", x);
    thrust::transform(x.begin(), x.end(), x.begin(), y.begin(),
                      [] __host__ __device__(float u, float v) { return u + 2 * v; });
    say("two ranges", y);
    thrust::for_each(thrust::device, first, first + N, [=] __device__(int i) { raw[i] += i % 2; });
    say("for_each", y);

    auto both = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin()));
    thrust::for_each(both, both + N, [=] __device__(thrust::tuple<float &, float &> t) {
        float old = thrust::get<0>(t);
        thrust::get<0>(t) = thrust::get<1>(t);
        thrust::get<1>(t) = a * old;
    });
    say("zip, first", x);
    say("zip, second", y);

    float most =
        thrust::reduce(x.begin(), x.end(), 0.0f, [] __device__(float u, float v) -> float { return u < v ? v : u; });
    printf("reduce: %g\n", most);
    float sum = thrust::transform_reduce(
        x.begin(), x.end(), [=] __device__(float v) -> float { return v < 500 ? 1.0f : 0.0f; }, 0.0f,
        thrust::plus<float>());
    printf("transform_reduce: %g\n", sum);
    auto squares = thrust::make_transform_iterator(first, [] __device__(int i) -> int { return i * i; });
    printf("transform_iterator: %d\n", thrust::reduce(squares, squares + 100));
    thrust::sort(x.begin(), x.end(), [] __device__(float u, float v) { return u > v; });
    say("sort", x);

    negate<<<1, N>>>(raw);
    say("kernel", y);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
