// SPDX-License-Identifier: MIT
// cub_tail_sum.cu: in a loop's last round only some threads have an element, and only they call BlockReduce::Sum().
// CPU exits 3
// CPU finds part-of-block
// CPU says 60 of 128 threads have exited
// CPU says 68 threads wait in a collective of CUB at cub_tail_sum.cu:{sum}: 0-67
// CPU finds barrier-skipped
// all exits 0
#include <cub/cub.cuh>

#include "../kernel_run.h"

const int threads = 128, n = threads + 68;

__global__ void total(const int *values, int *out)
{
    using Reduce = cub::BlockReduce<int, threads>;
    __shared__ Reduce::TempStorage temp;
    int sum = 0;
#ifndef FIXED
    for (int i = threadIdx.x; i < n; i += threads) {
        int part = Reduce(temp).Sum(values[i]); // {sum}
#else
    for (int first = 0; first < n; first += threads) {
        int i = first + threadIdx.x;
        int part = Reduce(temp).Sum(i < n ? values[i] : 0);
#endif
        __syncthreads();
        if (threadIdx.x == 0)
            sum += part;
    }
    if (threadIdx.x == 0)
        *out = sum;
}

int main()
{
    device_array<int> values(n, 1), out(1);
    total<<<1, threads>>>(values, out);
    return check_fixed(out, n);
}
