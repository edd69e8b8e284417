// SPDX-License-Identifier: MIT
// cub_device_reduce.cu: CUB's reductions of an array, of its segments and of runs of equal keys, and its histograms.
#include <cub/cub.cuh>
#include <stdio.h>
#include <vector>

template <class T> struct array {
    T *data;
    explicit array(const std::vector<T> &values) : data(nullptr)
    {
        cudaMalloc(&data, values.size() * sizeof(T));
        cudaMemcpy(data, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~array()
    {
        cudaFree(data);
    }
    void show(const char *what, int n) const
    {
        std::vector<T> values(n);
        cudaMemcpy(values.data(), data, n * sizeof(T), cudaMemcpyDeviceToHost);
        printf("%s:", what);
        for (T value : values)
            printf(" %g", (double)value);
        printf("\n");
    }
};

// Asks for the size, allocates, and does the work.
template <class Call> void run(const char *what, Call call)
{
    void *temp = nullptr;
    size_t bytes = 0;
    cudaError_t asked = call(temp, bytes);
    cudaMalloc(&temp, bytes);
    cudaError_t done = call(temp, bytes);
    if (asked != cudaSuccess || done != cudaSuccess)
        printf("%s: %d %d\n", what, asked, done);
    cudaFree(temp);
}

struct sum_and_count {
    long long sum;
    int count;
};
struct add_both {
    __host__ __device__ sum_and_count operator()(sum_and_count a, sum_and_count b) const
    {
        return {a.sum + b.sum, a.count + b.count};
    }
};
struct odd_square {
    __host__ __device__ sum_and_count operator()(int x) const
    {
        return {x % 2 ? (long long)x * x : 0, x % 2 != 0};
    }
};

int main()
{
    const int n = 100000;
    std::vector<int> numbers(n), few(n), begins = {0, 3, 3, 1000, 1001}, ends = {3, 3, 1000, 1001, n};
    std::vector<unsigned char> bytes(n);
    for (int i = 0; i < n; i++)
        numbers[i] = (int)(i * 2654435761u >> 8) % 1000003 - 400000, few[i] = i / 7 % 5, bytes[i] = i * 31 % 251;
    array<int> in(numbers), keys(few), out{std::vector<int>(n)}, more{std::vector<int>(n)}, count{std::vector<int>(4)};
    array<int> dev_begins(begins), dev_ends(ends);
    array<unsigned char> samples(bytes), byte_out{std::vector<unsigned char>(4)};
    array<long long> sums{std::vector<long long>(4)}, index{std::vector<long long>(4)};
    array<float> levels({-400000.f, -1.5f, 0.f, 100000.f, 700000.f});
    array<sum_and_count> both{std::vector<sum_and_count>(1)};

#define RUN(name, ...) run(#name, [&](void *t, size_t &b) { return cub::name(t, b, __VA_ARGS__); })
    RUN(DeviceReduce::Sum, in.data, sums.data, n), sums.show("sum", 1);
    RUN(DeviceReduce::Sum, samples.data, byte_out.data, n), byte_out.show("sum of bytes, in a byte", 1);
    RUN(DeviceReduce::Sum, in.data, sums.data, 0), sums.show("sum of none", 1);
    RUN(DeviceReduce::Min, in.data, out.data, n), out.show("least", 1);
    RUN(DeviceReduce::Max, in.data, out.data, n), out.show("most", 1);
    RUN(DeviceReduce::Max, in.data, out.data, 0), out.show("most of none", 1);
    RUN(DeviceReduce::ArgMax, samples.data, byte_out.data, index.data, n), byte_out.show("most", 1),
        index.show("at", 1);
    RUN(DeviceReduce::ArgMin, in.data, out.data, index.data, n), out.show("least", 1), index.show("at", 1);
    RUN(DeviceReduce::Reduce, in.data, out.data, 1000, cuda::maximum<>{}, 650000), out.show("at least 650000", 1);
    RUN(DeviceReduce::TransformReduce, in.data, both.data, n, add_both(), odd_square(), sum_and_count{5, 1});
    sum_and_count result;
    cudaMemcpy(&result, both.data, sizeof result, cudaMemcpyDeviceToHost);
    printf("odd: %lld of %d\n", result.sum, result.count);
    RUN(DeviceReduce::ReduceByKey, keys.data, out.data, in.data, more.data, count.data, cuda::std::plus<>{}, n - 3);
    count.show("runs", 1), out.show("keys", 12), more.show("sums", 12);
    RUN(DeviceSegmentedReduce::Sum, in.data, out.data, 5, dev_begins.data, dev_ends.data), out.show("segments", 5);
    RUN(DeviceSegmentedReduce::Max, in.data, out.data, 5, dev_begins.data, dev_ends.data), out.show("most", 5);
    RUN(DeviceRunLengthEncode::Encode, keys.data, out.data, more.data, count.data, 100);
    count.show("runs", 1), out.show("keys", 15), more.show("lengths", 15);
    RUN(DeviceHistogram::HistogramEven, in.data, out.data, 8, -400000, 600000, n), out.show("even", 7);
    RUN(DeviceHistogram::HistogramEven, samples.data, out.data, 6, 10, 200, 90, 100, (size_t)1000), out.show("rows", 5);
    RUN(DeviceHistogram::HistogramRange, in.data, out.data, 5, levels.data, n), out.show("range", 4);
    size_t few_bytes = 1; // of temporary storage: too few
    printf("%s\n", cudaGetErrorName(cub::DeviceReduce::Sum(more.data, few_bytes, in.data, sums.data, n)));
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
