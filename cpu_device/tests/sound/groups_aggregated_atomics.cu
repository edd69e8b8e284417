// SPDX-License-Identifier: MIT
// groups_aggregated_atomics.cu: the threads that keep an element take places by one atomicAdd() of their coalesced
// group.
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int n = 5000, threads = 160;

__device__ int take(int *counter)
{
    cg::coalesced_group group = cg::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0)
        first = atomicAdd(counter, group.size());
    return group.shfl(first, 0) + group.thread_rank();
}

__device__ int take_by_one(int *counter)
{
    cg::coalesced_group group = cg::coalesced_threads();
    return cg::invoke_one_broadcast(group, [&] { return atomicAdd(counter, (int)group.num_threads()); }) +
           group.thread_rank();
}

// Each bin is counted by one atomicAdd() of those that have it.
__global__ void filter(const int *in, int *out, int *others, int *counters, int *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (in[i] % 3 == 0)
        out[take(&counters[0])] = in[i];
    else if (in[i] % 7 == 0)
        others[take_by_one(&counters[1])] = in[i];
    cg::coalesced_group same = cg::labeled_partition(cg::coalesced_threads(), in[i] % 5);
    auto add = [&](int count) { atomicAdd(&bins[in[i] % 5], count); };
    cg::invoke_one(same, add, same.size());
}

static long long sum_of(const int *dev_values, int count)
{
    static int values[n];
    long long sum = 0;
    if (count < 0 || count > n ||
        cudaMemcpy(values, dev_values, count * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess)
        return -1;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

int main()
{
    static int host[n];
    int expected[2] = {};
    int expected_bins[5] = {};
    long long sums[2] = {};
    for (int i = 0; i < n; i++) {
        host[i] = i * 37 % 1009;
        int kind = host[i] % 3 == 0 ? 0 : host[i] % 7 == 0 ? 1 : 2;
        if (kind < 2) {
            expected[kind]++;
            sums[kind] += host[i];
        }
        expected_bins[host[i] % 5]++;
    }
    device_array<int> in(n, host), out(n), others(n), counters(2, zeros), bins(5, zeros);
    filter<<<(n + threads - 1) / threads, threads>>>(in, out, others, counters, bins);
    if (finish(counters) != 0 || finish(bins) != 0)
        return 1;
    int wrong = counters.on_host[0] != expected[0] || counters.on_host[1] != expected[1] ||
                sum_of(out, counters.on_host[0]) != sums[0] || sum_of(others, counters.on_host[1]) != sums[1];
    for (int i = 0; i < 5; i++)
        wrong += bins.on_host[i] != expected_bins[i];
    return wrong != 0;
}
