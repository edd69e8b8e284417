// SPDX-License-Identifier: MIT
// race_split_maximum.cu: the largest value is read in one line, and replaced in another.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says use one atomic for both, atomicMax().
// racecheck exits 3
// racecheck prints Error: Race reported between
#include "../kernel_run.h"

const int n = 256;

__global__ void maximum(const int *value, int *out)
{
    __shared__ int largest;
    int mine = value[threadIdx.x];
    if (threadIdx.x == 0)
        largest = 0;
    __syncthreads();
#ifndef FIXED
    int seen = largest; // {read}
    if (mine > seen)
        largest = mine; // {write}
#else
    atomicMax(&largest, mine);
#endif
    __syncthreads();
    if (threadIdx.x == 0)
        *out = largest;
}

int main()
{
    device_array<int> value(n, [](int i) { return i * 37 % 251; }), out(1);
    maximum<<<1, n>>>(value, out);
    return check_fixed(out, 250);
}
