// SPDX-License-Identifier: MIT
// lock_of_ended_thread.cu: a thread ends at a bad access while it holds a lock for which all others wait, in its block
// and elsewhere. They give up after about a second.
// CPU exits 1
// CPU finds illegal-address: at {add}
// CPU says The launch at lock_of_ended_thread.cu:{launch} fails: cudaErrorIllegalAddress
// CPU says 1 error, 0 warnings
// CPU prints ended in time
#include <stdio.h>
#include <time.h>

__device__ int locked, sum;

__global__ void add(const int *in)
{
    for (bool done = false; !done;)
        if (atomicCAS(&locked, 0, 1) == 0) {
            __threadfence();
            sum += in[1000 * 1000]; // {add}
            __threadfence();
            atomicExch(&locked, 0);
            done = true;
        }
}

int main()
{
    int *dev_in;
    if (cudaMalloc(&dev_in, 100 * sizeof(int)) != cudaSuccess)
        return 2;
    time_t begin = time(NULL);
    add<<<200, 64>>>(dev_in); // {launch}
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(dev_in);
    if (time(NULL) - begin < 30)
        printf("ended in time\n");
    return error != cudaSuccess;
}
