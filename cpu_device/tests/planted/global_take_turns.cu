// SPDX-License-Identifier: MIT
// global_take_turns.cu: two buffers change places after each generation, but a fast thread is a generation ahead.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int cells = 70, generations = 6;

__global__ void live(unsigned char *now, unsigned char *next)
{
    int i = threadIdx.x, left = (i + cells - 1) % cells, right = (i + 1) % cells;
    for (int g = 0; g < generations; g++) {
        unsigned char value = now[left] ^ now[right]; // {read}
        next[i] = value;                              // {write}
#ifdef FIXED
        __syncthreads();
#endif
        unsigned char *other = now;
        now = next;
        next = other;
    }
}

int main()
{
    unsigned char *dev_now, *dev_next, a[cells] = {};
    a[cells / 2] = 1;
    if (cudaMalloc(&dev_now, sizeof a) != cudaSuccess || cudaMalloc(&dev_next, sizeof a) != cudaSuccess ||
        cudaMemcpy(dev_now, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemset(dev_next, 0, sizeof a) != cudaSuccess)
        return 1;
    live<<<1, cells>>>(dev_now, dev_next);
    cudaError_t error = cudaMemcpy(a, dev_now, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_now);
    cudaFree(dev_next);
    printf("%s, %d\n", cudaGetErrorString(error), a[cells / 2 + generations]);
#ifdef FIXED
    for (int i = 0; i < cells; i++) {
        int away = i - cells / 2; // of 1, 6, 15, 20, 15, 6, 1 four are odd
        if (a[i] != (away == -6 || away == -2 || away == 2 || away == 6))
            return 1;
    }
#endif
    return error != cudaSuccess;
}
