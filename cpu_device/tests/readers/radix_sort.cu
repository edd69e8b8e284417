// SPDX-License-Identifier: MIT
// radix_sort.cu: radix sort by one bit a pass: flags, scan, scatter
// Feature: inclusive scan in warps, ballot and popc, double buffering, unsigned keys with values
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#define BLOCK 256
typedef unsigned int uint32;

__device__ __forceinline__ uint32 lanemask_lt()
{
    uint32 mask;
    asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

__global__ void countZeros(const uint32 *keys, int n, int bit, uint32 *counts)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    bool zero = i < n && !((keys[i] >> bit) & 1);
    int zeros = __syncthreads_count(zero);
    if (threadIdx.x == 0)
        counts[blockIdx.x] = zeros;
}

__global__ void scanCounts(uint32 *counts, int blocks) // by one block, in place, exclusive; the total comes after
{
    __shared__ uint32 s[1024];
    uint32 carry = 0;
    for (int base = 0; base < blocks; base += 1024) {
        uint32 v = base + threadIdx.x < blocks ? counts[base + threadIdx.x] : 0;
        s[threadIdx.x] = v;
        __syncthreads();
        for (int d = 1; d < 1024; d *= 2) {
            uint32 add = threadIdx.x >= d ? s[threadIdx.x - d] : 0u;
            __syncthreads();
            s[threadIdx.x] += add;
            __syncthreads();
        }
        if (base + threadIdx.x < blocks)
            counts[base + threadIdx.x] = carry + s[threadIdx.x] - v;
        carry += s[1023];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        counts[blocks] = carry;
}

__global__ void scatter(const uint32 *keys, const int *values, uint32 *outKeys, int *outValues, int n, int bit,
                        const uint32 *counts)
{
    __shared__ uint32 warpZeros[BLOCK / 32];
    int i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    bool valid = i < n;
    uint32 key = valid ? keys[i] : ~0u;
    bool zero = valid && !((key >> bit) & 1);
    uint32 ballot = __ballot_sync(0xffffffff, zero);
    if (lane == 0)
        warpZeros[warp] = __popc(ballot);
    __syncthreads();
    uint32 zerosBefore = counts[blockIdx.x] + __popc(ballot & lanemask_lt());
    for (int w = 0; w < warp; w++)
        zerosBefore += warpZeros[w];
    uint32 to = zero ? zerosBefore : counts[gridDim.x] + i - zerosBefore;
    if (valid) {
        outKeys[to] = key;
        outValues[to] = values[i];
    }
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 16, blocks = (n + BLOCK - 1) / BLOCK;
    std::vector<uint32> keys(n), sorted(n);
    std::vector<int> values(n), order(n);
    for (int i = 0; i < n; i++)
        keys[i] = i * 2654435761u;
    std::iota(values.begin(), values.end(), 0);
    uint32 *k[2], *counts;
    int *v[2];
    for (int i = 0; i < 2; i++)
        cudaMalloc(&k[i], n * 4), cudaMalloc(&v[i], n * 4);
    cudaMalloc(&counts, (blocks + 1) * sizeof(uint32));
    cudaMemcpy(k[0], keys.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(v[0], values.data(), n * 4, cudaMemcpyHostToDevice);
    for (int bit = 0; bit < 32; bit++) {
        countZeros<<<blocks, BLOCK>>>(k[0], n, bit, counts);
        scanCounts<<<1, 1024>>>(counts, blocks);
        scatter<<<blocks, BLOCK>>>(k[0], v[0], k[1], v[1], n, bit, counts);
        std::swap(k[0], k[1]), std::swap(v[0], v[1]);
    }
    cudaMemcpy(sorted.data(), k[0], n * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(order.data(), v[0], n * 4, cudaMemcpyDeviceToHost);
    bool ok = std::is_sorted(sorted.begin(), sorted.end());
    for (int i = 0; i < n; i++)
        ok &= keys[order[i]] == sorted[i];
    printf("%s\n", ok ? "sorted, values follow their keys" : "NOT sorted");
    for (int i = 0; i < 2; i++)
        cudaFree(k[i]), cudaFree(v[i]);
    cudaFree(counts);
    return ok ? 0 : 1;
}
