// SPDX-License-Identifier: MIT
// mask_counted_by_leaders.cu: the leaders of groups with the same value add to a word of shared memory, each without
// an atomic.
// CPU exits 3
// CPU finds race-shared
// CPU says at mask_counted_by_leaders.cu:{add}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int threads = 32;

__global__ void lanes(const int *in, int *out)
{
    const int lane = threadIdx.x;
    __shared__ int count;
    if (lane == 0)
        count = 0;
    __syncwarp();
    auto same = cg::labeled_partition(cg::coalesced_threads(), in[lane]);
    if (same.thread_rank() == 0) {
#ifdef FIXED
        atomicAdd(&count, (int)same.size());
#else
        count += (int)same.size(); // {add}
#endif
    }
    __syncwarp();
    out[lane] = count;
}

int main()
{
    int host[threads], result[threads] = {}, *in, *out;
    for (int i = 0; i < threads; i++)
        host[i] = i * i % 11;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof result) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof result);
    lanes<<<1, threads>>>(in, out);
    cudaError_t error = cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%s, %d\n", cudaGetErrorString(error), result[threads - 1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++) {
        if (result[i] != 32)
            return 1;
    }
#endif
    return error != cudaSuccess;
}
