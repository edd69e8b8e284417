// SPDX-License-Identifier: MIT
// race_second_call.cu: a function's second call resets what slow threads have yet to read of the first.
// CPU exits 3
// CPU finds race-shared: writes {reset}, reads {read}
// CPU says kernel two_sums, block (0,0,0), total
// racecheck exits 3
// racecheck prints Warning: Race reported between
// racecheck prints in race_second_call.cu:{read}
#include "../kernel_run.h"

const int threads = 128;

__device__ int block_sum(int value)
{
    __shared__ int total;
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0)
        total = 0; // {reset}
    __syncthreads();
    atomicAdd(&total, value);
    __syncthreads();
    return total; // {read}
}

__global__ void two_sums(int *out)
{
    int count = block_sum(1);
    int sum = block_sum(threadIdx.x);
    out[threadIdx.x] = sum - count;
}

int main()
{
    device_array<int> out(threads);
    two_sums<<<1, threads>>>(out);
    return check_fixed(out, threads * (threads - 1) / 2 - threads);
}
