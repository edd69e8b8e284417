// SPDX-License-Identifier: MIT
// early_stop.cu: the threads of a block search an array; whoever finds something says so in a volatile variable, and
// the others stop when they come to look.
//
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include <stdio.h>

const int n = 100000, threads = 256;

__global__ void find(const int *in, int what, int *out, int *looks)
{
    __shared__ volatile bool stop;
    __shared__ int place;
    if (threadIdx.x == 0) {
        stop = false;
        place = n;
    }
    __syncthreads();
    looks[threadIdx.x] = 0;
    for (int i = threadIdx.x; i < n; i += threads) {
        if (stop)
            break;
        looks[threadIdx.x]++; // nobody else looks at it
        if (in[i] == what) {
            atomicMin(&place, i);
            __threadfence_block();
            stop = true;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = place;
}

int main()
{
    static int host[n];
    int *in, *dev_out, out, looks[threads];
    for (int i = 0; i < n; i++)
        host[i] = i * 17 % 30011;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&dev_out, sizeof out + sizeof looks) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int what : {0, 12345, 30010, -1}) {
        find<<<1, threads>>>(in, what, dev_out, dev_out + 1);
        if (cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess ||
            cudaMemcpy(looks, dev_out + 1, sizeof looks, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        int all = 0;
        for (int t = 0; t < threads; t++)
            all += looks[t];
        if (what < 0 ? out != n || all != n : host[out] != what || all < 1)
            return 1;
    }
    cudaFree(in);
    return cudaFree(dev_out) != cudaSuccess;
}
