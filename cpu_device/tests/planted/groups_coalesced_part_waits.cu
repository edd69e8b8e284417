// SPDX-License-Identifier: MIT
// groups_coalesced_part_waits.cu: a group of the threads in a branch waits, but only some of them reach the barrier.
// CPU exits 1
// CPU finds divergent-warp
// CPU says threads wait in sync() of a tile or group at groups_coalesced_part_waits.cu:{inner}
// CPU says threads wait in __syncwarp() at groups_coalesced_part_waits.cu:{outer}
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int threads = 32;

__global__ void move_hits(const int *in, int *out)
{
    __shared__ int hits[threads];
    int i = threadIdx.x;
    hits[i] = -1;
    __syncwarp();
    if (in[i] % 2 == 0) {
        cg::coalesced_group even = cg::coalesced_threads();
        bool hit = in[i] % 3 == 0;
#ifdef FIXED
        cg::coalesced_group group = cg::binary_partition(even, hit);
#else
        cg::coalesced_group group = even;
#endif
        if (hit) {
            hits[group.thread_rank()] = in[i];
            group.sync(); // {inner}
            out[i] = hits[group.size() - 1 - group.thread_rank()];
        }
    }
    __syncwarp(); // {outer}
    if (i == 0)
        out[1] = hits[0];
}

int main()
{
    int host[threads], *in, *out;
    for (int i = 0; i < threads; i++)
        host[i] = i;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof host) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof host);
    move_hits<<<1, threads>>>(in, out);
    cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%s, %d\n", cudaGetErrorString(error), host[6]);
#ifdef FIXED
    if (host[6] != 24 || host[1] != 0)
        return 1;
#endif
    return error != cudaSuccess;
}
