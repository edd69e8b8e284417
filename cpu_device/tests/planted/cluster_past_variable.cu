// SPDX-License-Identifier: MIT
// cluster_past_variable.cu: the last thread reads one letter past the end of its neighbour's word, before the variable
// that comes next.
// Compiled with: -arch=sm_90
// CPU exits 1
// CPU finds illegal-address: at {read}
// CPU says reads shared memory: 0 bytes past the end of word
// all exits 0
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 2, threads = 30; // a word of 30 letters, and two bytes before the next number

__global__ void __cluster_dims__(blocks, 1, 1) right_of(int *out)
{
    __shared__ int before[threads];
    __shared__ char word[threads];
    __shared__ int after[threads];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    before[t] = after[t] = t;
    word[t] = t;
    cluster.sync();
    const char *theirs = cluster.map_shared_rank(word, 1 - cluster.block_rank());
#ifndef FIXED
    int next = theirs[t + 1]; // {read}
#else
    int next = theirs[t + 1 < threads ? t + 1 : t];
#endif
    out[blockIdx.x * threads + t] = next + before[t] - after[t];
    cluster.sync();
}

int main()
{
    managed_array<int> out(2 * threads);
    right_of<<<2, threads>>>(out);
    return check_fixed(out, [](int i) { return i % threads + 1 < threads ? i % threads + 1 : threads - 1; });
}
