// SPDX-License-Identifier: MIT
// local_address_of_neighbour.cu: each thread puts the address of a local variable into an array, and reads its
// neighbour's through that.
// CPU finds illegal-address
// CPU says at local_address_of_neighbour.cu:{read}
// CPU says reads a local variable of another thread
// CPU exits 1
// all exits 0
#include "../kernel_run.h"

const int threads = 64;

__global__ void swap(int *out)
{
#ifdef FIXED
    __shared__ int places[threads];
    places[threadIdx.x] = threadIdx.x * 3;
    __syncthreads();
    out[threadIdx.x] = places[threads - 1 - threadIdx.x];
#else
    __shared__ int *places[threads];
    int mine = threadIdx.x * 3;
    places[threadIdx.x] = &mine;
    __syncthreads();
    out[threadIdx.x] = *places[threads - 1 - threadIdx.x]; // {read}
    __syncthreads();
#endif
}

int main()
{
    device_array<int> out(threads);
    swap<<<1, threads>>>(out);
    return finish(out);
}
