// SPDX-License-Identifier: MIT
// blocks_read_then_flag.cu: block 0 reads a value and then sets a flag; block 1 waits for the flag and then overwrites
// the value. Both lack their fence.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// CPU says Line {set} sets a flag, and line {wait} waits for it, but neither orders any other access: put a __threadfence() between line {read} and line {set}, and another between the wait and line {write}
// all exits 0
#include <stdio.h>

__global__ void take_over(int *data, int *out, int *flag)
{
    if (blockIdx.x == 0) {
        *out = *data; // {read}
#ifdef FIXED
        __threadfence();
#endif
        atomicExch(flag, 1); // {set}
    } else {
        while (atomicAdd(flag, 0) == 0) // {wait}
            __nanosleep(50);
#ifdef FIXED
        __threadfence();
#endif
        *data = 2; // {write}
    }
}

int main()
{
    int *dev_data, out = 0, one = 1;
    if (cudaMalloc(&dev_data, 3 * sizeof(int)) != cudaSuccess ||
        cudaMemset(dev_data, 0, 3 * sizeof(int)) != cudaSuccess ||
        cudaMemcpy(dev_data, &one, sizeof one, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    take_over<<<2, 1>>>(dev_data, dev_data + 1, dev_data + 2);
    cudaError_t error = cudaMemcpy(&out, dev_data + 1, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_data);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    return out != 1;
#endif
    return error != cudaSuccess;
}
