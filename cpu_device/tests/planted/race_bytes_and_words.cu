// SPDX-License-Identifier: MIT
// race_bytes_and_words.cu: some threads clear four flags at once, while others already set theirs.
// CPU exits 3
// CPU finds race-shared: writes {clear}, writes {set}
// CPU says kernel mark, block (0,0,0), flags
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_bytes_and_words.cu:{clear}
#include "../kernel_run.h"

const int threads = 64;

__global__ void mark(unsigned char *out)
{
    __shared__ __align__(4) unsigned char flags[threads];
    int t = threadIdx.x;
    if (t < threads / 4)
        reinterpret_cast<int *>(flags)[t] = 0; // {clear}
#ifdef FIXED
    __syncthreads();
#endif
    if (t % 4 != 0)
        flags[t] = 1; // {set}
    __syncthreads();
    out[t] = flags[t];
}

int main()
{
    device_array<unsigned char> out(threads);
    mark<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return i % 4 != 0; });
}
