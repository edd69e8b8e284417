// SPDX-License-Identifier: MIT
// plain_waits.cu: threads that spin on plain variables let others run after a while, on one core, too: a wait for ever
// is reported, and a flag without an order between the blocks is a race. By atomics, neither is.
// ever exits 3
// ever says Error: deadlock in a kernel
// ever says spin at plain_waits.cu:{wait} on cache[0]
// flag exits 3
// flag says Error: race between blocks on global memory
// flag says writes at plain_waits.cu:{set}
// flag says reads at plain_waits.cu:{look}
// atomics prints no error, 42
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

const int n = 256;

__global__ void reverse(int *data)
{
    __shared__ int cache[n];
    int i = threadIdx.x;
    cache[i] = data[i];
    __syncthreads();
    while (cache[0] != -1) // {wait}
        ;
    data[i] = cache[n - 1 - i];
}

__global__ void hand_over(int *value, int *ready, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        while (*ready == 0) // {look}
            ;
        *out = atomicAdd(value, 0);
    } else {
        atomicExch(value, 42);
        __threadfence();
        *ready = 1; // {set}
    }
}

__global__ void hand_over_by_atomics(int *value, int *ready, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        while (atomicAdd(ready, 0) == 0)
            ;
        __threadfence();
        *out = *value;
    } else {
        *value = 42;
        __threadfence();
        atomicExch(ready, 1);
    }
}

int main(int, char **argv)
{
    if (getenv("CPU_DEVICE_CORES") == nullptr || strcmp(getenv("CPU_DEVICE_CORES"), "1") != 0) {
        setenv("CPU_DEVICE_CORES", "1", 1); // the device has read them before main() begins
        setenv("CPU_DEVICE_CHECKS", "fatal", 1);
        execv("/proc/self/exe", argv);
        return 1;
    }
    int *dev, values[n] = {};
    if (cudaMalloc(&dev, sizeof values) || cudaMemset(dev, 0, sizeof values))
        return 1;
    if (strcmp(argv[1], "ever") == 0)
        reverse<<<1, n>>>(dev);
    else if (strcmp(argv[1], "flag") == 0)
        hand_over<<<2, 32>>>(dev, dev + 1, dev + 2);
    else
        hand_over_by_atomics<<<2, 32>>>(dev, dev + 1, dev + 2);
    cudaError_t error = cudaMemcpy(values, dev, sizeof values, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%s, %d\n", cudaGetErrorString(error), values[2]);
    return error != cudaSuccess;
}
