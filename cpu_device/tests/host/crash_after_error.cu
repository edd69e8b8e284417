// SPDX-License-Identifier: MIT
// crash_after_error.cu: after a kernel's error cudaMallocManaged() fails, and the host uses its pointer all the same.
// What was found is summed up before the program dies.
#include <stdio.h>

#include <cuda_runtime.h>

__global__ void store(int *to)
{
    *to = 1;
}

int main()
{
    int *volatile managed = nullptr;
    store<<<1, 1>>>(nullptr);
    cudaDeviceSynchronize();
    cudaMallocManaged((void **)&managed, sizeof *managed);
    printf("%d\n", *managed);
    return 0;
}
