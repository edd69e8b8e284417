// SPDX-License-Identifier: MIT
// named_single_look.cu: a thread stores its result, then a volatile sign that it is done, and another looks at the sign
// once, and not at the result. In shared memory a volatile store with unfenced stores before it is taken for data.
// CPU exits 3
// CPU says Error: race on shared memory
#include <stdio.h>

__global__ void look(int *out)
{
    __shared__ volatile bool done;
    if (threadIdx.x == 0)
        done = false;
    __syncthreads();
    if (threadIdx.x == 0) {
        out[0] = 1;
        done = true;
    } else if (threadIdx.x == 32) {
        out[1] = done;
    }
}

int main()
{
    int *dev_out;
    if (cudaMalloc(&dev_out, 2 * sizeof(int)))
        return 1;
    look<<<1, 64>>>(dev_out);
    return cudaDeviceSynchronize() || cudaFree(dev_out);
}
