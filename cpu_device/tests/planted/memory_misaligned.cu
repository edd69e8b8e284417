// SPDX-License-Identifier: MIT
// memory_misaligned.cu: packed records of five bytes, whose integers no GPU can load in one piece.
// CPU exits 1
// CPU finds misaligned-address: at {read}
// CPU says kernel load, block (0,0,0)
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 4 bytes
// memcheck prints in memory_misaligned.cu:{read}
#include <string.h>

#include "../kernel_run.h"

const int n = 32, record = 5;

__global__ void load(const char *records, int *out)
{
    const char *number = records + threadIdx.x * record + 1; // after a letter
    int value;
#ifndef FIXED
    value = *(const int *)number; // {read}
#else
    memcpy(&value, number, sizeof value);
#endif
    out[threadIdx.x] = value;
}

int main()
{
    char records[n * record];
    for (int i = 0; i < n; i++) {
        records[i * record] = 'x';
        memcpy(&records[i * record + 1], &i, sizeof i);
    }
    device_array<char> dev_records(n * record, records);
    device_array<int> out(n);
    load<<<1, n>>>(dev_records, out);
    return check_fixed(out, [](int i) { return i; });
}
