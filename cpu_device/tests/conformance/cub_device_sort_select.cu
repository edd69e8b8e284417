// SPDX-License-Identifier: MIT
// cub_device_sort_select.cu: CUB's scans, sorts, selections and partitions of an array, each against the host's.
// Compiled with: --extended-lambda
#include <algorithm>
#include <cub/cub.cuh>
#include <numeric>
#include <stdio.h>
#include <vector>

const int n = 20000;

template <class T> struct array {
    T *data;
    explicit array(const std::vector<T> &values = std::vector<T>(n)) : data(nullptr)
    {
        cudaMalloc(&data, values.size() * sizeof(T));
        cudaMemcpy(data, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~array()
    {
        cudaFree(data);
    }
};

int wrong = 0;
template <class T> void compare(const char *what, const T *dev, const std::vector<T> &expected)
{
    std::vector<T> values(expected.size());
    cudaMemcpy(values.data(), dev, values.size() * sizeof(T), cudaMemcpyDeviceToHost);
    bool same = values == expected;
    printf("%s: %s, %g ... %g\n", what, same ? "right" : "wrong", (double)values[1], (double)values.back());
    wrong += !same;
}
template <class Call> void run(Call call)
{
    void *temp = nullptr;
    size_t bytes = 0;
    wrong += call(temp, bytes) != cudaSuccess;
    cudaMalloc(&temp, bytes);
    wrong += call(temp, bytes) != cudaSuccess;
    cudaFree(temp);
}

int main()
{
    std::vector<int> in(n), keys(n), places(n), expected(n), order(n), flags(n);
    std::vector<float> floats(n);
    for (int i = 0; i < n; i++)
        in[i] = (int)(i * 2654435761u) >> 20, keys[i] = in[i] & 15, places[i] = order[i] = i, flags[i] = in[i] % 3 == 0,
        floats[i] = (float)in[i] / 8;
    array<int> dev_in(in), dev_keys(keys), dev_places(places), dev_flags(flags), out, more, count;
    array<float> dev_floats(floats), floats_out;
#define RUN(name, ...) run([&](void *t, size_t &b) { return cub::name(t, b, __VA_ARGS__); })

    std::inclusive_scan(in.begin(), in.end(), expected.begin());
    RUN(DeviceScan::InclusiveSum, dev_in.data, out.data, n), compare("inclusive sum", out.data, expected);
    std::exclusive_scan(in.begin(), in.end(), expected.begin(), 7, [](int a, int b) { return std::max(a, b); });
    RUN(DeviceScan::ExclusiveScan, dev_in.data, out.data, cuda::maximum<>{}, 7, n),
        compare("maxima", out.data, expected);
    std::exclusive_scan(keys.begin(), keys.end(), expected.begin(), 0);
    RUN(DeviceScan::ExclusiveSum, dev_keys.data, out.data, n), compare("exclusive sum", out.data, expected);
    for (int i = 0, sum = 0; i < n; i++)
        expected[i] = sum = i > 0 && flags[i] == flags[i - 1] ? sum + in[i] : in[i];
    RUN(DeviceScan::InclusiveSumByKey, dev_flags.data, dev_in.data, out.data, n), compare("by key", out.data, expected);

    expected = in, std::sort(expected.begin(), expected.end());
    RUN(DeviceRadixSort::SortKeys, dev_in.data, out.data, n), compare("sorted", out.data, expected);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] > keys[b]; });
    RUN(DeviceRadixSort::SortPairsDescending, dev_keys.data, out.data, dev_places.data, more.data, n);
    compare("places, descending", more.data, order);
    std::sort(floats.begin(), floats.end());
    cub::DoubleBuffer<float> buffers(dev_floats.data, floats_out.data);
    RUN(DeviceRadixSort::SortKeys, buffers, n), compare("floats", buffers.Current(), floats);
    for (int i = 0; i < n; i++)
        order[i] = i, expected[i] = in[i];
    std::stable_sort(expected.begin(), expected.end(), [](int a, int b) { return (a >> 4 & 255) < (b >> 4 & 255); });
    RUN(DeviceRadixSort::SortKeys, dev_in.data, out.data, n, 4, 12), compare("by some bits", out.data, expected);
    cudaMemcpy(out.data, dev_in.data, n * sizeof(int), cudaMemcpyDeviceToDevice);
    expected = in, std::stable_sort(expected.begin(), expected.end(), [](int a, int b) { return a % 100 < b % 100; });
    RUN(DeviceMergeSort::StableSortKeys, out.data, n,
        [] __host__ __device__(int a, int b) { return a % 100 < b % 100; });
    compare("by remainder", out.data, expected);

    std::vector<int> chosen, others, first = {in[0]};
    std::copy_if(in.begin(), in.end(), std::back_inserter(chosen), [](int x) { return x % 3 == 0; });
    std::copy_if(in.rbegin(), in.rend(), std::back_inserter(others), [](int x) { return x % 3 != 0; });
    std::vector<int> parts = chosen, size = {(int)chosen.size(), 0};
    parts.insert(parts.end(), others.begin(), others.end());
    cudaMemset(count.data, 0, 8);
    RUN(DeviceSelect::Flagged, dev_in.data, dev_flags.data, out.data, count.data, n);
    compare("flagged", out.data, chosen), compare("how many", count.data, size);
    RUN(DeviceSelect::If, dev_in.data, out.data, count.data, n, [] __host__ __device__(int x) { return x % 3 == 0; });
    compare("selected", out.data, chosen);
    RUN(DevicePartition::Flagged, dev_in.data, dev_flags.data, out.data, count.data, n);
    compare("in two parts", out.data, parts);
    std::unique_copy(flags.begin(), flags.end(), std::back_inserter(first));
    first.erase(first.begin());
    RUN(DeviceSelect::Unique, dev_flags.data, out.data, count.data, n), compare("unique", out.data, first);
    std::transform(in.begin(), in.end(), expected.begin(), [](int x) { return 3 * x; });
    cub::DeviceTransform::Transform(dev_in.data, out.data, n, [] __host__ __device__(int x) { return 3 * x; });
    compare("transformed", out.data, expected);
    int *to = more.data;
    cub::DeviceFor::Bulk(n, [to] __device__(int i) { to[i] = i * i; });
    std::transform(places.begin(), places.end(), expected.begin(), [](int x) { return x * x; });
    compare("squares", more.data, expected);
    printf("%d wrong, %s\n", wrong, cudaGetErrorString(cudaDeviceSynchronize()));
}
