// SPDX-License-Identifier: MIT
// half2_store_beside.cu: each thread stores two halves as a half2, one of which its neighbour also stores.
// CPU exits 3
// CPU finds race-shared: writes {pair}, writes {single}
// CPU says kernel sums, block (0,0,0), line
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cuda_fp16.h>

#include "../kernel_run.h"

__global__ void sums(float *out)
{
    __shared__ __align__(4) half line[64];
    int i = threadIdx.x;
    if (i < 32)
        *reinterpret_cast<half2 *>(line + 2 * i) = __floats2half2_rn(i, i + 1); // {pair}
#ifdef FIXED
    __syncthreads();
#endif
    if (i >= 32)
        line[2 * (i - 32) + 1] = __float2half(i); // {single}
    __syncthreads();
    if (i < 32)
        out[i] = __half2float(line[2 * i + 1]);
}

int main()
{
    device_array<float> out(32);
    sums<<<1, 64>>>(out);
    return finish(out);
}
