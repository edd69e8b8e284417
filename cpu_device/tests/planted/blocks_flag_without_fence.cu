// SPDX-License-Identifier: MIT
// blocks_flag_without_fence.cu: a flag says that an array is there, but no fence puts the array before the flag.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int threads = 64;

__device__ int data[threads];
__device__ volatile int ready;

__global__ void hand_over(int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = t + 1; // {write}
        __syncthreads();
        if (t == 0) {
#ifdef FIXED
            __threadfence();
#endif
            ready = 1;
        }
    } else {
        if (t == 0) {
            while (ready == 0)
                __nanosleep(100);
            __threadfence();
        }
        __syncthreads();
        out[t] = data[threads - 1 - t]; // {read}
    }
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    hand_over<<<2, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int t = 0; t < threads; t++)
        if (out[t] != threads - t)
            return 1;
#endif
    return error != cudaSuccess;
}
