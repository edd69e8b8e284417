// SPDX-License-Identifier: MIT
// race_tree_in_function.cu: a tree of sums without a barrier, whose step is a device function that the kernel's loop
// calls.
// CPU exits 3
// CPU finds race-shared: writes {add}, reads {add}
// CPU says race_tree_in_function.cu:{add}, called at race_tree_in_function.cu:{call}
// CPU says put a __syncthreads() at the end of the loop's body, as in: { step(cells, stride); __syncthreads(); }
// racecheck exits 3
// racecheck prints Error: Race reported between
#include "../kernel_run.h"

const int threads = 256;

__device__ void step(float *cells, int stride)
{
    if ((int)threadIdx.x < stride)
        cells[threadIdx.x] += cells[threadIdx.x + stride]; // {add}
}

__global__ void reduce(float *out)
{
    __shared__ float cells[threads];
    cells[threadIdx.x] = 1;
    __syncthreads();
#ifdef FIXED
    for (int stride = threads / 2; stride > 0; stride /= 2) {
        step(cells, stride);
        __syncthreads();
    }
#else
    for (int stride = threads / 2; stride > 0; stride /= 2)
        step(cells, stride); // {call}
#endif
    __syncthreads();
    if (threadIdx.x == 0)
        *out = cells[0];
}

int main()
{
    device_array<float> out(1);
    reduce<<<1, threads>>>(out);
    return finish(out) || (is_fixed && !(*out.on_host == threads));
}
