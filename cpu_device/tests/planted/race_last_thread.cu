// SPDX-License-Identifier: MIT
// race_last_thread.cu: the last thread to arrive adds up what all have stored, but no fence puts their stores first.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel sum, block (0,0,0), parts
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_last_thread.cu:{write}
// fixed-racecheck exits 3
// fixed-racecheck prints Race reported
#include "../kernel_run.h"

const int threads = 128;

__global__ void sum(int *out)
{
    __shared__ int parts[threads], done;
    int t = threadIdx.x;
    if (t == 0)
        done = 0;
    __syncthreads();
    parts[t] = t; // {write}
#ifdef FIXED
    __threadfence_block();
#endif
    if (atomicAdd(&done, 1) == threads - 1) {
        __threadfence_block();
        int total = 0;
        for (int i = 0; i < threads; i++)
            total += parts[i]; // {read}
        *out = total;
    }
}

int main()
{
    device_array<int> out(1);
    sum<<<1, threads>>>(out);
    return check_fixed(out, threads * (threads - 1) / 2);
}
