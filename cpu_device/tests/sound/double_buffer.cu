// SPDX-License-Identifier: MIT
// double_buffer.cu: while a block works on one half of its shared memory it fetches what comes next into the other
// half: one barrier a round is enough.
#include "../kernel_run.h"

const int threads = 64, rounds = 20, blocks = 3;

__global__ void moving_sums(const float *in, float *out)
{
    __shared__ float buffer[2][threads];
    const float *mine = in + blockIdx.x * threads * rounds;
    float sum = 0;
    int t = threadIdx.x;
    buffer[0][t] = mine[t];
    __syncthreads();
    for (int round = 0; round < rounds; round++) {
        float next = round + 1 < rounds ? mine[(round + 1) * threads + t] : 0;
        for (int i = 0; i < threads; i += 7)
            sum += buffer[round & 1][(t + i) % threads];
        buffer[~round & 1][t] = next;
        __syncthreads();
    }
    out[blockIdx.x * threads + t] = sum;
}

int main()
{
    const int n = blocks * threads * rounds;
    static float host[n];
    for (int i = 0; i < n; i++)
        host[i] = i * 13 % 101;
    device_array<float> in(n, host), out(blocks * threads);
    moving_sums<<<blocks, threads>>>(in, out);
    if (finish(out) != 0)
        return 1;
    for (int b = 0; b < blocks; b++)
        for (int t = 0; t < threads; t++) {
            float sum = 0;
            for (int round = 0; round < rounds; round++)
                for (int i = 0; i < threads; i += 7)
                    sum += host[(b * rounds + round) * threads + (t + i) % threads];
            if (sum != out.on_host[b * threads + t])
                return 1;
        }
    return 0;
}
