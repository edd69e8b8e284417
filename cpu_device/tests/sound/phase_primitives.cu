// SPDX-License-Identifier: MIT
// phase_primitives.cu: the functions __mbarrier_*(): split arrivals, polls, a thread that drops out, and a barrier that
// is destroyed and initialized again at the same place, for other threads.
#include <cuda_awbarrier_primitives.h>

#include "../kernel_run.h"

const int threads = 96;

__device__ void meet(__mbarrier_t *barrier)
{
    const __mbarrier_token_t token = __mbarrier_arrive(barrier);
    while (!__mbarrier_try_wait(barrier, token, 1000))
        ;
}

__global__ void rotate(int *out)
{
    __shared__ int values[threads];
    __shared__ __mbarrier_t barrier;
    const int t = threadIdx.x;
    if (t == 0)
        __mbarrier_init(&barrier, threads);
    __syncthreads();
    values[t] = t;
    meet(&barrier);
    int mine = values[(t + 1) % threads];
    __mbarrier_token_t token = t < 64 ? __mbarrier_arrive(&barrier) : __mbarrier_arrive_and_drop(&barrier);
    while (!__mbarrier_test_wait(&barrier, token))
        ;
    values[t] = mine;
    if (t < 64) { // 64 are expected now
        meet(&barrier);
        mine = values[(t + 1) % 64];
    }
    __syncthreads();
    if (t == 0) {
        __mbarrier_inval(&barrier);
        __mbarrier_init(&barrier, 32);
    }
    __syncthreads();
    if (t >= 64) {
        meet(&barrier);
        mine = values[64 + (t + 1) % 32];
    }
    out[t] = mine;
}

int main()
{
    device_array<int> out(threads);
    rotate<<<1, threads>>>(out);
    return check(out, [](int i) { return ((i < 64 ? (i + 1) % 64 : 64 + (i + 1) % 32) + 1) % threads; });
}
