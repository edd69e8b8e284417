// SPDX-License-Identifier: MIT
// phase_drops.cu: in each round some threads leave for good, and the barrier expects that many fewer from then on.
#include <cuda/barrier>

#include "../kernel_run.h"

const int threads = 128, step = 16;

__global__ void fold(int *out)
{
    __shared__ int values[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> stored;
    if (threadIdx.x == 0)
        init(&stored, threads);
    __syncthreads();
    values[threadIdx.x] = threadIdx.x;
    for (unsigned left = threads; left > step; left -= step) {
        stored.arrive_and_wait(); // all have stored
        if (threadIdx.x >= left - step) {
            out[threadIdx.x] = values[threadIdx.x];
            stored.arrive_and_drop(); // it has read
            return;
        }
        const int other = values[threadIdx.x + step];
        stored.arrive_and_wait(); // all have read
        values[threadIdx.x] = other + 1;
    }
    out[threadIdx.x] = values[threadIdx.x];
}

static int expected(int thread)
{
    int values[threads];
    for (int t = 0; t < threads; t++)
        values[t] = t;
    for (int left = threads; left > step; left -= step)
        for (int t = 0; t < left - step; t++)
            values[t] = values[t + step] + 1;
    return values[thread];
}

int main()
{
    device_array<int> out(threads);
    fold<<<1, threads>>>(out);
    return check(out, expected);
}
