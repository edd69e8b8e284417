// SPDX-License-Identifier: MIT
// barrier_for_fence.cu: the last block reads what the others have stored, after a barrier in place of a second fence.
// A barrier is taken for that fence, since NVIDIA's own examples have it so.
// CPU exits 0
#include <stdio.h>

const int blocks = 4, threads = 64;

__device__ int parts[blocks], done;

__global__ void sum(int *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = 1;
        __threadfence();
        last = atomicAdd(&done, 1) == blocks - 1; // no fence after it
    }
    __syncthreads();
    if (last && threadIdx.x == 1)
        for (int i = 0; i < blocks; i++)
            *out += parts[i];
}

int main()
{
    int *dev_out;
    if (cudaMalloc(&dev_out, sizeof(int)) || cudaMemset(dev_out, 0, sizeof(int)))
        return 1;
    sum<<<blocks, threads>>>(dev_out);
    return cudaDeviceSynchronize() || cudaFree(dev_out);
}
