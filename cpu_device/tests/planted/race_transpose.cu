// SPDX-License-Identifier: MIT
// race_transpose.cu: a tile is read by columns before its rows are complete.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel transpose, block (0,0,0), tile
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_transpose.cu:{write}
#include <stdio.h>

const int side = 16;

__global__ void transpose(int *out)
{
    __shared__ int tile[side][side + 1];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = 100 * y + x; // {write}
#ifdef FIXED
    __syncthreads();
#endif
    out[y * side + x] = tile[x][y]; // {read}
}

int main()
{
    int *dev_out, out[side * side] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    transpose<<<1, dim3(side, side)>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[1]);
#ifdef FIXED
    for (int i = 0; i < side * side; i++)
        if (out[i] != i % side * 100 + i / side)
            return 1;
#endif
    return error != cudaSuccess;
}
