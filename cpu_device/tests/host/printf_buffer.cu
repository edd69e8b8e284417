// SPDX-License-Identifier: MIT
// printf_buffer.cu: what one launch prints goes to a buffer of 1 MB, which drops the oldest. What earlier launches have
// printed is not dropped.
// CPU exits 0
// CPU says Warning: 34464 lines that kernels printed are lost
// CPU says The buffer for what a launch prints holds 1024 KB
// CPU prints early 0
// CPU prints early 59999
// CPU prints late 34464
// CPU prints late 99999
// larger exits 0
// larger prints late 0
// larger prints late 99999
#include <stdio.h>

__global__ void print(int n, bool late)
{
    for (int i = 0; i < n; ++i)
        printf(late ? "late %d %s\n" : "early %d %s\n", i, "");
}

int main(int argc, char **)
{
    if (argc > 1 && cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20) != cudaSuccess)
        return 1;
    print<<<1, 1>>>(60000, false);
    print<<<1, 1>>>(100000, true);
    return cudaDeviceSynchronize() != cudaSuccess;
}
