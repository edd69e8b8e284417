// SPDX-License-Identifier: MIT
// thrust_vectors.cu: Thrust's vectors and pointers: elements, copies both ways, growth, memory of cudaMalloc.
#include <cstdio>
#include <list>
#include <thrust/copy.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/pair.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <vector>

template <class Vector> void show(const char *what, const Vector &v)
{
    printf("%s:", what);
    for (size_t i = 0; i < v.size(); i++)
        printf(" %d", (int)v[i]);
    printf("\n");
}

__global__ void add(int *data, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += value;
}

int main()
{
    thrust::host_vector<int> h(4);
    h[0] = 14, h[1] = 20, h[2] = 38, h[3] = 46;
    h.resize(3);
    thrust::device_vector<int> d = h;
    d[0] = 99;
    d[1] = d[2];
    d[2] += 4;
    show("elements", d);
    show("host's", h);
    d.push_back(7);
    d.insert(d.begin() + 1, 3);
    d.erase(d.begin());
    show("grown", d);
    printf("%d %d %d\n", (int)d.front(), (int)d.back(), (int)d.size());
    d.pop_back();
    h = d;
    show("back again", h);

    thrust::device_vector<int> ones(8, 1), twos(4);
    thrust::fill(twos.begin(), twos.end(), 2);
    thrust::copy(twos.begin(), twos.end(), ones.begin() + 2);
    show("copied on the device", ones);
    thrust::swap(ones, twos);
    show("swapped", ones);
    printf("%d %d\n", ones == twos, ones != twos);
    twos.assign(3, 5);
    twos.resize(5, 6);
    show("assigned", twos);
    twos.clear();
    twos.shrink_to_fit();
    printf("%d %d\n", (int)twos.size(), (int)twos.empty());

    int plain[] = {5, 1, 4, 2, 3};
    std::vector<int> v(plain, plain + 5);
    std::list<int> l(plain, plain + 5);
    thrust::device_vector<int> from_array(plain, plain + 5), from_vector(v), from_list(l.begin(), l.end());
    printf("%d %d\n", from_array == from_vector, from_vector == from_list);
    thrust::sort(from_list.begin(), from_list.end());
    thrust::copy(from_list.begin(), from_list.end(), plain);
    thrust::copy(from_list.begin() + 1, from_list.begin() + 3, v.begin());
    printf("%d %d %d %d\n", plain[0], plain[4], v[0], v[1]);

    auto twice = thrust::make_transform_iterator(from_array.begin(), thrust::negate<int>());
    thrust::host_vector<int> negatives(twice, twice + 5);
    show("transformed on the way", negatives);
    thrust::device_vector<float> floats(from_array);
    thrust::host_vector<long long> wide(floats.begin(), floats.end());
    show("converted", wide);
    thrust::device_vector<int> counted(thrust::make_counting_iterator(3), thrust::make_counting_iterator(7));
    show("counted", counted);
    thrust::device_vector<thrust::pair<int, float>> pairs(2, thrust::make_pair(1, 2.5f));
    pairs[1] = thrust::make_pair(2, 0.5f);
    thrust::pair<int, float> p = pairs[0], q = pairs[1];
    printf("%d %g %d %g\n", p.first, p.second, q.first, q.second);

    add<<<1, 32>>>(thrust::raw_pointer_cast(counted.data()), 4, 10);
    add<<<1, 32>>>(thrust::raw_pointer_cast(&counted[1]), 2, 100);
    show("own kernels", counted);

    int *raw;
    if (cudaMalloc(&raw, 10 * sizeof(int)) != cudaSuccess)
        return 1;
    thrust::device_ptr<int> pointer(raw);
    thrust::sequence(pointer, pointer + 10);
    pointer[9] = -pointer[9];
    printf("%d %d\n", thrust::reduce(pointer, pointer + 10), thrust::reduce(thrust::device, raw, raw + 10));
    thrust::sort(thrust::device, raw, raw + 10, thrust::greater<int>());
    int host[2];
    cudaMemcpy(host, raw + 8, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", host[0], host[1], thrust::raw_pointer_cast(pointer) == raw);
    cudaFree(raw);

    thrust::device_ptr<double> memory = thrust::device_malloc<double>(3);
    thrust::fill_n(memory, 3, 0.5);
    *memory = 2;
    printf("%g %g\n", (double)memory[0], memory[1] + memory[2]);
    thrust::device_free(memory);

    thrust::sort(thrust::host, h.begin(), h.end());
    thrust::sort(v.begin(), v.end());
    show("sorted on the host", h);
    return 0;
}
