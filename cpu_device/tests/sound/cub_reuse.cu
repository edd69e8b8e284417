// SPDX-License-Identifier: MIT
// cub_reuse.cu: a tile-wise scan of an array by CUB's collectives of a block, whose TempStorage is shared with barriers
// between, and CUB's algorithms for the device after it in the same stream.
#include <cub/cub.cuh>
#include <stdio.h>

const int threads = 64, items = 3, tile = threads * items, n = 1500;

struct running_total {
    int total;
    __device__ int operator()(int of_tile)
    {
        int before = total;
        total += of_tile;
        return before;
    }
};

__global__ void scan(const int *in, int *out, int *most)
{
    using Load = cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_TRANSPOSE>;
    using Scan = cub::BlockScan<int, threads>;
    using Store = cub::BlockStore<int, threads, items, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    using Reduce = cub::BlockReduce<int, threads, cub::BLOCK_REDUCE_RAKING>;
    __shared__ union {
        Load::TempStorage load;
        Scan::TempStorage scan;
        Store::TempStorage store;
        Reduce::TempStorage reduce;
    } temp;
    running_total before = {0};
    int highest = 0;
    for (int first = 0; first < n; first += tile) {
        int mine[items];
        Load(temp.load).Load(in + first, mine, n - first, 0);
        __syncthreads();
        int here = Reduce(temp.reduce).Reduce(mine, cuda::maximum<>{});
        highest = here > highest ? here : highest;
        __syncthreads();
        Scan(temp.scan).InclusiveSum(mine, mine, before);
        __syncthreads();
        Store(temp.store).Store(out + first, mine, n - first);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *most = highest;
}

// A program's own operators may take their arguments by references that are not to constants.
struct by_reference {
    template <class T> __device__ T operator()(T &left, T &right)
    {
        return left - right;
    }
};

// The differences of the differences of the first tile, to the left and then to the right.
__global__ void differences_of_tile(const int *in, int *out)
{
    using Difference = cub::BlockAdjacentDifference<int, threads>;
    __shared__ Difference::TempStorage temp;
    int mine[items];
    for (int i = 0; i < items; i++)
        mine[i] = in[threadIdx.x * items + i];
    Difference(temp).SubtractLeft(mine, mine, by_reference());
    __syncthreads();
    Difference(temp).SubtractRight(mine, mine, by_reference());
    for (int i = 0; i < items; i++)
        out[threadIdx.x * items + i] = mine[i];
}

static int left_of(const int *host, int i)
{
    return i == 0 ? host[0] : host[i] - host[i - 1];
}

int main()
{
    int host[n], of_tile[tile], *in, *out, *most, *differences, total, highest;
    void *temp = nullptr;
    size_t bytes = 0;
    for (int i = 0; i < n; i++)
        host[i] = i * 7 % 50;
    cudaMalloc(&in, sizeof host), cudaMalloc(&out, sizeof host), cudaMalloc(&most, sizeof *most);
    cudaMalloc(&differences, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    scan<<<1, threads>>>(in, out, most);
    cudaMemcpy(&highest, most, sizeof highest, cudaMemcpyDeviceToHost);
    cub::DeviceAdjacentDifference::SubtractLeftCopy(nullptr, bytes, out, differences, n);
    size_t more = 0;
    cub::DeviceReduce::Sum(nullptr, more, differences, most, n);
    bytes = more > bytes ? more : bytes;
    cudaMalloc(&temp, bytes);
    cub::DeviceAdjacentDifference::SubtractLeftCopy(temp, bytes, out, differences, n);
    cub::DeviceReduce::Sum(temp, bytes, differences, most, n);
    cudaMemcpy(&total, most, sizeof total, cudaMemcpyDeviceToHost);
    int wrong = highest != 49;
    for (int i = 0; i < n; i++)
        total -= host[i];
    differences_of_tile<<<1, threads>>>(in, out);
    cudaMemcpy(of_tile, out, sizeof of_tile, cudaMemcpyDeviceToHost);
    for (int i = 0; i < tile; i++)
        wrong |= of_tile[i] != left_of(host, i) - (i == tile - 1 ? 0 : left_of(host, i + 1));
    cudaFree(in), cudaFree(out), cudaFree(most), cudaFree(differences), cudaFree(temp);
    return wrong || total != 0;
}
