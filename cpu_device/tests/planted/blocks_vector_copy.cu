// SPDX-License-Identifier: MIT
// blocks_vector_copy.cu: each block copies its float4 to one place in global memory, and the values differ.
// CPU exits 3
// CPU finds race-between-blocks: writes {copy}, writes {copy}
// CPU says kernel last
// all exits 0
#include "../kernel_run.h"

const int blocks = 8;

__global__ void last(const float4 *in, float4 *out)
{
#ifdef FIXED
    if (blockIdx.x == blocks - 1)
#endif
        out[0] = in[blockIdx.x]; // {copy}
}

int main()
{
    device_array<float4> in(blocks, [](int i) { return make_float4(1.0f + i, 2.0f + i, 3.0f + i, 4.0f + i); }),
        out(1, zeros);
    last<<<blocks, 1>>>(in, out);
    return finish(out) || (is_fixed && (out.on_host->x != blocks || out.on_host->w != 3 + blocks));
}
