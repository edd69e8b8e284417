// SPDX-License-Identifier: MIT
// barrier_named_groups.cu: three groups of warps of different sizes, each with its own barrier, go through different
// numbers of rounds; then the whole block meets, by the number 0 and by another one.
#include "../kernel_run.h"

const int threads = 224;

__device__ void sync(int number, int count)
{
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory");
}
__device__ void arrive(int number, int count)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(count) : "memory");
}

__device__ int group_of(int t)
{
    return t < 64 ? 0 : t < 96 ? 1 : 2;
}

__global__ void rotate(int *out)
{
    __shared__ int values[threads];
    const int begin[] = {0, 64, 96, threads}, t = threadIdx.x, g = group_of(t), size = begin[g + 1] - begin[g];
    const int next = begin[g] + (t - begin[g] + 1) % size;
    values[t] = t;
    for (int round = 0; round < 3 + g; round++) {
        sync(5 + g, size);
        const int other = values[next];
        sync(5 + g, size);
        values[t] = other;
    }
    asm volatile("bar.sync 0;" ::: "memory");
    const int opposite = values[threads - 1 - t];
    asm volatile("barrier.sync 9;" ::: "memory");
    values[t] = opposite;
    out[t] = values[t];
}

static int expected(int i)
{
    const int begin[] = {0, 64, 96, threads}, t = threads - 1 - i, g = t < 64 ? 0 : t < 96 ? 1 : 2;
    return begin[g] + (t - begin[g] + 3 + g) % (begin[g + 1] - begin[g]);
}

int main()
{
    device_array<int> out(threads);
    rotate<<<1, threads>>>(out);
    return check(out, expected);
}
