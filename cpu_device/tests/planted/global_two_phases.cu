// SPDX-License-Identifier: MIT
// global_two_phases.cu: rows first, then columns, through a scratch buffer; nothing stands between the two phases.
// CPU exits 3
// CPU finds race-global: writes {rows}, reads {columns}
// all exits 0
#include <stdio.h>

const int width = 12, height = 10;

// Sums over three neighbours in a row, and then three such sums in a column: each block has a picture of its own.
__global__ void box_sums(const int *pictures, int *scratch, int *out)
{
    int x = threadIdx.x, y = threadIdx.y, at = (blockIdx.x * height + y) * width + x;
    int row = pictures[at];
    if (x > 0)
        row += pictures[at - 1];
    if (x < width - 1)
        row += pictures[at + 1];
    scratch[at] = row; // {rows}
#ifdef FIXED
    __syncthreads();
#endif
    for (int dy = -1; dy <= 1; dy++)
        if (y + dy >= 0 && y + dy < height)
            out[at] += scratch[at + dy * width]; // {columns}
}

int main()
{
    const int blocks = 3, n = blocks * height * width;
    int *dev_pictures, *dev_scratch, *dev_out, a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    if (cudaMalloc(&dev_pictures, sizeof a) != cudaSuccess || cudaMalloc(&dev_scratch, sizeof a) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof a) != cudaSuccess || cudaMemset(dev_scratch, 0, sizeof a) != cudaSuccess ||
        cudaMemset(dev_out, 0, sizeof a) != cudaSuccess ||
        cudaMemcpy(dev_pictures, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    box_sums<<<blocks, dim3(width, height)>>>(dev_pictures, dev_scratch, dev_out);
    cudaError_t error = cudaMemcpy(a, dev_out, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_pictures);
    cudaFree(dev_scratch);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), a[width + 1]);
#ifdef FIXED
    for (int y = 1; y < height - 1; y++)
        for (int x = 1; x < width - 1; x++)
            if (a[y * width + x] != 9 * (y * width + x))
                return 1;
#endif
    return error != cudaSuccess;
}
