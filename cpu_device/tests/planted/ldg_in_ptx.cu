// SPDX-License-Identifier: MIT
// ldg_in_ptx.cu: each thread stores four values, and loads them again at once with ld.global.nc.
// CPU exits 3
// CPU finds stale-load: writes {write}, reads {read}
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 16 bytes
#include "../kernel_run.h"

const int threads = 64, n = 4 * threads;

__global__ void add(float *values, float *sums)
{
    int i = threadIdx.x;
    float a, b, c, d;
    reinterpret_cast<float4 *>(values)[i] = make_float4(1, 2, 3, i); // {write}
#ifndef FIXED
    asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];" // {read}
                 : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                 : "l"(values + 4 * i));
#else
    asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(values + 4 * i));
#endif
    sums[i] = a + b + c + d;
}

int main()
{
    device_array<float> values(n), sums(threads);
    add<<<1, threads>>>(values, sums);
    return finish(sums) || sums.on_host[7] != 13;
}
