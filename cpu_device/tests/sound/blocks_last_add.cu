// SPDX-License-Identifier: MIT
// blocks_last_add.cu: the last block to come, by atomicAdd with a fence on either side, finds the largest and the
// smallest of what all blocks found; the parts are plain structs, the counter comes from cudaMalloc and is set back by
// an atomic.
#include <stdio.h>

const int threads = 96, blocks = 17, n = blocks * threads;

struct range {
    int least, most;
};

__device__ void widen(range *all, range more)
{
    all->least = min(all->least, more.least);
    all->most = max(all->most, more.most);
}

__global__ void find_range(const int *in, range *parts, int *finished, range *out)
{
    __shared__ range cache[threads];
    int t = threadIdx.x, value = in[blockIdx.x * threads + t];
    cache[t] = {value, value};
    __syncthreads();
    if (t != 0)
        return;
    range mine = cache[0];
    for (int i = 1; i < threads; i++)
        widen(&mine, cache[i]);
    parts[blockIdx.x] = mine;
    __threadfence();
    int before = atomicAdd(finished, 1);
    __threadfence();
    if (before == blocks - 1) {
        for (int i = 0; i < blocks; i++)
            widen(&mine, parts[i]);
        *out = mine;
        atomicExch(finished, 0);
    }
}

int main()
{
    int host[n], *in, *finished;
    range *parts, *dev_out, out;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&finished, sizeof(int)) != cudaSuccess ||
        cudaMalloc(&parts, blocks * sizeof(range)) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemset(finished, 0, sizeof(int));
    for (int launch = 0; launch < 3; launch++) {
        for (int i = 0; i < n; i++)
            host[i] = (i * 37 + launch) % n - 500;
        cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
        find_range<<<blocks, threads>>>(in, parts, finished, dev_out);
        if (cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess || out.least != -500 ||
            out.most != n - 1 - 500)
            return 1;
    }
    cudaFree(in);
    cudaFree(finished);
    cudaFree(parts);
    return cudaFree(dev_out) != cudaSuccess;
}
