// SPDX-License-Identifier: MIT
// blocks_flag_each_thread.cu: every thread hands a value to its counterpart in the next block by a flag of its own: set
// by atomicExch, waited for by atomicAdd of 0, with fences on both sides and no barrier.
#include <stdio.h>

const int threads = 48, blocks = 9;

struct slot {
    int value, ready;
};

__global__ void pass_on(slot *slots, int *out)
{
    int i = blockIdx.x * threads + threadIdx.x, value = threadIdx.x;
    if (blockIdx.x > 0) {
        slot *mine = &slots[i - threads];
        while (atomicAdd(&mine->ready, 0) == 0)
            ;
        __threadfence();
        value = 2 * mine->value;
        mine->value = -1; // nobody else needs it
    }
    slots[i].value = value + 1;
    __threadfence();
    atomicExch(&slots[i].ready, 1);
    if (blockIdx.x == blocks - 1)
        out[threadIdx.x] = value;
}

int main()
{
    slot *slots;
    int *dev_out, out[threads];
    if (cudaMalloc(&slots, blocks * threads * sizeof(slot)) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemset(slots, 0, blocks * threads * sizeof(slot));
    pass_on<<<blocks, threads>>>(slots, dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int t = 0; t < threads; t++) {
        int right = t;
        for (int b = 1; b < blocks; b++)
            right = 2 * (right + 1);
        if (out[t] != right)
            return 1;
    }
    cudaFree(slots);
    return cudaFree(dev_out) != cudaSuccess;
}
