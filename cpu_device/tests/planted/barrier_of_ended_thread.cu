// SPDX-License-Identifier: MIT
// barrier_of_ended_thread.cu: threads that end at a bad access are no longer waited for, at barriers and in shuffles,
// and no warning calls them exited. Each line is named once.
// CPU exits 1
// CPU finds index-out-of-bounds
// CPU says kernel gather, block (0,0,0), thread (96,0,0), at barrier_of_ended_thread.cu:{table}
// CPU says fails: cudaErrorIllegalAddress
// CPU finds misaligned-address
// CPU says thread (4,0,0), at barrier_of_ended_thread.cu:{wide}
// CPU finds race-shared: at {race}
// CPU says 3 errors, 0 warnings
#include "../kernel_run.h"

__global__ void gather(const char *bytes, int *out)
{
    __shared__ int table[96], late;
    int t = threadIdx.x;
    table[t] = t; // {table}
    __syncthreads();
    int other = __shfl_xor_sync(~0u, table[t], 1);
    if (t == 4)
        other += *(const int *)(bytes + 1); // {wide}
    __syncthreads();
    other += __shfl_xor_sync(~0u, other, 2);
    late = t; // {race}
    __syncthreads();
    out[t] = other + late;
}

int main()
{
    device_array<char> bytes(64, zeros);
    device_array<int> out(1024 / sizeof(int));
    gather<<<1, 128>>>(bytes, out);
    return finish();
}
