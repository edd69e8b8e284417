// SPDX-License-Identifier: MIT
// scan_blelloch.cu: exclusive scan by Blelloch, of many blocks, with offsets against bank conflicts
// Feature: recursion on the host over levels, CONFLICT_FREE_OFFSET macro
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include <vector>

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)
constexpr int THREADS = 256;
constexpr int ELEMENTS = 2 * THREADS;

__global__ void prescan(int *out, const int *in, int *sums, int n)
{
    __shared__ int temp[ELEMENTS + CONFLICT_FREE_OFFSET(ELEMENTS)];
    int thid = threadIdx.x, base = blockIdx.x * ELEMENTS, offset = 1;
    int ai = thid, bi = thid + THREADS;
    int bankOffsetA = CONFLICT_FREE_OFFSET(ai), bankOffsetB = CONFLICT_FREE_OFFSET(bi);
    temp[ai + bankOffsetA] = base + ai < n ? in[base + ai] : 0;
    temp[bi + bankOffsetB] = base + bi < n ? in[base + bi] : 0;
    for (int d = ELEMENTS >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1, bi = offset * (2 * thid + 2) - 1;
            ai += CONFLICT_FREE_OFFSET(ai);
            bi += CONFLICT_FREE_OFFSET(bi);
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (thid == 0) {
        const int last = ELEMENTS - 1 + CONFLICT_FREE_OFFSET(ELEMENTS - 1);
        if (sums)
            sums[blockIdx.x] = temp[last];
        temp[last] = 0;
    }
    for (int d = 1; d < ELEMENTS; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1, bi = offset * (2 * thid + 2) - 1;
            ai += CONFLICT_FREE_OFFSET(ai);
            bi += CONFLICT_FREE_OFFSET(bi);
            int t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    if (base + ai < n)
        out[base + ai] = temp[ai + bankOffsetA];
    if (base + bi < n)
        out[base + bi] = temp[bi + bankOffsetB];
}

__global__ void addSums(int *out, const int *sums, int n)
{
    int i = blockIdx.x * ELEMENTS + threadIdx.x;
    if (i < n)
        out[i] += sums[blockIdx.x];
    if (i + THREADS < n)
        out[i + THREADS] += sums[blockIdx.x];
}

void scan(int *d_out, const int *d_in, int n)
{
    int blocks = (n + ELEMENTS - 1) / ELEMENTS;
    if (blocks == 1) {
        prescan<<<1, THREADS>>>(d_out, d_in, NULL, n);
        return;
    }
    int *d_sums, *d_scanned;
    cudaMalloc(&d_sums, blocks * sizeof(int));
    cudaMalloc(&d_scanned, blocks * sizeof(int));
    prescan<<<blocks, THREADS>>>(d_out, d_in, d_sums, n);
    scan(d_scanned, d_sums, blocks);
    addSums<<<blocks, THREADS>>>(d_out, d_scanned, n);
    cudaFree(d_sums);
    cudaFree(d_scanned);
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : (1 << 20) + 5;
    std::vector<int> in(n), out(n);
    for (int i = 0; i < n; ++i)
        in[i] = (i * 31) % 7;
    int *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    scan(d_out, d_in, n);
    cudaError_t err = cudaDeviceSynchronize();
    if (err != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(err));
        return 1;
    }
    cudaMemcpy(&out[0], d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int i = 0; i < n; sum += in[i], ++i)
        assert(out[i] == sum);
    printf("scan of %d elements: ok\n", n);
    cudaFree(d_in);
    cudaFree(d_out);
}
