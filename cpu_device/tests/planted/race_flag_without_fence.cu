// SPDX-License-Identifier: MIT
// race_flag_without_fence.cu: a flag says that the data is there, but no fence puts the data before the flag.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel hand_over, block (0,0,0), data
// racecheck exits 3
// racecheck prints Error: Race reported between
// fixed-racecheck exits 3
// fixed-racecheck prints Race reported
#include <stdio.h>

__global__ void hand_over(int *out)
{
    __shared__ int data;
    __shared__ volatile int ready;
    if (threadIdx.x == 0)
        ready = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data = 42; // {write}
#ifdef FIXED
        __threadfence_block();
#endif
        ready = 1;
    }
    if (threadIdx.x == 32) { // in another warp
        while (ready == 0)
            __nanosleep(100);
        __threadfence_block();
        *out = data; // {read}
    }
}

int main()
{
    int *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    hand_over<<<1, 64>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 42)
        return 1;
#endif
    return error != cudaSuccess;
}
