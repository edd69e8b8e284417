// SPDX-License-Identifier: MIT
// volatile_last_thread.cu: within a block, too, a count passes nothing on: the last thread reads volatile notes.
// CPU exits 3
// CPU finds volatile-without-fence: writes {note}, reads {read}
// all exits 0
#include <stdio.h>

const int threads = 48;

__device__ int finished;

__global__ void collect(volatile unsigned char *notes, int *out)
{
    int t = threadIdx.x;
    notes[t] = (unsigned char)(2 * t + 1); // {note}
#ifdef FIXED
    __threadfence_block();
#endif
    if (atomicAdd(&finished, 1) == threads - 1) {
#ifdef FIXED
        __threadfence_block();
#endif
        int sum = 0;
        for (int i = 0; i < threads; i++)
            sum += notes[i]; // {read}
        *out = sum;
    }
}

int main()
{
    unsigned char *dev_notes;
    int *dev_out, out = 0;
    if (cudaMalloc(&dev_notes, threads) != cudaSuccess || cudaMemset(dev_notes, 0, threads) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    collect<<<1, threads>>>(dev_notes, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_notes);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != threads * threads)
        return 1;
#endif
    return error != cudaSuccess;
}
