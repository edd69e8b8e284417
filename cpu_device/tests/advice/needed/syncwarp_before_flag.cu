// SPDX-License-Identifier: MIT
// syncwarp_before_flag.cu: lane 0 tells the next warp, by a flag, what all lanes have stored.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 32;

__global__ void pass(int *data)
{
    __shared__ int turn, cells[n];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (threadIdx.x == 0)
        turn = 0;
    __syncthreads();
    if (lane == 0) {
        while (atomicAdd(&turn, 0) != warp) {
        }
        __threadfence_block();
    }
    __syncwarp();
    cells[lane] = warp == 0 ? lane : 2 * cells[lane];
    __syncwarp();
    if (lane == 0) {
        __threadfence_block();
        atomicExch(&turn, warp + 1);
    }
    if (warp == 3)
        data[lane] = cells[lane];
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    pass<<<1, 4 * 32>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == 8 * i;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
