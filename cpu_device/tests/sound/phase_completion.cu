// SPDX-License-Identifier: MIT
// phase_completion.cu: the last thread to arrive adds up for all, in the completion function; after the wait each of
// them reads the total, and the next phase begins with other values.
#include <cuda/barrier>
#include <new>
#include <utility>

#include "../kernel_run.h"

const int threads = 64, rounds = 5;

struct add_up {
    const int *values;
    int *total;
    __device__ void operator()()
    {
        int sum = 0;
        for (int i = 0; i < threads; i++)
            sum += values[i];
        *total += sum;
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
    int last = 0;
    for (int round = 0; round < rounds; round++) {
        values[threadIdx.x] = threadIdx.x + last;
        auto token = added->arrive();
        added->wait(std::move(token));
        last = total % 7;
        added->arrive_and_wait(); // all have read the total; adds the same values again
    }
    out[threadIdx.x] = total;
}

static int expected()
{
    int total = 0, last = 0;
    for (int round = 0; round < rounds; round++) {
        const int sum = threads * (threads - 1) / 2 + threads * last;
        total += sum;
        last = total % 7;
        total += sum;
    }
    return total;
}

int main()
{
    device_array<int> out(threads);
    share<<<1, threads>>>(out);
    return check(out, expected());
}
