// SPDX-License-Identifier: MIT
// thrust_functor_counts.cu: the functor of a thrust::for_each adds to one counter without an atomic.
// CPU exits 3
// CPU reports 2
// CPU says Error: race
// CPU says kernel for_each
// CPU says writes at thrust_functor_counts.cu:{add}
// CPU says reads at thrust_functor_counts.cu:{add}
// all exits 0
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

struct count_multiples {
    int *count;
    __device__ void operator()(int number) const
    {
        if (number % 3 == 0)
#ifndef FIXED
            *count += 1; // {add}
#else
            atomicAdd(count, 1);
#endif
    }
};

int main()
{
    thrust::device_vector<int> count(1, 0);
    thrust::for_each(thrust::make_counting_iterator(0), thrust::make_counting_iterator(3000),
                     count_multiples{thrust::raw_pointer_cast(count.data())});
    int counted = count[0];
    printf("%s\n", counted == 1000 ? "right" : "wrong");
#ifdef FIXED
    return counted != 1000;
#endif
    return 0;
}
