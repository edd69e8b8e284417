// SPDX-License-Identifier: MIT
// volatile_struct.cu: blocks store points through a volatile pointer; the block that counts last may not see them all.
// CPU exits 3
// CPU finds volatile-without-fence: writes {write}
// CPU says reads at volatile_struct.cu:
// all exits 0
#include <stdio.h>

struct point {
    int x, y;
};

const int blocks = 8;

__global__ void leftmost(volatile point *points, int *count, int *out)
{
    int b = blockIdx.x;
    points[b].x = 50 - (b * 5) % 8; // {write}
#ifdef FIXED
    __threadfence();
#endif
    if (atomicSub(count, 1) == 1) {
        __threadfence();
        int least = points[0].x;
        for (int i = 1; i < blocks; i++)
            least = min(least, points[i].x); // {read}
        *out = least;
    }
}

int main()
{
    point *dev_points;
    int *dev_count, *dev_out, count = blocks, out = 0;
    if (cudaMalloc(&dev_points, blocks * sizeof(point)) != cudaSuccess ||
        cudaMemset(dev_points, 0, blocks * sizeof(point)) != cudaSuccess ||
        cudaMalloc(&dev_count, sizeof count) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemcpy(dev_count, &count, sizeof count, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    leftmost<<<blocks, 1>>>(dev_points, dev_count, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_points);
    cudaFree(dev_count);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 43)
        return 1;
#endif
    return error != cudaSuccess;
}
