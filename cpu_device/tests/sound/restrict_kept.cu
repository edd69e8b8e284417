// SPDX-License-Identifier: MIT
// restrict_kept.cu: kernels with __restrict__ that keep the promise: one array for two pointers, and nothing is stored
// there; parts of one array; a pointer that the launch does not use; one array in place, without __restrict__ on both,
// or where each thread loads an element before it stores it.
// Compiled with: -Wno-restrict
#include "../kernel_run.h"

const int n = 128;

__global__ void add(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ sums)
{
    int i = threadIdx.x;
    sums[i] = a[i] + b[i];
}

__global__ void twice(const int *__restrict__ in, int *__restrict__ out)
{
    int i = threadIdx.x;
    out[i] = 2 * in[i];
}

__global__ void fill(const int *__restrict__ values, int *__restrict__ out, bool has_values)
{
    int i = threadIdx.x;
    out[i] = has_values ? values[i] : i;
}

__global__ void halve(const int *in, int *__restrict__ out)
{
    int i = threadIdx.x;
    out[i] = in[i] / 2;
}

int main()
{
    device_array<int> a(2 * n), sums(n);
    fill<<<1, n>>>(a, a, false);
    add<<<1, n>>>(a, a, sums);
    twice<<<1, n>>>(a, a + n);
    twice<<<1, n / 2>>>(a, a + n / 2);
    halve<<<1, n>>>(a, a);
    twice<<<1, n>>>(a, a);
    halve<<<1, n>>>(a, a);
    if (finish(a) != 0)
        return 1;
    int last;
    HANDLE_ERROR(cudaMemcpy(&last, sums + n - 1, sizeof last, cudaMemcpyDeviceToHost));
    return a.on_host[2 * n - 1] != 2 * (n - 1) || last != 2 * (n - 1);
}
