// SPDX-License-Identifier: MIT
// race_transpose.cu: a tile is read by columns before its rows are complete.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel transpose, block (0,0,0), tile
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_transpose.cu:{write}
#include "../kernel_run.h"

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
    device_array<int> out(side * side);
    transpose<<<1, dim3(side, side)>>>(out);
    return check_fixed(out, [](int i) { return i % side * 100 + i / side; });
}
