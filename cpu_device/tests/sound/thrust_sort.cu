// SPDX-License-Identifier: MIT
// thrust_sort.cu: a sort by key of a million pairs, whose temporary memory is larger than the heap of the kernels; a
// stable one; and one with an order of its own, of values that an iterator makes.
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/sort.h>
#include <thrust/tuple.h>

const int n = 1 << 20, few = 1000;

// Sorts two ordered halves, the even and the odd numbers, as doubles.
static bool sort_halves()
{
    thrust::host_vector<double> keys(n);
    thrust::host_vector<int> values(n);
    for (int i = 0; i < n; ++i) {
        values[i] = i;
        keys[i] = i < n / 2 ? 2 * i : 2 * (i - n / 2) + 1;
    }
    thrust::device_vector<double> sorted = keys;
    thrust::device_vector<int> places = values;
    thrust::sort_by_key(sorted.begin(), sorted.end(), places.begin());
    keys = sorted;
    values = places;
    bool ok = true;
    for (int i = 0; i < n; ++i)
        ok &= keys[i] == i && values[i] == i / 2 + i % 2 * (n / 2);
    return ok;
}

// Equal keys keep the order of their values.
static bool sort_stably()
{
    thrust::host_vector<int> keys(few), values(few);
    for (int i = 0; i < few; ++i) {
        keys[i] = i * 7 % 10 - 5;
        values[i] = i;
    }
    thrust::device_vector<int> sorted = keys, places = values;
    thrust::stable_sort_by_key(sorted.begin(), sorted.end(), places.begin(), thrust::greater<int>());
    keys = sorted;
    values = places;
    bool ok = true;
    for (int i = 0; i < few; ++i)
        ok &= keys[i] == 4 - i / (few / 10) && (i % (few / 10) == 0 || values[i] == values[i - 1] + 10);
    return ok;
}

struct by_second {
    __host__ __device__ bool operator()(const thrust::tuple<int, float> &a, const thrust::tuple<int, float> &b) const
    {
        return thrust::get<1>(a) < thrust::get<1>(b);
    }
};

static bool sort_pairs()
{
    thrust::host_vector<int> first(few);
    thrust::host_vector<float> second(few);
    for (int i = 0; i < few; ++i) {
        first[i] = i;
        second[i] = (float)(i * 371 % few); // each number once: 371 and 1000 have no factor in common
    }
    thrust::device_vector<int> a = first;
    thrust::device_vector<float> b = second;
    auto pairs = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin()));
    thrust::sort(pairs, pairs + few, by_second());
    first = a;
    second = b;
    bool ok = true;
    for (int i = 0; i < few; ++i)
        ok &= second[i] == (float)i && first[i] * 371 % few == i;
    return ok;
}

int main()
{
    const bool halves = sort_halves(), stable = sort_stably(), pairs = sort_pairs();
    printf("halves %s, stable %s, pairs %s\n", halves ? "right" : "wrong", stable ? "right" : "wrong",
           pairs ? "right" : "wrong");
    return !(halves && stable && pairs);
}
