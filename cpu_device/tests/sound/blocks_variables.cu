// SPDX-License-Identifier: MIT
// blocks_variables.cu: __device__ variables as counters of all blocks, which the host sets and reads between the
// launches; kernels read plainly what the launch before has counted, and one kernel of one block sets it back.
#include <stdio.h>

const int threads = 64, blocks = 10;

struct statistics {
    int even, odd;
    float weight;
};

__device__ statistics counted;
__device__ int limit = 300, rounds_done;
__device__ unsigned long long digest = 1;

__global__ void count()
{
    int i = blockIdx.x * threads + threadIdx.x;
    if (i < limit) {
        atomicAdd(i % 2 ? &counted.odd : &counted.even, 1);
        atomicAdd(&counted.weight, 0.25f);
    }
}

__global__ void use(int *out)
{
    out[blockIdx.x * threads + threadIdx.x] = counted.even - counted.odd + (int)counted.weight;
}

__global__ void reset()
{
    digest = digest * 31 + counted.even * 7 + counted.odd;
    counted = {0, 0, 0};
    rounds_done++;
}

int main()
{
    const int n = threads * blocks, rounds = 4;
    int *dev_out, out[n], done;
    unsigned long long right = 1, result;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    for (int round = 0; round < rounds; round++) {
        int now = 300 + 13 * round, even = (now + 1) / 2, odd = now / 2;
        if (cudaMemcpyToSymbol(limit, &now, sizeof now) != cudaSuccess)
            return 1;
        count<<<blocks, threads>>>();
        use<<<blocks, threads>>>(dev_out);
        reset<<<1, 1>>>();
        right = right * 31 + even * 7 + odd;
        if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        for (int i = 0; i < n; i++)
            if (out[i] != even - odd + now / 4)
                return 1;
    }
    if (cudaMemcpyFromSymbol(&result, digest, sizeof result) != cudaSuccess ||
        cudaMemcpyFromSymbol(&done, rounds_done, sizeof done) != cudaSuccess || result != right || done != rounds)
        return 1;
    return cudaFree(dev_out) != cudaSuccess;
}
