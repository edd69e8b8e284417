// SPDX-License-Identifier: MIT
// float_sums.cu: sums of two million floats by Thrust and CUB, compared with sums of doubles. On a GPU they are
// added in a tree, so that the error is about 1e-6; one after another, they drift by some percent.
#include <cub/cub.cuh>
#include <math.h>
#include <stdio.h>
#include <thrust/device_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>

const int n = 1 << 21, middle = n / 2;
const float tenth = 0.1f;
static int wrong;

static void expect(const char *name, float got, double want)
{
    const double error = fabs(got / want - 1);
    if (!(error <= 5e-6)) {
        printf("%s: relative error %.1e\n", name, error);
        wrong = 1;
    }
}

struct square {
    __host__ __device__ float operator()(float x) const
    {
        return x * x;
    }
};

static void with_thrust(const thrust::device_vector<float> &v, const thrust::device_vector<int> &keys)
{
    thrust::device_vector<float> w(n), sums(2);
    thrust::device_vector<int> unique(2);
    const double sum = n * (double)tenth, squares = n * ((double)tenth * tenth);
    expect("reduce", thrust::reduce(v.begin(), v.end(), 0.0f), sum);
    expect("transform_reduce", thrust::transform_reduce(v.begin(), v.end(), square(), 0.0f, thrust::plus<float>()),
           squares);
    expect("inner_product", thrust::inner_product(v.begin(), v.end(), v.begin(), 0.0f), squares);
    thrust::inclusive_scan(v.begin(), v.end(), w.begin());
    expect("inclusive_scan", w[n - 1], sum);
    expect("inclusive_scan, middle", w[middle - 1], sum / 2);
    w = v;
    thrust::exclusive_scan(w.begin(), w.end(), w.begin(), 1000.0f);
    expect("exclusive_scan in place", w[n - 1], sum - tenth + 1000);
    if (w[0] != 1000)
        wrong = 1;
    thrust::transform_inclusive_scan(v.begin(), v.end(), w.begin(), square(), thrust::plus<float>());
    expect("transform_inclusive_scan", w[n - 1], squares);
    thrust::inclusive_scan_by_key(keys.begin(), keys.end(), v.begin(), w.begin());
    expect("inclusive_scan_by_key", w[middle - 1], sum / 2);
    expect("inclusive_scan_by_key, second", w[n - 1], sum / 2);
    thrust::exclusive_scan_by_key(keys.begin(), keys.end(), v.begin(), w.begin(), 7.0f);
    expect("exclusive_scan_by_key", w[n - 1], sum / 2 - tenth + 7);
    if (w[middle] != 7)
        wrong = 1;
    const auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), v.begin(), unique.begin(), sums.begin());
    if (ends.first - unique.begin() != 2 || ends.second - sums.begin() != 2 || unique[0] != 3 || unique[1] != 4)
        wrong = 1;
    expect("reduce_by_key", sums[0], sum / 2);
    expect("reduce_by_key, second", sums[1], sum / 2);
    const auto counted = thrust::reduce_by_key(keys.begin(), keys.end(), thrust::make_constant_iterator(1),
                                               unique.begin(), sums.begin(), thrust::equal_to<int>());
    if (counted.first - unique.begin() != 2 || sums[1] != middle)
        wrong = 1;
}

// Calls a function of CUB twice: for the size of its storage, and with it.
template <class Function> static void with_storage(Function function)
{
    void *storage = nullptr;
    size_t bytes = 0;
    function(storage, bytes);
    if (cudaMalloc(&storage, bytes) != cudaSuccess)
        wrong = 1;
    function(storage, bytes);
    cudaFree(storage);
}

static void with_cub(const float *v, const int *keys)
{
    thrust::device_vector<float> w(n), one(2);
    thrust::device_vector<int> unique(2), runs(1), offsets(3);
    offsets[1] = middle;
    offsets[2] = n;
    float *out = thrust::raw_pointer_cast(w.data()), *sum_out = thrust::raw_pointer_cast(one.data());
    int *unique_out = thrust::raw_pointer_cast(unique.data()), *runs_out = thrust::raw_pointer_cast(runs.data());
    const int *begins = thrust::raw_pointer_cast(offsets.data());
    const double sum = n * (double)tenth;
    with_storage([&](void *s, size_t &b) { cub::DeviceReduce::Sum(s, b, v, sum_out, n); });
    expect("DeviceReduce::Sum", one[0], sum);
    with_storage([&](void *s, size_t &b) { cub::DeviceSegmentedReduce::Sum(s, b, v, sum_out, 2, begins, begins + 1); });
    expect("DeviceSegmentedReduce::Sum", one[1], sum / 2);
    with_storage([&](void *s, size_t &b) {
        cub::DeviceReduce::ReduceByKey(s, b, keys, unique_out, v, sum_out, runs_out, thrust::plus<float>(), n);
    });
    expect("DeviceReduce::ReduceByKey", one[1], sum / 2);
    with_storage([&](void *s, size_t &b) { cub::DeviceScan::InclusiveSum(s, b, v, out, n); });
    expect("DeviceScan::InclusiveSum", w[n - 1], sum);
    with_storage([&](void *s, size_t &b) { cub::DeviceScan::ExclusiveSum(s, b, v, out, n); });
    expect("DeviceScan::ExclusiveSum", w[n - 1], sum - tenth);
    if (w[0] != 0)
        wrong = 1;
    with_storage([&](void *s, size_t &b) { cub::DeviceScan::InclusiveSumByKey(s, b, keys, v, out, n); });
    expect("DeviceScan::InclusiveSumByKey", w[n - 1], sum / 2);
}

int main()
{
    const thrust::device_vector<float> v(n, tenth);
    thrust::device_vector<int> keys(n, 3);
    thrust::fill(keys.begin() + middle, keys.end(), 4);
    with_thrust(v, keys);
    with_cub(thrust::raw_pointer_cast(v.data()), thrust::raw_pointer_cast(keys.data()));
    return wrong;
}
