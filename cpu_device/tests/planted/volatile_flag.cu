// SPDX-License-Identifier: MIT
// volatile_flag.cu: a value and its flag are both volatile, but may become visible in the other order.
// CPU exits 3
// CPU finds volatile-without-fence: writes {write}, reads {read}
// CPU says variable value
// all exits 0
#include <stdio.h>

__device__ volatile float value;
__device__ volatile bool ready;

__global__ void hand_over(float *out)
{
    if (blockIdx.x == 0) {
        value = 6.5f; // {write}
#ifdef FIXED
        __threadfence();
#endif
        ready = true;
    } else {
        int rounds = 0;
        while (!ready && ++rounds < 1000000)
            __nanosleep(50);
        __threadfence();
        if (rounds < 1000000)
            *out = value; // {read}
    }
}

int main()
{
    float *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMemset(dev_out, 0, sizeof out) != cudaSuccess)
        return 1;
    hand_over<<<2, 1>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 6.5f)
        return 1;
#endif
    return error != cudaSuccess;
}
