// SPDX-License-Identifier: MIT
// local_address_shared.cu: one thread shares the address of its local array, and all store there. On a GPU each thread
// finds its own memory at such an address.
// CPU finds illegal-address
// CPU says thread (1,0,0), at local_address_shared.cu:{store}
// CPU says writes a local variable of another thread
// CPU exits 1
// all exits 0
#include "../kernel_run.h"

const int threads = 64;

__global__ void fill(int *out)
{
#ifdef FIXED
    __shared__ int values[threads];
#else
    int values[threads];
#endif
    __shared__ int *place;
    for (int i = 0; i < threads; i++)
        values[i] = -1;
    if (threadIdx.x == 0)
        place = values;
    __syncthreads();
    place[threadIdx.x] = threadIdx.x; // {store}
    __syncthreads();
    out[threadIdx.x] = place[threads - 1 - threadIdx.x];
}

int main()
{
    device_array<int> out(threads);
    fill<<<1, threads>>>(out);
    return finish(out);
}
