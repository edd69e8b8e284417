// SPDX-License-Identifier: MIT
// cub_block_reduce_scan.cu: CUB's reductions and scans of a block, by each algorithm, in blocks of several shapes.
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <stdio.h>

const int most = 160 * 3;

__host__ __device__ int value(int i)
{
    return i * i % 37 - 11;
}

// Goes on where the last tile of the block ended.
struct running_total {
    int total;
    __device__ int operator()(int of_tile)
    {
        int before = total;
        total += of_tile;
        return before;
    }
};

template <int x, int y, cub::BlockReduceAlgorithm algorithm> __global__ void reductions(int *out)
{
    using Reduce = cub::BlockReduce<int, x, algorithm, y>;
    __shared__ typename Reduce::TempStorage temp;
    int thread = threadIdx.y * x + threadIdx.x,
        items[3] = {value(3 * thread), value(3 * thread + 1), value(3 * thread + 2)};
    int sum = Reduce(temp).Sum(items);
    __syncthreads();
    int part = Reduce(temp).Sum(value(thread), x * y / 3);
    __syncthreads();
    int least = Reduce(temp).Reduce(value(thread), [](int a, int b) { return b < a ? b : a; });
    if (thread == 0)
        out[0] = sum, out[1] = part, out[2] = least;
}

template <int x, int y, cub::BlockScanAlgorithm algorithm> __global__ void scans(int *out)
{
    using Scan = cub::BlockScan<int, x, algorithm, y>;
    __shared__ typename Scan::TempStorage temp;
    int thread = threadIdx.y * x + threadIdx.x, n = x * y, all;
    int items[3] = {value(3 * thread), value(3 * thread + 1), value(3 * thread + 2)}, after[3], most_before;
    Scan(temp).InclusiveSum(items, after, all);
    __syncthreads();
    Scan(temp).ExclusiveScan(value(thread), most_before, -5, [](int a, int b) { return a < b ? b : a; });
    for (int i = 0; i < 3; i++)
        out[3 * thread + i] = after[i];
    out[most + thread] = most_before;
    running_total callback = {1000};
    for (int tile = 0; tile < 2; tile++) {
        int before;
        __syncthreads();
        Scan(temp).ExclusiveSum(value(tile * n + thread), before, callback);
        out[2 * most + tile * n + thread] = before;
    }
    if (thread == 0)
        out[4 * most] = all;
}

template <int x, int y> int check(int *dev_out, int *out)
{
    const int n = x * y;
    int wrong = 0, sum = 0, part = 0, least = 1000, before = -5, total = 1000;
    for (int i = 0; i < 3 * n; i++)
        sum += value(i);
    for (int i = 0; i < n; i++)
        part += i < n / 3 ? value(i) : 0, least = value(i) < least ? value(i) : least;
    auto reduced = [&](auto launch) {
        launch(), cudaMemcpy(out, dev_out, 3 * sizeof *out, cudaMemcpyDeviceToHost);
        wrong += (out[0] != sum) + (out[1] != part) + (out[2] != least);
    };
    reduced([=] { reductions<x, y, cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<1, dim3(x, y)>>>(dev_out); });
    reduced([=] { reductions<x, y, cub::BLOCK_REDUCE_RAKING><<<1, dim3(x, y)>>>(dev_out); });
    reduced([=] { reductions<x, y, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY><<<1, dim3(x, y)>>>(dev_out); });
    auto scanned = [&](auto launch) {
        cudaMemset(dev_out, 0, (4 * most + 1) * sizeof *out);
        launch(), cudaMemcpy(out, dev_out, (4 * most + 1) * sizeof *out, cudaMemcpyDeviceToHost);
        sum = 0, before = -5, total = 1000;
        for (int i = 0; i < 3 * n; i++)
            wrong += out[i] != (sum += value(i));
        for (int i = 0; i<n; i++, before = value(i - 1)> before ? value(i - 1) : before)
            wrong += out[most + i] != before;
        for (int i = 0; i < 2 * n; i++, total += value(i - 1))
            wrong += out[2 * most + i] != total;
        wrong += out[4 * most] != sum;
    };
    scanned([=] { scans<x, y, cub::BLOCK_SCAN_RAKING><<<1, dim3(x, y)>>>(dev_out); });
    scanned([=] { scans<x, y, cub::BLOCK_SCAN_RAKING_MEMOIZE><<<1, dim3(x, y)>>>(dev_out); });
    scanned([=] { scans<x, y, cub::BLOCK_SCAN_WARP_SCANS><<<1, dim3(x, y)>>>(dev_out); });
    printf("%d x %d: sum %d, of a third %d, least %d, %d wrong\n", x, y, sum, part, least, wrong);
    return wrong;
}

int main()
{
    int *dev_out, out[4 * most + 1];
    cudaMalloc(&dev_out, sizeof out);
    check<32, 1>(dev_out, out), check<20, 1>(dev_out, out), check<64, 1>(dev_out, out);
    check<48, 1>(dev_out, out), check<16, 8>(dev_out, out), check<160, 1>(dev_out, out);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(dev_out);
}
