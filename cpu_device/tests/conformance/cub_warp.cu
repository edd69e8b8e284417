// SPDX-License-Identifier: MIT
// cub_warp.cu: CUB's collectives of a warp: reductions, segments, scans, and the arrangements of items.
#include <cub/cub.cuh>
#include <stdio.h>

struct affine { // x -> a x + b mod 2^32: an operator that does not commute
    unsigned a, b;
};
struct compose {
    __host__ __device__ affine operator()(const affine &f, const affine &g) const
    {
        return {g.a * f.a, g.a * f.b + g.b};
    }
};

template <int lanes> __global__ void reductions(int *out)
{
    using Reduce = cub::WarpReduce<int, lanes>;
    __shared__ typename Reduce::TempStorage temp[64 / lanes];
    int thread = threadIdx.x, x = thread * thread % 23;
    Reduce reduce(temp[thread / lanes]);
    int sum = reduce.Sum(x), most = reduce.Reduce(x, cuda::maximum<>{}), some = reduce.Sum(x, 3);
    int heads = reduce.HeadSegmentedSum(x, thread % 3 == 0), tails = reduce.TailSegmentedSum(x, thread % 4 == 2);
    int begins = thread % lanes == 0;
    out[thread] = begins ? sum * 10000 + most * 100 + some : -1;
    out[64 + thread] = begins || thread % 3 == 0 ? heads : -1;
    out[128 + thread] = begins || thread % 4 == 3 ? tails : -1;
}

template <int lanes> __global__ void scans(int *out, affine *composed)
{
    using Scan = cub::WarpScan<int, lanes>;
    using Compose = cub::WarpScan<affine, lanes>;
    __shared__ typename Scan::TempStorage temp[64 / lanes];
    __shared__ typename Compose::TempStorage more[64 / lanes];
    int thread = threadIdx.x, x = thread * 7 % 11, a, b, c, all;
    Scan scan(temp[thread / lanes]);
    scan.InclusiveSum(x, a);
    scan.ExclusiveSum(x, b, all);
    scan.ExclusiveScan(x, c, 100, cuda::maximum<>{});
    out[thread] = a * 1000000 + b * 1000 + all;
    out[64 + thread] = c * 1000 + scan.Broadcast(x, 1);
    Compose(more[thread / lanes])
        .InclusiveScan({unsigned(2 * thread + 1), unsigned(thread)}, composed[thread], compose());
}

__global__ void arrangements(const int *in, int *out)
{
    using Load = cub::WarpLoad<int, 4, cub::WARP_LOAD_TRANSPOSE>;
    using Exchange = cub::WarpExchange<int, 4>;
    using Store = cub::WarpStore<int, 4, cub::WARP_STORE_STRIPED>;
    __shared__ union {
        Load::TempStorage load;
        Exchange::TempStorage exchange;
        Store::TempStorage store;
    } temp;
    int items[4];
    Load(temp.load).Load(in, items, 100, -1);
    for (int i = 0; i < 4; i++)
        items[i] = items[i] * 10 + i;
    __syncwarp();
    Exchange(temp.exchange).BlockedToStriped(items, items);
    __syncwarp();
    Store(temp.store).Store(out, items, 120);
}

static void show(const char *what, const int *values, int n)
{
    printf("%s:", what);
    for (int i = 0; i < n; i++)
        printf(" %d", values[i]);
    printf("\n");
}

int main()
{
    int *out, *in, host[192], numbers[128];
    affine *composed, there[64];
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&composed, sizeof there);
    for (int i = 0; i < 128; i++)
        numbers[i] = i;
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    auto run = [&](auto reduce, auto scan) {
        reduce(), cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        show("reductions", host, 64), show("heads", host + 64, 64), show("tails", host + 128, 64);
        scan(), cudaMemcpy(host, out, 2 * 64 * sizeof *host, cudaMemcpyDeviceToHost);
        cudaMemcpy(there, composed, sizeof there, cudaMemcpyDeviceToHost);
        show("sums", host, 64), show("maxima", host + 64, 64);
        printf("composed: %u %u, %u %u\n", there[7].a, there[7].b, there[63].a, there[63].b);
    };
    run([=] { reductions<32><<<1, 64>>>(out); }, [=] { scans<32><<<1, 64>>>(out, composed); });
    run([=] { reductions<8><<<1, 64>>>(out); }, [=] { scans<8><<<1, 64>>>(out, composed); });
    cudaMemset(out, 0, sizeof host);
    arrangements<<<1, 32>>>(in, out);
    cudaMemcpy(host, out, 128 * sizeof *host, cudaMemcpyDeviceToHost);
    show("items", host, 128);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out), cudaFree(in), cudaFree(composed);
}
