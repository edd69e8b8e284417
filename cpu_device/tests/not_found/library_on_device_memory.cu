// SPDX-License-Identifier: MIT
// library_on_device_memory.cu: the host sorts device memory by a function of the C library, which was compiled without
// the checks.
// CPU exits 0
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *, const void *)
{
    return 0;
}

int main()
{
    int *dev_a;
    if (cudaMalloc(&dev_a, 100 * sizeof(int)) || cudaMemset(dev_a, 0, 100 * sizeof(int)))
        return 1;
    qsort(dev_a, 100, sizeof(int), compare);
    return cudaFree(dev_a);
}
