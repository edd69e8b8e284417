// SPDX-License-Identifier: MIT
// global_tree_of_sums.cu: a tree of sums in global memory climbs a level before the level below is complete.
// CPU exits 3
// CPU finds race-global: writes {add}, reads {add}
// all exits 0
#include "../kernel_run.h"

const int n = 128;

__global__ void add_up(long long *a)
{
    int t = threadIdx.x;
    for (int apart = 1; apart < n; apart *= 2) {
        int i = 2 * apart * t;
        if (i + apart < n)
            a[i] += a[i + apart]; // {add}
#ifdef FIXED
        __syncthreads();
#endif
    }
}

int main()
{
    long long a[n];
    long long right = 0;
    for (int i = 0; i < n; i++)
        right += a[i] = 12345678901LL * (i + 1);
    device_array<long long> dev_a(n, a);
    add_up<<<1, n / 2>>>(dev_a);
    return finish(dev_a) || (is_fixed && dev_a.on_host[0] != right);
}
