// SPDX-License-Identifier: MIT
// race_atomic_and_plain.cu: the counting is atomic; the reading of the count waits for nobody.
// CPU exits 3
// CPU finds race-shared: at {count}, reads {read}
// CPU says kernel count_odd, block (0,0,0), count
// all exits 0
#include <stdio.h>

const int threads = 256;

__global__ void count_odd(int *out)
{
    __shared__ int count;
    int t = threadIdx.x;
    if (t == 0)
        count = 0;
    __syncthreads();
    if (t % 2 == 1)
        atomicAdd(&count, 1); // {count}
#ifdef FIXED
    __syncthreads();
#endif
    if (t == 0)
        *out = count; // {read}
}

int main()
{
    int *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    count_odd<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != threads / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
