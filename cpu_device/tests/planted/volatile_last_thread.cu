// SPDX-License-Identifier: MIT
// volatile_last_thread.cu: within a block, too, a count passes nothing on: the last thread reads volatile notes.
// CPU exits 3
// CPU finds volatile-without-fence: writes {note}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int threads = 48;

__device__ int finished;

__global__ void collect(volatile unsigned char *notes, int *out)
{
    int t = threadIdx.x;
    notes[t] = (unsigned char)(2 * t + 1); // {note}
#ifdef FIXED
    __threadfence_block();
#endif
    if (atomicAdd(&finished, 1) == threads - 1) {
#ifdef FIXED
        __threadfence_block();
#endif
        int sum = 0;
        for (int i = 0; i < threads; i++)
            sum += notes[i]; // {read}
        *out = sum;
    }
}

int main()
{
    device_array<unsigned char> notes(threads, zeros);
    device_array<int> out(1);
    collect<<<1, threads>>>(notes, out);
    return check_fixed(out, threads * threads);
}
