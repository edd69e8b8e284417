// SPDX-License-Identifier: MIT
// barriers_in_all_sizes.cu: barriers in blocks of many shapes, with and without what makes threads run in another order
// between them: atomics, __syncwarp(), sleep, shuffles, and threads that end early.
// CPU prints 0 wrong
#include <stdio.h>

#include "../handle_error.h"

const int blocks = 3, rounds = 5, modes = 32, most = 1024;

__global__ void shift(int *out, int mode)
{
    __shared__ int s[most], counter;
    int n = blockDim.x * blockDim.y * blockDim.z;
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    if (t == 0)
        counter = 0;
    __syncthreads();
    s[t] = t;
    if (mode & 1)
        atomicAdd(&counter, 1);
    if (mode & 2)
        __syncwarp();
    if (mode & 4)
        __nanosleep(10);
    int thirds = __syncthreads_count(t % 3 == 0);
    int v = s[(t + 1) % n];
    for (int i = 0; i < rounds; i++) {
        __syncthreads(); // all have read
        s[t] = v + i;
        __syncthreads(); // all have written
        v = s[(t + 7) % n];
    }
    if ((mode & 8) && t % 5 == 1)
        return;
    if (mode & 16) {
        unsigned active = __activemask();
        v += __shfl_sync(active, 1, __ffs(active) - 1) - 1;
    }
    out[blockIdx.x * n + t] = v + thirds + counter;
}

int main()
{
    const dim3 shapes[] = {dim3(1), dim3(31), dim3(32), dim3(33), dim3(7, 3), dim3(10, 10, 3), dim3(most)};
    static int out[blocks * most];
    int *dev_out, wrong = 0;
    HANDLE_ERROR(cudaMalloc(&dev_out, sizeof out));
    for (dim3 shape : shapes)
        for (int mode = 0; mode < modes; mode++) {
            int n = shape.x * shape.y * shape.z;
            HANDLE_ERROR(cudaMemset(dev_out, 0, sizeof out));
            shift<<<blocks, shape>>>(dev_out, mode);
            HANDLE_ERROR(cudaGetLastError());
            HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
            for (int i = 0; i < blocks * n; i++) {
                int t = i % n;
                int expected = (t + 1 + 7 * rounds) % n + rounds * (rounds - 1) / 2 + (n + 2) / 3 + (mode & 1) * n;
                if ((mode & 8) && t % 5 == 1)
                    expected = 0;
                wrong += out[i] != expected;
            }
        }
    HANDLE_ERROR(cudaFree(dev_out));
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
