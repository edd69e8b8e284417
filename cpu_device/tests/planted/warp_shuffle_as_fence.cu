// SPDX-License-Identifier: MIT
// warp_shuffle_as_fence.cu: a lane stores a record and shuffles its place to the others, who read the record there.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

struct record {
    int key;
    float weight;
};

__global__ void share(record *table, float *out)
{
    int lane = threadIdx.x, place = -1;
    if (lane == 9) {
        place = 3;
        table[place].weight = 2.5f; // {write}
    }
    place = __shfl_sync(0xffffffff, place, 9);
#ifdef FIXED
    __syncwarp();
#endif
    out[lane] = lane * table[place].weight; // {read}
}

int main()
{
    device_array<record> table(8, zeros);
    device_array<float> out(32);
    share<<<1, 32>>>(table, out);
    return check_fixed(out, [](int i) { return 2.5f * i; });
}
