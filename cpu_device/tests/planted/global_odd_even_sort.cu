// SPDX-License-Identifier: MIT
// global_odd_even_sort.cu: pairs are put in order, then the pairs between them; the rounds do not wait for one another.
// CPU exits 3
// CPU finds race-global: writes {swap}, reads {compare}
// all exits 0
#include "../kernel_run.h"

const int n = 48;

__global__ void sort(int *a)
{
    for (int round = 0; round < n; round++) {
        int i = 2 * threadIdx.x + round % 2;
        if (i + 1 < n && a[i] > a[i + 1]) { // {compare}
            int larger = a[i];
            a[i] = a[i + 1]; // {swap}
            a[i + 1] = larger;
        }
#ifdef FIXED
        __syncthreads();
#endif
    }
}

int main()
{
    device_array<int> a(n, [](int i) { return (n - i) * 3; });
    sort<<<1, n / 2>>>(a);
    return check_fixed(a, [](int i) { return 3 * (i + 1); });
}
