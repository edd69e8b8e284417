// SPDX-License-Identifier: MIT
// race_atomic_max_and_store.cu: the first thread sets the start value of a maximum plainly, and no barrier stands
// before the atomics of the others, which its store may overwrite. Here the store comes first or changes nothing.
// CPU exits 3
// CPU finds race-shared: writes {start}, writes atomically {max}
// all exits 0
#include "../kernel_run.h"

const int threads = 96;

__global__ void largest(const int *in, int *out)
{
    __shared__ int most;
    if (threadIdx.x == 0)
        most = 1000; // {start}
#ifdef FIXED
    __syncthreads();
#endif
    atomicMax(&most, in[threadIdx.x]); // {max}
    __syncthreads();
    if (threadIdx.x == 0)
        *out = most;
}

int main()
{
    device_array<int> in(threads, [](int i) { return i; }), out(1);
    largest<<<1, threads>>>(in, out);
    return check_fixed(out, 1000);
}
