// SPDX-License-Identifier: MIT
// scan_in_place.cu: prefix sums in place in global memory, by a tree that goes up and down again between barriers, of
// ints and of int2; fewer threads are at work in each step, and the last steps of the way up are one warp's.
#include "../kernel_run.h"

const int n = 256, threads = n / 2, blocks = 3;

__device__ int2 operator+(int2 a, int2 b)
{
    return make_int2(a.x + b.x, a.y + b.y);
}

template <class T> __device__ void scan(T *data, T nothing)
{
    int t = threadIdx.x;
    for (int step = 1; step < n; step *= 2) {
        int last = (t + 1) * 2 * step - 1;
        if (last < n)
            data[last] = data[last - step] + data[last];
        if (n / step > 64)
            __syncthreads();
        else if (t < 32)
            __syncwarp();
    }
    if (t == 0)
        data[n - 1] = nothing;
    __syncthreads();
    for (int step = n / 2; step > 0; step /= 2) {
        int last = (t + 1) * 2 * step - 1;
        if (last < n) {
            T left = data[last - step];
            data[last - step] = data[last];
            data[last] = left + data[last];
        }
        __syncthreads();
    }
}

__global__ void scan_all(int *ints, int2 *pairs)
{
    scan(ints + blockIdx.x * n, 0);
    scan(pairs + blockIdx.x * n, make_int2(0, 0));
}

int main()
{
    static int host[blocks * n];
    static int2 host_pairs[blocks * n];
    for (int i = 0; i < blocks * n; i++) {
        host[i] = i % 23;
        host_pairs[i] = make_int2(1, i);
    }
    device_array<int> ints(blocks * n, host);
    device_array<int2> pairs(blocks * n, host_pairs);
    scan_all<<<blocks, threads>>>(ints, pairs);
    if (finish(ints) != 0 || finish(pairs) != 0)
        return 1;
    for (int i = 0, sum = 0, numbers = 0; i < blocks * n; i++) {
        if (i % n == 0)
            sum = numbers = 0;
        if (ints.on_host[i] != sum || pairs.on_host[i].x != i % n || pairs.on_host[i].y != numbers)
            return 1;
        sum += i % 23;
        numbers += i;
    }
    return 0;
}
