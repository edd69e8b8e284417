// SPDX-License-Identifier: MIT
// global_atomics_then_read.cu: all threads find the largest value by atomicMax(), and each of them then reads it
// plainly, without a barrier.
// CPU exits 3
// CPU finds race-global: writes atomically {max}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int threads = 256;

__global__ void scale(const int *in, int *most, float *out)
{
    int t = threadIdx.x;
    atomicMax(most, in[t]); // {max}
#ifdef FIXED
    __syncthreads();
#endif
    out[t] = in[t] / (float)*most; // {read}
}

int main()
{
    int in[threads];
    for (int i = 0; i < threads; i++)
        in[i] = i + 1;
    device_array<int> dev_in(threads, in), most(1, zeros);
    device_array<float> out(threads);
    scale<<<1, threads>>>(dev_in, most, out);
    return check_fixed(out, [&](int i) { return in[i] / (float)threads; });
}
