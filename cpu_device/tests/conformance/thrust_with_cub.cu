// SPDX-License-Identifier: MIT
// thrust_with_cub.cu: Thrust's vectors and iterators go into CUB's algorithms, in one program.
#include <cub/cub.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
#include <stdio.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/sort.h>
// Needs libcu++ 3.

struct square {
    __host__ __device__ long long operator()(int x) const
    {
        return (long long)x * x;
    }
};

template <class Call> void run(Call call)
{
    size_t bytes = 0;
    call(nullptr, bytes);
    thrust::device_vector<char> temp(bytes);
    call(thrust::raw_pointer_cast(temp.data()), bytes);
}

int main()
{
    const int n = 5000;
    thrust::device_vector<int> values(n), sorted(n), count(1);
    thrust::device_vector<long long> sum(1);
    for (int i = 0; i < n; i += 500)
        values[i] = n - i;
    auto squares = thrust::make_transform_iterator(thrust::counting_iterator<int>(0), square());
    run([&](void *t, size_t &b) { cub::DeviceReduce::Sum(t, b, squares, sum.begin(), n); });
    printf("squares: %lld\n", (long long)sum[0]);
    run([&](void *t, size_t &b) {
        cub::DeviceReduce::Reduce(t, b, values.begin(), count.begin(), n, cuda::maximum<>{}, 0);
    });
    printf("most: %d\n", (int)count[0]);
    run([&](void *t, size_t &b) {
        cub::DeviceRunLengthEncode::Encode(t, b, values.begin(), thrust::make_discard_iterator(), sorted.begin(),
                                           count.begin(), n);
    });
    printf("runs: %d, %d, %d\n", (int)count[0], (int)sorted[0], (int)sorted[1]);
    run([&](void *t, size_t &b) {
        cub::DeviceRadixSort::SortKeys(t, b, thrust::raw_pointer_cast(values.data()),
                                       thrust::raw_pointer_cast(sorted.data()), n);
    });
    thrust::sort(values.begin(), values.end());
    printf("sorted: %d, %d ... %d\n", values == sorted, (int)sorted[n - 10], (int)sorted[n - 1]);
    run([&](void *t, size_t &b) {
        cub::DeviceScan::InclusiveScan(t, b, values.begin(), values.begin(), cuda::std::plus<>{}, n);
    });
    printf("scanned: %d\n", (int)values[n - 1]);
}
