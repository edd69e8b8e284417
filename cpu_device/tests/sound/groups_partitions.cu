// SPDX-License-Identifier: MIT
// groups_partitions.cu: the halves of a predicate, and the parts of a label, each use shared memory of their own and
// sync.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int threads = 128;

__device__ int rotate_in(const cg::coalesced_group &group, int *line, int value)
{
    line[group.thread_rank()] = value;
    group.sync();
    int next = line[(group.thread_rank() + 1) % group.size()];
    group.sync();
    return next;
}

__global__ void partitions(const int *in, int *out)
{
    __shared__ int lines[threads / 32][2][32], labels[threads / 32][4][32];
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int i = block.thread_rank(), w = warp.meta_group_rank();
    bool odd = in[i] % 2 != 0;
    cg::coalesced_group half = cg::binary_partition(warp, odd);
    int next = rotate_in(half, lines[w][odd], i);
    cg::coalesced_group part = cg::labeled_partition(half, in[i] % 4);
    next = next * 1000 + rotate_in(part, labels[w][in[i] % 4], i);
    if (odd) {
        cg::coalesced_group here = cg::coalesced_threads();
        here.sync();
        next += 1000000 * here.size();
    }
    out[i] = next + (int)(part.size() == cg::reduce(part, 1u, cg::plus<unsigned>()));
}

int main()
{
    int host[threads], result[threads], *in, *out, wrong = 0;
    for (int i = 0; i < threads; i++)
        host[i] = i * i / 3 + i % 5;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof host) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    partitions<<<1, threads>>>(in, out);
    if (cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < threads; i++) {
        auto next = [&](int modulus) {
            int k = i;
            do
                k = k / 32 * 32 + (k + 1) % 32;
            while (host[k] % modulus != host[i] % modulus);
            return k;
        };
        int odd = 0;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++)
            odd += host[k] % 2;
        wrong += result[i] != next(2) * 1000 + next(4) + 1 + (host[i] % 2 ? 1000000 * odd : 0);
    }
    cudaFree(in);
    return cudaFree(out) != cudaSuccess || wrong != 0;
}
