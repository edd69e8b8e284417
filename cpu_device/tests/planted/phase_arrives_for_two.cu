// SPDX-License-Identifier: MIT
// phase_arrives_for_two.cu: each thread arrives for two, so the phase is over when half of the threads have come.
// CPU exits 3
// CPU finds race-shared
// racecheck exits 3
// racecheck prints Error: Race reported between
// synccheck exits 3
// synccheck prints Barrier error detected. Missing wait.
#include <cuda/barrier>
#include <utility>

#include "../kernel_run.h"

const int threads = 128;

__global__ void share(int *out)
{
    __shared__ int values[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    if (threadIdx.x == 0)
        init(&arrived, threads);
    __syncthreads();
    values[threadIdx.x] = threadIdx.x; // {store}
#ifdef FIXED
    auto token = arrived.arrive();
#else
    auto token = arrived.arrive(2);
#endif
    arrived.wait(std::move(token));
    int sum = 0;
    for (int i = 0; i < threads; i++)
        sum += values[i]; // {load}
    out[threadIdx.x] = sum;
}

int main()
{
    device_array<int> out(threads, zeros);
    share<<<1, threads>>>(out);
    return check_fixed(out, threads * (threads - 1) / 2);
}
