// SPDX-License-Identifier: MIT
// race_scan_result.cu: one thread works out where each part begins, and the others look it up at once.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel offsets, block (0,0,0), begin
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_scan_result.cu:{read}
#include "../kernel_run.h"

const int threads = 64;

__global__ void offsets(int *out)
{
    __shared__ int begin[threads];
    int t = threadIdx.x;
    if (t == 0) {
        int sum = 0;
        for (int i = 0; i < threads; i++) {
            begin[i] = sum; // {write}
            sum += i + 1;
        }
    }
#ifdef FIXED
    __syncthreads();
#endif
    out[t] = begin[t]; // {read}
}

int main()
{
    device_array<int> out(threads);
    offsets<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return i * (i + 1) / 2; });
}
