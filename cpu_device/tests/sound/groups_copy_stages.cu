// SPDX-License-Identifier: MIT
// groups_copy_stages.cu: memcpy_async() brings the next parts while the block works on one, in three buffers.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int threads = 96, part = 100, parts = 9, stages = 3;

__global__ void smooth(const float *in, float *out)
{
    __shared__ float buffer[stages][part];
    cg::thread_block block = cg::this_thread_block();
    in += blockIdx.x * part * parts;
    out += blockIdx.x * part * parts;
    for (int k = 0; k < stages - 1; k++)
        cg::memcpy_async(block, buffer[k], in + k * part, sizeof buffer[k]);
    for (int k = 0; k < parts; k++) {
        if (k + stages - 1 < parts) {
            int ahead = k + stages - 1;
            cg::memcpy_async(block, buffer[ahead % stages], (size_t)part, in + ahead * part, (size_t)part);
            cg::wait_prior<stages - 1>(block);
        } else {
            cg::wait(block);
        }
        const float *values = buffer[k % stages];
        for (unsigned i = block.thread_rank(); i < part; i += block.size())
            out[k * part + i] = values[i] + values[part - 1 - i];
        block.sync();
    }
}

// Each warp has a buffer of its own.
__global__ void by_warps(const float *in, float *out)
{
    __shared__ float lines[threads / 32][32];
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    float *line = lines[warp.meta_group_rank()];
    int first = (blockIdx.x * (threads / 32) + warp.meta_group_rank()) * 32;
    cg::memcpy_async(warp, line, in + first, 32 * sizeof(float));
    cg::wait(warp);
    out[first + warp.thread_rank()] = line[31 - warp.thread_rank()];
}

int main()
{
    const int blocks = 3, n = blocks * part * parts;
    static float host[n], result[n];
    float *in, *out;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        host[i] = i;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof host) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    smooth<<<blocks, threads>>>(in, out);
    if (cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        wrong += result[i] != host[i] + host[i / part * part + part - 1 - i % part];
    by_warps<<<blocks, threads>>>(in, out);
    if (cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < blocks * threads; i++)
        wrong += result[i] != host[i / 32 * 32 + 31 - i % 32];
    cudaFree(in);
    return cudaFree(out) != cudaSuccess || wrong != 0;
}
