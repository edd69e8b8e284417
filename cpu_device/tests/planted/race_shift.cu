// SPDX-License-Identifier: MIT
// race_shift.cu: an array moves down by one in place: a thread may overwrite what its neighbour has yet to read.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel shift, block (0,0,0), line
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_shift.cu:{read}
#include <stdio.h>

const int threads = 128;

__global__ void shift(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x, next = 0;
    line[t] = 10 * t;
    __syncthreads();
    if (t + 1 < threads)
        next = line[t + 1]; // {read}
#ifdef FIXED
    __syncthreads();
#endif
    line[t] = next; // {write}
    out[t] = line[t];
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    shift<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d %d\n", cudaGetErrorString(error), out[0], out[1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != (i + 1) % threads * 10)
            return 1;
#endif
    return error != cudaSuccess;
}
