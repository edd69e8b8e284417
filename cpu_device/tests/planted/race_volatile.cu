// SPDX-License-Identifier: MIT
// race_volatile.cu: volatile makes every load and store happen, but no lane waits for another because of it.
// CPU exits 3
// CPU finds race-shared: writes {add}, reads {add}
// CPU says kernel sum, block (0,0,0), cache
// CPU says in each step, let all threads read into a variable, then __syncwarp(), then write, then __syncwarp()
// racecheck exits 3
// racecheck prints Warning: Race reported between
// racecheck prints in race_volatile.cu:{add}
#include <stdio.h>

const int threads = 64;

__global__ void sum(int *out)
{
    __shared__ volatile int cache[threads];
    int t = threadIdx.x;
    cache[t] = t + 1;
    __syncthreads();
    if (t < 32) {
        for (int i = 32; i > 0; i /= 2) {
            if (t < i)
                cache[t] = cache[t] + cache[t + i]; // {add}
#ifdef FIXED
            __syncwarp();
#endif
        }
    }
    if (t == 0)
        *out = cache[0];
}

int main()
{
    int *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    sum<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != threads * (threads + 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
