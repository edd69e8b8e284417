// SPDX-License-Identifier: MIT
// barrier_shuffle_in_branch.cu: a shuffle in a branch names all lanes in its mask; half of them are elsewhere.
// CPU exits 1
// CPU finds divergent-warp
// CPU says 16 threads wait in a shuffle at barrier_shuffle_in_branch.cu:{shuffle}: 0-15
// CPU says 16 threads wait in __syncthreads() at barrier_shuffle_in_branch.cu:{block}: 16-31
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
#include "../kernel_run.h"

__global__ void swap_halves(int *out)
{
    int lane = threadIdx.x, value = lane;
    if (lane < 16) {
#ifndef FIXED
        unsigned mask = 0xffffffff;
#else
        unsigned mask = 0x0000ffff;
#endif
        value = __shfl_xor_sync(mask, value, 8); // {shuffle}
    }
    __syncthreads(); // {block}
    out[lane] = value;
}

int main()
{
    device_array<int> out(32);
    swap_halves<<<1, 32>>>(out);
    return check_fixed(out, [](int i) { return i < 16 ? i ^ 8 : i; });
}
