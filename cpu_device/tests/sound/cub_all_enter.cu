// SPDX-License-Identifier: MIT
// cub_all_enter.cu: all threads of a block make each call of CUB, some without data of their own: by a neutral value,
// by the overloads for a number of valid items, in blocks that return as a whole, in as many rounds for all threads.
#include <cub/cub.cuh>
#include <stdio.h>

const int n = 333;

template <int threads, cub::BlockReduceAlgorithm how> __global__ void sum(const int *values, int *out)
{
    using Reduce = cub::BlockReduce<int, threads, how>;
    __shared__ typename Reduce::TempStorage temp;
    int first = blockIdx.x * threads;
    if (first >= n)
        return; // all threads of the block do
    int i = first + threadIdx.x, valid = min(threads, n - first);
    int by_number = Reduce(temp).Sum(i < n ? values[i] : -1000, valid);
    __syncthreads();
    int by_zero = Reduce(temp).Sum(i < n ? values[i] : 0);
    if (threadIdx.x == 0) {
        atomicAdd(&out[0], by_number);
        atomicAdd(&out[1], by_zero);
    }
}

template <int threads> __global__ void scan(const int *values, int *out)
{
    using Load = cub::BlockLoad<int, threads, 2, cub::BLOCK_LOAD_TRANSPOSE>;
    using Scan = cub::BlockScan<int, threads>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Scan::TempStorage scan;
    } temp;
    int before = 0;
    for (int first = 0; first < n; first += 2 * threads) {
        int items[2], sum, left = n - first;
        Load(temp.load).Load(values + first, items, left, 0);
        __syncthreads();
        Scan(temp.scan).InclusiveSum(items, items, sum);
        before += sum;
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = before;
}

template <int threads> int run(const int *values, int *out)
{
    int sums[3] = {};
    if (cudaMemset(out, 0, sizeof sums))
        return 1;
    int blocks = (n + threads - 1) / threads + 2;
    sum<threads, cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<blocks, threads>>>(values, out);
    sum<threads, cub::BLOCK_REDUCE_RAKING><<<blocks, threads>>>(values, out);
    scan<threads><<<1, threads>>>(values, out + 2);
    if (cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost))
        return 1;
    return sums[0] != 2 * n * (n - 1) / 2 || sums[1] != sums[0] || sums[2] != n * (n - 1) / 2;
}

int main()
{
    int host[n], *values, *out;
    for (int i = 0; i < n; i++)
        host[i] = i;
    if (cudaMalloc(&values, sizeof host) || cudaMalloc(&out, 3 * sizeof(int)) ||
        cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice))
        return 1;
    int wrong = run<32>(values, out) || run<64>(values, out) || run<96>(values, out) || run<128>(values, out) ||
                run<256>(values, out) || run<1024>(values, out);
    cudaFree(values);
    cudaFree(out);
    return wrong;
}
