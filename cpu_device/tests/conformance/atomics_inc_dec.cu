// SPDX-License-Identifier: MIT
// atomics_inc_dec.cu: atomicInc and atomicDec, which go round at a bound.

#include <stdio.h>

#include "../handle_error.h"

// old values, each call by the same thread
__global__ void one_thread(unsigned int *out)
{
    __shared__ unsigned int up, down;
    up = 0, down = 0;
    for (int i = 0; i < 8; i++)
        *out++ = atomicInc(&up, 2);
    for (int i = 0; i < 8; i++)
        *out++ = atomicDec(&down, 2);
    up = 10, down = 10; // outside of the bounds
    *out++ = atomicInc(&up, 5);
    *out++ = up;
    *out++ = atomicDec(&down, 5);
    *out++ = down;
    up = 7, down = 7;
    *out++ = atomicInc(&up, 0); // a bound of 0
    *out++ = up;
    *out++ = atomicDec(&down, 0);
    *out++ = down;
    up = 0xfffffffe;
    *out++ = atomicInc(&up, 0xffffffff);
    *out++ = atomicInc(&up, 0xffffffff);
    *out++ = up;
}

// Every value from 0 to the bound comes as often as the others.
__global__ void many_threads(unsigned int *counters, unsigned int *seen_up, unsigned int *seen_down)
{
    atomicAdd(&seen_up[atomicInc(&counters[0], 9)], 1u);
    atomicAdd(&seen_down[atomicDec(&counters[1], 9)], 1u);
}

int main(void)
{
    const int calls = 27;
    unsigned int out[calls], *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof out));
    one_thread<<<1, 1>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < calls; i++)
        printf("%u%c", out[i], i == 7 || i == 15 || i == 19 || i == 23 || i == calls - 1 ? '\n' : ' ');

    HANDLE_ERROR(cudaMemset(dev_out, 0, sizeof out));
    many_threads<<<5, 204>>>(dev_out, dev_out + 2, dev_out + 12);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    printf("at the end %u and %u; how often each value was seen:\n", out[0], out[1]);
    for (int i = 2; i < 22; i++)
        printf("%u%c", out[i], i == 11 || i == 21 ? '\n' : ' ');
    HANDLE_ERROR(cudaFree(dev_out));
    return 0;
}
