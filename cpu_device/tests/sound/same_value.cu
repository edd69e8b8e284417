// SPDX-License-Identifier: MIT
// same_value.cu: several threads write the same value to a flag, and others read it after the barrier; the flag is set
// back between two more.
#include "../kernel_run.h"

const int threads = 128, n = 5000;

__global__ void prime_blocks(const int *in, int *out)
{
    __shared__ int found;
    __shared__ bool zero, any[4];
    int i = blockIdx.x * threads + threadIdx.x;
    for (int round = 0; round < 3; round++) {
        if (threadIdx.x < 8)
            found = 0; // eight do it
        if (threadIdx.x < 4)
            any[threadIdx.x] = false;
        zero = false; // all do it
        __syncthreads();
        int value = i < n ? in[i] : 1;
        if (value % 7 == round)
            found = 1;
        if (value % 100 == 0)
            zero = true;
        any[value & 3] = true;
        __syncthreads();
        if (threadIdx.x == 0)
            out[blockIdx.x * 3 + round] = found + 2 * zero + 4 * (any[0] + any[1] + any[2] + any[3]);
        __syncthreads();
    }
}

int main()
{
    const int blocks = (n + threads - 1) / threads;
    static int host[n];
    for (int i = 0; i < n; i++)
        host[i] = i / 200 * 8 + i * i % 5;
    device_array<int> in(n, host), out(3 * blocks);
    prime_blocks<<<blocks, threads>>>(in, out);
    if (finish(out) != 0)
        return 1;
    for (int b = 0; b < blocks; b++)
        for (int round = 0; round < 3; round++) {
            bool found = false, zero = false, any[4] = {};
            for (int i = b * threads; i < (b + 1) * threads; i++) {
                int value = i < n ? host[i] : 1;
                found |= value % 7 == round;
                zero |= value % 100 == 0;
                any[value & 3] = true;
            }
            if (out.on_host[b * 3 + round] != found + 2 * zero + 4 * (any[0] + any[1] + any[2] + any[3]))
                return 1;
        }
    return 0;
}
