// SPDX-License-Identifier: MIT
// memory_shared_index.cu: the last thread reads past the end of a shared array.
// CPU exits 1
// CPU finds index-out-of-bounds
// CPU says kernel differences, block (0,0,0), thread (255,0,0), at memory_shared_index.cu:{read}
// CPU says index 256 of an array float [256]
// memcheck exits 3
// memcheck prints Invalid __shared__ read of size 4 bytes
// memcheck prints in memory_shared_index.cu:{read}
#include "../kernel_run.h"

const int threads = 256;

__global__ void differences(float *out)
{
    __shared__ float squares[threads];
    int t = threadIdx.x;
    squares[t] = t * t;
    __syncthreads();
#ifdef FIXED
    if (t + 1 < threads)
#endif
        out[t] = squares[t + 1] - squares[t]; // {read}
}

int main()
{
    device_array<float> out(threads, zeros);
    differences<<<1, threads>>>(out);
    return check_fixed(
        out, [](int i) { return 2 * i + 1; }, threads - 1);
}
