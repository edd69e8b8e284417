// SPDX-License-Identifier: MIT
// race_scan_step.cu: a scan in place has a barrier after each step, but none between its reads and its writes.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel scan, block (0,0,0), sums
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_scan_step.cu:{read}
#include <stdio.h>

const int threads = 128;

__global__ void scan(int *out)
{
    __shared__ int sums[threads];
    int t = threadIdx.x;
    sums[t] = t + 1;
    __syncthreads();
    for (int step = 1; step < threads; step *= 2) {
        int left = 0;
        if (t >= step)
            left = sums[t - step]; // {read}
#ifdef FIXED
        __syncthreads();
#endif
        if (t >= step)
            sums[t] += left; // {write}
        __syncthreads();
    }
    out[t] = sums[t];
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    scan<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[threads - 1]);
#ifdef FIXED
    for (int i = 0; i < threads; i++)
        if (out[i] != (i + 1) * (i + 2) / 2)
            return 1;
#endif
    return error != cudaSuccess;
}
