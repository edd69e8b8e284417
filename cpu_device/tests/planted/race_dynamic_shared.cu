// SPDX-License-Identifier: MIT
// race_dynamic_shared.cu: an array is reversed in dynamic shared memory, without a barrier.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel reverse, block (0,0,0),
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_dynamic_shared.cu:{write}
#include <stdio.h>

const int threads = 128;

__global__ void reverse(int *out)
{
    extern __shared__ int line[];
    int t = threadIdx.x;
    line[t] = t * t; // {write}
#ifdef FIXED
    __syncthreads();
#endif
    out[t] = line[blockDim.x - 1 - t]; // {read}
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    reverse<<<1, threads, threads * sizeof(int)>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != (threads - 1 - i) * (threads - 1 - i))
            return 1;
#endif
    return error != cudaSuccess;
}
