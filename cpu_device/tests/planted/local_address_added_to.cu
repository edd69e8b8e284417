// SPDX-License-Identifier: MIT
// local_address_added_to.cu: the threads of a block add by atomics to a counter that is the first thread's own.
// CPU finds illegal-address
// CPU says at local_address_added_to.cu:{add}
// CPU says a local variable of another thread
// CPU exits 1
// all exits 0
#include "../kernel_run.h"

const int threads = 64;

__device__ void add(int *to)
{
    atomicAdd(to, 1); // {add}
}

__global__ void count(int *out)
{
    __shared__ int *counter;
#ifdef FIXED
    __shared__
#endif
        int mine;
    if (threadIdx.x == 0) {
        mine = 0;
        counter = &mine;
    }
    __syncthreads();
    add(counter);
    __syncthreads();
    if (threadIdx.x == 0)
        *out = mine;
}

int main()
{
    device_array<int> out(1);
    count<<<1, threads>>>(out);
    return finish(out);
}
