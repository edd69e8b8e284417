// SPDX-License-Identifier: MIT
// global_fence_as_barrier.cu: a __threadfence() stands where threads ought to wait; it waits for nobody.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int side = 8;

__global__ void rotate(const uchar4 *in, uchar4 *turned, uchar4 *out)
{
    int x = threadIdx.x, y = threadIdx.y;
    turned[y * side + x] = in[x * side + (side - 1 - y)]; // {write}
#ifndef FIXED
    __threadfence();
#else
    __syncthreads();
#endif
    out[y * side + x] = turned[x * side + (side - 1 - y)]; // {read}
}

int main()
{
    uchar4 in[side * side];
    for (int i = 0; i < side * side; i++)
        in[i] = make_uchar4((unsigned char)i, (unsigned char)(2 * i), (unsigned char)(3 * i), 255);
    device_array<uchar4> dev_in(side * side, in), turned(side * side, zeros), out(side * side);
    rotate<<<1, dim3(side, side)>>>(dev_in, turned, out);
    if (finish(out) != 0)
        return 1;
#ifdef FIXED
    for (int i = 0; i < side * side; i++)
        if (out.on_host[i].x != in[side * side - 1 - i].x || out.on_host[i].z != in[side * side - 1 - i].z)
            return 1;
#endif
    return 0;
}
