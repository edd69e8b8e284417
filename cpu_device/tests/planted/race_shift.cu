// SPDX-License-Identifier: MIT
// race_shift.cu: an array moves down by one in place: a thread may overwrite what its neighbour has yet to read.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel shift, block (0,0,0), line
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_shift.cu:{read}
#include "../kernel_run.h"

const int threads = 128;

__global__ void shift(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x, next = 0;
    line[t] = 10 * t;
    __syncthreads();
    if (t + 1 < threads)
        next = line[t + 1]; // {read}
#ifdef FIXED
    __syncthreads();
#endif
    line[t] = next; // {write}
    out[t] = line[t];
}

int main()
{
    device_array<int> out(threads);
    shift<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return (i + 1) % threads * 10; });
}
