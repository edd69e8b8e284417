// SPDX-License-Identifier: MIT
// volatile_flag.cu: a value and its flag are both volatile, but may become visible in the other order.
// CPU exits 3
// CPU finds volatile-without-fence: writes {write}, reads {read}
// CPU says variable value
// all exits 0
#include "../kernel_run.h"

__device__ volatile float value;
__device__ volatile bool ready;

__global__ void hand_over(float *out)
{
    if (blockIdx.x == 0) {
        value = 6.5f; // {write}
#ifdef FIXED
        __threadfence();
#endif
        ready = true;
    } else {
        int rounds = 0;
        while (!ready && ++rounds < 1000000)
            __nanosleep(50);
        __threadfence();
        if (rounds < 1000000)
            *out = value; // {read}
    }
}

int main()
{
    device_array<float> out(1, zeros);
    hand_over<<<2, 1>>>(out);
    return check_fixed(out, 6.5f);
}
