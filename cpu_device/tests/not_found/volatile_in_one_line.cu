// SPDX-License-Identifier: MIT
// volatile_in_one_line.cu: volatile data is read in the line that waits for its flag. Loads that wait are known by
// their lines, and all volatile loads of such a line are let pass.
// CPU exits 0
#include <stdio.h>

__device__ volatile int value, ready;

__global__ void hand_over(int *out)
{
    if (blockIdx.x == 0) {
        value = 1;
        ready = 1; // may be seen before the value
    } else {
        // clang-format off
        while (ready == 0) __nanosleep(100); *out = value;
        // clang-format on
    }
}

int main()
{
    int *dev_out;
    if (cudaMalloc(&dev_out, sizeof(int)))
        return 1;
    hand_over<<<2, 1>>>(dev_out);
    return cudaDeviceSynchronize() || cudaFree(dev_out);
}
