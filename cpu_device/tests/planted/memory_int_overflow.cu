// SPDX-License-Identifier: MIT
// memory_int_overflow.cu: the index would fit in an int, but the product on the way to it does not.
// CPU exits 1
// CPU finds illegal-address: at {read}
// CPU says kernel pick, block (0,0,0)
// CPU says bytes before 10000000 bytes from cudaMalloc
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 1 bytes
// memcheck prints in memory_int_overflow.cu:{read}
#include "../kernel_run.h"

const int picks = 250;

// Every thread takes one of `picks` elements at equal distances.
__global__ void pick(const unsigned char *a, int n, int *out)
{
    int t = threadIdx.x;
#ifndef FIXED
    int i = t * n / picks;
#else
    int i = (int)((long long)t * n / picks);
#endif
    out[t] = a[i]; // {read}
}

int main()
{
    const int n = 10000000;
    device_array<unsigned char> a(n);
    device_array<int> out(picks);
    HANDLE_ERROR(cudaMemset(a, 7, n));
    pick<<<1, picks>>>(a, n, out);
    return check_fixed(out, 7);
}
