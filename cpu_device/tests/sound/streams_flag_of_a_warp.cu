// SPDX-License-Identifier: MIT
// streams_flag_of_a_warp.cu: each warp of a block sends its part to another stream by a flag of its own; the lanes meet
// at a __syncwarp() or have counted themselves by atomics before that.
#include <stdio.h>

const int lanes = 32, warps = 8, n = lanes * warps;

__global__ void send(int *data, unsigned *counts, volatile int *flags)
{
    const int warp = threadIdx.x / lanes, lane = threadIdx.x % lanes;
    data[threadIdx.x] = threadIdx.x;
    if (warp % 2 == 0) {
        __syncwarp();
        if (lane != 0)
            return;
        __threadfence();
        flags[warp] = 1;
        return;
    }
    __threadfence();
    if (atomicAdd(&counts[warp], 1) == lanes - 1) { // the last lane, whichever that is
        __threadfence();
        flags[warp] = 1;
    }
}

__global__ void receive(const int *data, volatile int *flags, int *out)
{
    const int warp = threadIdx.x / lanes, lane = threadIdx.x % lanes;
    while (flags[warp] == 0)
        ;
    __threadfence();
    out[threadIdx.x] = data[warp * lanes + lanes - 1 - lane];
}

int main(void)
{
    int *data, *counts, *dev_out, out[n], wrong = 0;
    cudaStream_t streams[2];
    if (cudaMalloc(&data, sizeof out) || cudaMalloc(&counts, 2 * warps * sizeof(int)) ||
        cudaMalloc(&dev_out, sizeof out) || cudaMemset(counts, 0, 2 * warps * sizeof(int)) || cudaDeviceSynchronize())
        return 77;
    for (cudaStream_t &s : streams)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, send); // loads it: while the other kernel waits, a GPU would not
    receive<<<1, n, 0, streams[1]>>>(data, counts + warps, dev_out);
    send<<<1, n, 0, streams[0]>>>(data, (unsigned *)counts, counts + warps);
    cudaDeviceSynchronize();
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += out[i] != i / lanes * lanes + lanes - 1 - i % lanes;
    printf("%d wrong\n", wrong);
    for (cudaStream_t s : streams)
        cudaStreamDestroy(s);
    cudaFree(data);
    cudaFree(counts);
    cudaFree(dev_out);
    return wrong != 0;
}
