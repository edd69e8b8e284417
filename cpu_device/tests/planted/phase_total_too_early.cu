// SPDX-License-Identifier: MIT
// phase_total_too_early.cu: the completion function adds up, and the threads read the total between arrive and wait.
// CPU exits 3
// CPU finds race-shared: writes {add}, reads {load}
// racecheck exits 3
// racecheck prints Error: Race reported between
// fixed-racecheck exits 3
// fixed-racecheck prints Error: Race reported between
#include <cuda/barrier>
#include <new>
#include <utility>

#include "../kernel_run.h"

const int threads = 64;

struct add_up {
    const int *values;
    int *total;
    __device__ void operator()()
    {
        int sum = 0;
        for (int i = 0; i < threads; i++)
            sum += values[i];
        *total = sum; // {add}
    }
};
using barrier = cuda::barrier<cuda::thread_scope_block, add_up>;

__global__ void share(int *out)
{
    __shared__ int values[threads], total;
    __shared__ alignas(barrier) char memory[sizeof(barrier)];
    barrier *added = reinterpret_cast<barrier *>(memory);
    if (threadIdx.x == 0) {
        total = 0;
        new (added) barrier(threads, add_up{values, &total});
    }
    __syncthreads();
    values[threadIdx.x] = threadIdx.x;
    auto token = added->arrive();
#ifdef FIXED
    added->wait(std::move(token));
    out[threadIdx.x] = total;
#else
    out[threadIdx.x] = total; // {load}
    added->wait(std::move(token));
#endif
}

int main()
{
    device_array<int> out(threads, zeros);
    share<<<1, threads>>>(out);
    return check_fixed(out, threads * (threads - 1) / 2);
}
