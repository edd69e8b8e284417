// SPDX-License-Identifier: MIT
// cub_block_items.cu: how CUB's collectives of a block load, move, sort, count, flag and store the items of its
// threads.
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>
#include <stdio.h>

const int threads = 64, items = 4, total = threads * items;

__global__ void load_and_store(const int *in, int *out)
{
    using Load = cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using Exchange = cub::BlockExchange<int, threads, items>;
    using Store = cub::BlockStore<int, threads, items, cub::BLOCK_STORE_TRANSPOSE>;
    __shared__ union {
        Load::TempStorage load;
        Exchange::TempStorage exchange;
        Store::TempStorage store;
    } temp;
    int mine[items];
    Load(temp.load).Load(in, mine, total - 7, -1); // blocked
    __syncthreads();
    Exchange(temp.exchange).BlockedToStriped(mine);
    for (int i = 0; i < items; i++)
        mine[i] = mine[i] * 2 + (i * threads + threadIdx.x) % 2; // the place of a striped item
    __syncthreads();
    Exchange(temp.exchange).StripedToBlocked(mine);
    __syncthreads();
    Store(temp.store).Store(out, mine, total - 3);
}

template <class Key> __global__ void sort(Key *keys, int *places, int begin_bit, int end_bit, bool descending)
{
    using Sort = cub::BlockRadixSort<Key, threads, items, int>;
    __shared__ typename Sort::TempStorage temp;
    Key mine[items];
    int at[items];
    for (int i = 0; i < items; i++)
        mine[i] = keys[threadIdx.x * items + i], at[i] = threadIdx.x * items + i;
    if (descending)
        Sort(temp).SortDescending(mine, at, begin_bit, end_bit);
    else
        Sort(temp).SortBlockedToStriped(mine, at, begin_bit, end_bit);
    for (int i = 0; i < items; i++) {
        int to = descending ? threadIdx.x * items + i : i * threads + threadIdx.x;
        keys[to] = mine[i], places[to] = at[i];
    }
}

__global__ void count_and_flag(const int *in, int *out)
{
    using Count = cub::BlockHistogram<unsigned char, threads, items, 16>;
    using CountAtomic = cub::BlockHistogram<unsigned char, threads, items, 16, cub::BLOCK_HISTO_ATOMIC>;
    using Flag = cub::BlockDiscontinuity<int, threads>;
    using Shuffle = cub::BlockShuffle<int, threads>;
    using Merge = cub::BlockMergeSort<int, threads, items>;
    __shared__ union {
        Count::TempStorage count;
        CountAtomic::TempStorage atomic;
        Flag::TempStorage flag;
        Shuffle::TempStorage shuffle;
        Merge::TempStorage merge;
    } temp;
    __shared__ int counts[2][16];
    unsigned char low[items];
    int mine[items], heads[items], tails[items], neighbour = -1;
    for (int i = 0; i < items; i++)
        mine[i] = in[threadIdx.x * items + i], low[i] = mine[i] % 16;
    Count(temp.count).Histogram(low, counts[0]);
    CountAtomic(temp.atomic).InitHistogram(counts[1]);
    __syncthreads();
    CountAtomic(temp.atomic).Composite(low, counts[1]);
    Flag(temp.flag).FlagHeadsAndTails(heads, tails, mine, [](int a, int b) { return a / 32 != b / 32; });
    __syncthreads();
    Shuffle(temp.shuffle).Offset(mine[0], neighbour, 2);
    __syncthreads();
    Merge(temp.merge).Sort(mine, [](int a, int b) { return a % 8 > b % 8; });
    if (threadIdx.x < 16)
        out[threadIdx.x] = counts[0][threadIdx.x], out[16 + threadIdx.x] = counts[1][threadIdx.x];
    int flags = 0;
    for (int i = 0; i < items; i++)
        flags += heads[i] << i | tails[i] << (4 + i);
    out[32 + threadIdx.x] = flags, out[96 + threadIdx.x] = neighbour;
    out[160 + threadIdx.x] = ((mine[0] * 8 + mine[1] % 8) * 8 + mine[2] % 8) * 8 + mine[3] % 8;
}

template <class T> void show(const char *what, const T *values, int n)
{
    printf("%s:", what);
    for (int i = 0; i < n; i++)
        printf(" %g", (double)values[i]);
    printf("\n");
}
template <class Key> void sorted(const char *what, Key *dev, int *places, int begin, int end, bool descending)
{
    Key keys[total];
    int at[total];
    for (int i = 0; i < total; i++)
        keys[i] = (Key)(i * 2654435761u % 1009) - (Key)(i % 5 == 0 ? 600 : 0);
    keys[3] = (Key)-0.0, keys[200] = 0; // equal keys keep their order
    cudaMemcpy(dev, keys, sizeof keys, cudaMemcpyHostToDevice);
    sort<<<1, threads>>>(dev, places, begin, end, descending);
    cudaMemcpy(keys, dev, sizeof keys, cudaMemcpyDeviceToHost);
    cudaMemcpy(at, places, sizeof at, cudaMemcpyDeviceToHost);
    show(what, keys, total), show("places", at, total);
}

int main()
{
    int in[total], out[total], *dev_in, *dev_out;
    double *dev_keys;
    cudaMalloc(&dev_in, sizeof in), cudaMalloc(&dev_out, sizeof out), cudaMalloc(&dev_keys, total * sizeof *dev_keys);
    for (int i = 0; i < total; i++)
        in[i] = i * 5 % 131 + i / 9;
    cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(dev_out, 0, sizeof out);
    load_and_store<<<1, threads>>>(dev_in, dev_out);
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    show("stored", out, total);
    sorted("int", (int *)dev_keys, dev_out, 0, 32, false);
    sorted("bits 3 to 6", (unsigned *)dev_keys, dev_out, 3, 7, true);
    sorted("float", (float *)dev_keys, dev_out, 0, 32, true);
    sorted("double", dev_keys, dev_out, 0, 64, false);
    sorted("short", (short *)dev_keys, dev_out, 0, 16, false);
    count_and_flag<<<1, threads>>>(dev_in, dev_out);
    cudaMemcpy(out, dev_out, (160 + threads) * sizeof *out, cudaMemcpyDeviceToHost);
    show("counts", out, 16), show("by atomics", out + 16, 16), show("flags", out + 32, threads);
    show("neighbours", out + 96, threads), show("merged", out + 160, threads);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(dev_in), cudaFree(dev_out), cudaFree(dev_keys);
}
