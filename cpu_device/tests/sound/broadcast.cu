// SPDX-License-Identifier: MIT
// broadcast.cu: one thread tells all others a value, again and again, with barriers on both sides; or a warp's lane
// tells its warp; or values go round.
#include "../kernel_run.h"

const int threads = 160, rounds = 30;

__global__ void tell(int *out)
{
    __shared__ int value, of_warp[threads / 32];
    __shared__ struct {
        int number;
        float factor;
        char name[10];
    } all;
    int sum = 0, warp = threadIdx.x / 32;
    for (int round = 0; round < rounds; round++) {
        if (threadIdx.x == round * 7 % threads)
            value = round * round;
        if (threadIdx.x == round) {
            all.number = round;
            all.factor = 0.5f;
            for (int i = 0; i < 10; i++)
                all.name[i] = (char)(i * round);
        }
        __syncthreads();
        sum += value + (int)(all.number * 2 * all.factor) + all.name[round % 10];
        __syncthreads();
    }
    for (int round = 0; round < rounds; round++) {
        if (threadIdx.x % 32 == round)
            of_warp[warp] = round + warp;
        __syncwarp();
        sum += of_warp[warp];
        __syncwarp();
    }
    out[blockIdx.x * threads + threadIdx.x] = sum;
}

int main()
{
    const int blocks = 5;
    device_array<int> out(blocks * threads);
    tell<<<blocks, threads>>>(out);
    return check(out, [&](int i) {
        int sum = 0;
        for (int round = 0; round < rounds; round++)
            sum += round * round + round + (char)(round % 10 * round) + round + i % threads / 32;
        return sum;
    });
}
