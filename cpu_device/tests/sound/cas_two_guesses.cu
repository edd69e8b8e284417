// SPDX-License-Identifier: MIT
// cas_two_guesses.cu: additions of double in two and in three components, each by an atomicCAS() loop that begins with
// a plain load as its guess. All guesses are loaded first, and the loops follow. No lost addition: a wrong guess is
// tried again.
#include <stdio.h>

typedef unsigned long long bits;

__device__ void finish_addition(bits *address, bits guess, double value)
{
    bits seen;
    do {
        seen = guess;
        guess = atomicCAS(address, seen, (bits)__double_as_longlong(value + __longlong_as_double((long long)seen)));
    } while (guess != seen);
}

__global__ void add_two(bits *sum)
{
    bits x = sum[0], y = sum[1];
    finish_addition(&sum[0], x, 1.0);
    finish_addition(&sum[1], y, 2.0);
}

__global__ void add_force(bits *sum, const double *force)
{
    bits x = sum[0], y = sum[1], z = sum[2];
    double fx = force[3 * threadIdx.x], fy = force[3 * threadIdx.x + 1], fz = force[3 * threadIdx.x + 2];
    finish_addition(&sum[0], x, fx);
    finish_addition(&sum[1], y, fy);
    finish_addition(&sum[2], z, fz);
}

// Both loops at once.
__global__ void add_in_turns(bits *sum)
{
    bits x = sum[0], y = sum[1];
    bool x_done = false, y_done = false;
    while (!x_done || !y_done) {
        if (!x_done) {
            bits seen = atomicCAS(&sum[0], x, (bits)__double_as_longlong(1.0 + __longlong_as_double((long long)x)));
            x_done = seen == x;
            x = seen;
        }
        if (!y_done) {
            bits seen = atomicCAS(&sum[1], y, (bits)__double_as_longlong(2.0 + __longlong_as_double((long long)y)));
            y_done = seen == y;
            y = seen;
        }
    }
}

int main()
{
    const int blocks = 6, threads = 64;
    double force[3 * threads], sum[3], *dev_force;
    bits *dev_sum;
    for (int i = 0; i < 3 * threads; i++)
        force[i] = i % 3 + 1;
    if (cudaMalloc(&dev_sum, sizeof sum) || cudaMalloc(&dev_force, sizeof force) ||
        cudaMemset(dev_sum, 0, sizeof sum) || cudaMemcpy(dev_force, force, sizeof force, cudaMemcpyHostToDevice))
        return 1;
    add_two<<<blocks, threads>>>(dev_sum);
    add_force<<<blocks, threads>>>(dev_sum, dev_force);
    add_in_turns<<<blocks, threads>>>(dev_sum);
    if (cudaMemcpy(sum, dev_sum, sizeof sum, cudaMemcpyDeviceToHost) || cudaFree(dev_sum) || cudaFree(dev_force))
        return 1;
    printf("%g %g %g\n", sum[0], sum[1], sum[2]);
    const int count = blocks * threads;
    return sum[0] != 3 * count || sum[1] != 6 * count || sum[2] != 3 * count;
}
