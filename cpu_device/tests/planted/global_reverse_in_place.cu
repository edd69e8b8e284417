// SPDX-License-Identifier: MIT
// global_reverse_in_place.cu: an array is reversed by swaps, and both threads of each pair do the swap.
// CPU exits 3
// CPU finds race-global: writes {store}, reads {look}
// all exits 0
#include "../kernel_run.h"

const int n = 64;

__global__ void reverse(long long *a)
{
    int i = threadIdx.x, j = n - 1 - i;
#ifdef FIXED
    if (i >= j)
        return;
#endif
    long long mine = a[i];
    long long other = a[j]; // {look}
    a[i] = other;           // {store}
    a[j] = mine;
}

int main()
{
    device_array<long long> a(n, [](int i) { return 1000000007LL * i; });
    reverse<<<1, n>>>(a);
    return check_fixed(a, [](int i) { return 1000000007LL * (n - 1 - i); });
}
