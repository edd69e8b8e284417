// SPDX-License-Identifier: MIT
// thrust_algorithms.cu: Thrust's algorithms on the device, with functors, placeholders and fancy iterators.
#include <cstdio>
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

template <class Vector> void show(const char *what, const Vector &v)
{
    printf("%s:", what);
    for (size_t i = 0; i < v.size(); i++)
        printf(" %g", (double)v[i]);
    printf("\n");
}

struct saxpy {
    float a;
    __host__ __device__ float operator()(float x, float y) const
    {
        return a * x + y;
    }
};

struct multiply_add {
    template <class Tuple> __host__ __device__ void operator()(Tuple t)
    {
        thrust::get<3>(t) = thrust::get<0>(t) + thrust::get<1>(t) * thrust::get<2>(t);
    }
};

struct square {
    __host__ __device__ float operator()(float x) const
    {
        return x * x;
    }
};

struct is_odd {
    __host__ __device__ bool operator()(int x) const
    {
        return x % 2 != 0;
    }
};

struct knuth_hash {
    __host__ __device__ int operator()(unsigned i) const
    {
        return (int)(i * 2654435761u >> 22);
    }
};

struct hit {
    __host__ __device__ int operator()(unsigned i) const
    {
        thrust::minstd_rand random(i + 1);
        random.discard(i);
        int x = (int)(random() % 1024), y = (int)(random() % 1024), hits = x * x + y * y < 1024 * 1024;
        return hits;
    }
};

struct average_of_three {
    __host__ __device__ float operator()(const thrust::tuple<float, float, float> &t) const
    {
        return (thrust::get<0>(t) + thrust::get<1>(t) + thrust::get<2>(t)) / 3;
    }
};

// A set's least and largest number and its size, so that sets can be joined in any order.
struct summary {
    int least, most, n;
};
struct make_summary {
    __host__ __device__ summary operator()(int x) const
    {
        return {x, x, 1};
    }
};
struct join_summaries {
    __host__ __device__ summary operator()(const summary &a, const summary &b) const
    {
        return {a.least < b.least ? a.least : b.least, a.most > b.most ? a.most : b.most, a.n + b.n};
    }
};

int main()
{
    using namespace thrust::placeholders;
    using ints = thrust::device_vector<int>;
    using floats = thrust::device_vector<float>;

    floats x(6), y(6, 1.0f), z(6), w(6);
    thrust::sequence(x.begin(), x.end());
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy{2});
    show("saxpy", y);
    thrust::transform(x.begin(), x.end(), y.begin(), z.begin(), 3.0f * _1 - _2);
    show("placeholders", z);
    thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), z.begin(), w.begin())),
                     thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end(), z.end(), w.end())), multiply_add());
    show("four at a time", w);
    thrust::transform(thrust::make_zip_iterator(thrust::make_tuple(y.begin(), y.begin() + 1, y.begin() + 2)),
                      thrust::make_zip_iterator(thrust::make_tuple(y.end() - 2, y.end() - 1, y.end())), w.begin(),
                      average_of_three());
    show("moving average", w);

    printf("norm %g, dot %g\n", thrust::transform_reduce(x.begin(), x.end(), square(), 0.0f, thrust::plus<float>()),
           thrust::inner_product(x.begin(), x.end(), y.begin(), 0.0f));
    printf("most at %d, least at %d\n", (int)(thrust::max_element(w.begin(), w.end()) - w.begin()),
           (int)(thrust::min_element(w.begin(), w.end()) - w.begin()));

    const int n = 50000;
    ints a(n);
    thrust::transform(thrust::make_counting_iterator(0u), thrust::make_counting_iterator(0u + n), a.begin(),
                      knuth_hash());
    printf("sum %d, most %d, odd %d, of 77 %d\n", thrust::reduce(a.begin(), a.end()),
           thrust::reduce(a.begin(), a.end(), -1, thrust::maximum<int>()),
           (int)thrust::count_if(a.begin(), a.end(), is_odd()), (int)thrust::count(a.begin(), a.end(), 77));
    summary s = thrust::transform_reduce(a.begin(), a.end(), make_summary(), summary{1 << 30, -1, 0}, join_summaries());
    printf("summary %d %d %d\n", s.least, s.most, s.n);
    printf("all %d, any %d, none %d, first 1000 at %d\n", thrust::all_of(a.begin(), a.end(), is_odd()),
           thrust::any_of(a.begin(), a.end(), is_odd()), thrust::none_of(a.begin(), a.end(), is_odd()),
           (int)(thrust::find(a.begin(), a.end(), 1000) - a.begin()));
    auto ends = thrust::minmax_element(a.begin(), a.end());
    printf("from %d to %d\n", (int)*ends.first, (int)*ends.second);
    printf("hits %d\n",
           thrust::transform_reduce(thrust::counting_iterator<unsigned>(0), thrust::counting_iterator<unsigned>(5000),
                                    hit(), 0, thrust::plus<int>()));

    ints sorted = a, places(n);
    thrust::sequence(places.begin(), places.end());
    thrust::stable_sort_by_key(sorted.begin(), sorted.end(), places.begin());
    printf("sorted %d, first %d, last at %d\n", thrust::is_sorted(sorted.begin(), sorted.end()), (int)sorted[0],
           (int)places[n - 1]);
    thrust::sort(sorted.begin(), sorted.end(), thrust::greater<int>());
    printf("descending %d %d\n", (int)sorted[0], (int)sorted[n - 1]);
    thrust::reverse(sorted.begin(), sorted.end());
    ints values(1024), counts(1024);
    auto last = thrust::reduce_by_key(sorted.begin(), sorted.end(), thrust::constant_iterator<int>(1), values.begin(),
                                      counts.begin());
    int bins = (int)(last.first - values.begin());
    printf("bins %d, of the last %d %d\n", bins, (int)values[bins - 1], (int)counts[bins - 1]);
    ints upper(4);
    thrust::upper_bound(sorted.begin(), sorted.end(), thrust::make_counting_iterator(0),
                        thrust::make_counting_iterator(4), upper.begin());
    show("cumulative", upper);
    thrust::adjacent_difference(upper.begin(), upper.end(), upper.begin());
    show("histogram", upper);
    printf("%d %d\n", (int)(thrust::lower_bound(sorted.begin(), sorted.end(), 512) - sorted.begin()),
           (int)thrust::binary_search(sorted.begin(), sorted.end(), 1));
    sorted.erase(thrust::unique(sorted.begin(), sorted.end()), sorted.end());
    printf("different %d\n", (int)sorted.size());

    ints c(8), d(8), map(8), e(16);
    thrust::tabulate(map.begin(), map.end(), 7 - _1);
    thrust::sequence(c.begin(), c.end(), 10, 3);
    thrust::gather(map.begin(), map.end(), c.begin(), d.begin());
    show("gathered", d);
    thrust::scatter(c.begin(), c.begin() + 2, map.begin(), d.begin());
    show("scattered", d);
    printf("permuted %d\n", thrust::reduce(thrust::make_permutation_iterator(c.begin(), map.begin()),
                                           thrust::make_permutation_iterator(c.begin(), map.begin() + 3)));
    thrust::inclusive_scan(c.begin(), c.end(), d.begin());
    show("inclusive", d);
    thrust::exclusive_scan(c.begin(), c.end(), d.begin(), 100);
    show("exclusive", d);
    thrust::inclusive_scan(c.begin(), c.end(), c.begin(), thrust::maximum<int>());
    thrust::transform_inclusive_scan(c.begin(), c.end(), d.begin(), thrust::negate<int>(), thrust::plus<int>());
    show("of negatives", d);
    int keys[] = {0, 0, 1, 1, 1, 2, 3, 3};
    ints k(keys, keys + 8);
    thrust::inclusive_scan_by_key(k.begin(), k.end(), thrust::make_constant_iterator(1), d.begin());
    show("by key", d);
    e.resize(thrust::copy_if(c.begin(), c.end(), e.begin(), is_odd()) - e.begin());
    show("copied if odd", e);
    thrust::stable_partition(c.begin(), c.end(), is_odd());
    show("partitioned", c);
    c.erase(thrust::remove_if(c.begin(), c.end(), is_odd()), c.end());
    thrust::replace(c.begin(), c.end(), 10, 11);
    show("removed", c);
    e.resize(12);
    e.resize(thrust::merge(c.begin(), c.end(), k.begin(), k.end(), e.begin(), thrust::less<int>()) - e.begin());
    thrust::sort(e.begin(), e.end());
    show("merged", e);
    ints even(4), threes(4), both(8);
    thrust::sequence(even.begin(), even.end(), 0, 2);
    thrust::sequence(threes.begin(), threes.end(), 0, 3);
    both.resize(thrust::set_union(even.begin(), even.end(), threes.begin(), threes.end(), both.begin()) - both.begin());
    show("union", both);
    both.resize(thrust::set_intersection(even.begin(), even.end(), threes.begin(), threes.end(), both.begin()) -
                both.begin());
    show("intersection", both);
    thrust::device_vector<int> runs(8);
    auto end = thrust::reduce_by_key(k.begin(), k.end(), thrust::make_constant_iterator(1),
                                     thrust::make_discard_iterator(), runs.begin());
    runs.resize(end.second - runs.begin());
    show("runs", runs);

    // As many words as places where a letter follows something else.
    const char text[] = "But the raven, sitting lonely on the placid bust, spoke only";
    thrust::device_vector<char> letters(text, text + sizeof text - 1);
    int words = thrust::inner_product(letters.begin(), letters.end() - 1, letters.begin() + 1, 1, thrust::plus<int>(),
                                      (_1 == ' ') && (_2 != ' '));
    printf("words %d\n", words);
    return 0;
}
