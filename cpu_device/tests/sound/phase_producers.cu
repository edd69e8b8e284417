// SPDX-License-Identifier: MIT
// phase_producers.cu: one warp produces and three consume, through a ring of two buffers, each with a barrier for
// "full" and one for "empty". Threads wait by the parity of the phase; nobody waits for an empty buffer in the first
// rounds.
#include <cuda/barrier>

#include "../kernel_run.h"

const int stages = 2, rounds = 10, consumers = 96;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void pass_on(int *out)
{
    __shared__ int values[stages][32];
    __shared__ barrier full[stages], empty[stages];
    if (threadIdx.x == 0)
        for (int s = 0; s < stages; s++) {
            init(&full[s], 32);
            init(&empty[s], consumers);
        }
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int round = 0; round < rounds; round++) {
            const int s = round % stages;
            empty[s].wait_parity((round / stages + 1) % 2);
            values[s][threadIdx.x] = round * 32 + threadIdx.x;
            (void)full[s].arrive();
        }
        return;
    }
    int sum = 0;
    for (int round = 0; round < rounds; round++) {
        const int s = round % stages;
        full[s].wait_parity(round / stages % 2);
        sum += values[s][(threadIdx.x + round) % 32];
        (void)empty[s].arrive();
    }
    out[threadIdx.x - 32] = sum;
}

static int expected(int consumer)
{
    int sum = 0;
    for (int round = 0; round < rounds; round++)
        sum += round * 32 + (consumer + round) % 32;
    return sum;
}

int main()
{
    device_array<int> out(consumers);
    pass_on<<<1, 32 + consumers>>>(out);
    return check(out, expected);
}
