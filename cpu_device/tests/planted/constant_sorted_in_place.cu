// SPDX-License-Identifier: MIT
// constant_sorted_in_place.cu: a function sorts what it is given where it lies, and is given a constant table.
// CPU exits 3
// CPU reports 2
// CPU finds constant-written: writes {swap}
// all exits 0
#include "../kernel_run.h"

const int n = 6;

__constant__ short table[n] = {8, 3, 11, 5, 2, 9};
#ifndef FIXED
__device__ short own_table[n];
#endif

__device__ void sort(short *a)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
            short smaller = a[j];
            a[j] = a[j - 1]; // {swap}
            a[j - 1] = smaller;
        }
}

__global__ void median([[maybe_unused]] bool own, short *out)
{
#ifndef FIXED
    short *sorted = own ? own_table : table;
#else
    short sorted[n];
    for (int i = 0; i < n; i++)
        sorted[i] = table[i];
#endif
    sort(sorted);
    *out = (short)((sorted[n / 2 - 1] + sorted[n / 2]) / 2);
}

int main()
{
    device_array<short> out(1);
    median<<<1, 1>>>(false, out);
    return check_fixed(out, 6);
}
