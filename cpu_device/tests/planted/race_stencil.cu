// SPDX-License-Identifier: MIT
// race_stencil.cu: each thread reads what its neighbour stores, and does not wait for it.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel differences, block (0,0,0), squares
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_stencil.cu:{write}
#include "../kernel_run.h"

const int threads = 128;

__global__ void differences(int *out)
{
    __shared__ int squares[threads];
    int t = threadIdx.x;
    squares[t] = t * t; // {write}
#ifdef FIXED
    __syncthreads();
#endif
    if (t + 1 < threads)
        out[t] = squares[t + 1] - squares[t]; // {read}
}

int main()
{
    device_array<int> out(threads - 1);
    differences<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return 2 * i + 1; });
}
