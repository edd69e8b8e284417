// SPDX-License-Identifier: MIT
// sticky_assert.cu: an assertion that fails in a kernel; its message goes to stderr, its error stays.
// Errors on purpose.

#include <assert.h>
#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

__global__ void check(int *numbers, int bound)
{
    int i = threadIdx.x;
    assert(i < bound);
    numbers[i] = i;
}

int main(void)
{
    int *dev, numbers[32];
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof numbers));
    check<<<1, 32>>>(dev, 32);
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaMemcpy(numbers, dev, sizeof numbers, cudaMemcpyDeviceToHost));
    printf("%d to %d\n", numbers[0], numbers[31]);
    fflush(stdout);

    check<<<1, 32>>>(dev, 31);
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaMemcpy(numbers, dev, sizeof numbers, cudaMemcpyDeviceToHost));
    SHOW(cudaFree(dev));
    SHOW(cudaGetLastError());
    return 0;
}
