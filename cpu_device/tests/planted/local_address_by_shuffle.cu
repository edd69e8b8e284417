// SPDX-License-Identifier: MIT
// local_address_by_shuffle.cu: a lane gets the address of the first lane's local struct by a shuffle, and reads there.
// CPU finds illegal-address
// CPU says at local_address_by_shuffle.cu:{read}
// CPU says reads a local variable of another thread
// CPU exits 1
// all exits 0
#include "../kernel_run.h"

struct range {
    int first, last;
};

__device__ __noinline__ void look_up(range *r, int number)
{
    r->first = number * 10;
    r->last = number * 10 + 9;
}

__global__ void share(int *out)
{
    range mine;
    look_up(&mine, blockIdx.x + 1);
#ifdef FIXED
    out[threadIdx.x] = __shfl_sync(~0u, mine.last, 0);
#else
    range *of_first = (range *)__shfl_sync(~0u, (unsigned long long)&mine, 0);
    out[threadIdx.x] = of_first->last; // {read}
    __syncwarp();
#endif
}

int main()
{
    device_array<int> out(32);
    share<<<1, 32>>>(out);
    return finish(out);
}
