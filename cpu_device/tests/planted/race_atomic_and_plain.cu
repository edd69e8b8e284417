// SPDX-License-Identifier: MIT
// race_atomic_and_plain.cu: the counting is atomic; the reading of the count waits for nobody.
// CPU exits 3
// CPU finds race-shared: at {count}, reads {read}
// CPU says kernel count_odd, block (0,0,0), count
// all exits 0
#include "../kernel_run.h"

const int threads = 256;

__global__ void count_odd(int *out)
{
    __shared__ int count;
    int t = threadIdx.x;
    if (t == 0)
        count = 0;
    __syncthreads();
    if (t % 2 == 1)
        atomicAdd(&count, 1); // {count}
#ifdef FIXED
    __syncthreads();
#endif
    if (t == 0)
        *out = count; // {read}
}

int main()
{
    device_array<int> out(1);
    count_odd<<<1, threads>>>(out);
    return check_fixed(out, threads / 2);
}
