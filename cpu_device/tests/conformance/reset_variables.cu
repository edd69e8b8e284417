// SPDX-License-Identifier: MIT
// reset_variables.cu: cudaDeviceReset gives __device__, __constant__ and __managed__ variables their first values back.

#include <stdio.h>

#include "../handle_error.h"

struct point {
    int x = 3, y = 4;
};

__device__ int count = 5;
static __device__ float table[4] = {1, 2, 3}, *pointer = &table[1];
__constant__ double factor = 0.5;
__managed__ int managed[2] = {7, 8};
namespace inner
{
__device__ point place;
__device__ unsigned zeros[1000], more = 9;
} // namespace inner
__device__ const int constant = 10;
static int of_the_host = 11;

__global__ void change()
{
    ++count;
    table[3] = 4;
    ++*pointer;
    ++pointer;
    ++managed[0];
    inner::place.y = 40;
    inner::zeros[threadIdx.x] = 1;
    --inner::more;
}

__global__ void look()
{
    printf("count %d, table %g %g %g %g, pointer to %d, factor %g\n", count, table[0], table[1], table[2], table[3],
           (int)(pointer - table), factor);
    printf("managed %d %d, place %d %d, zeros %u, more %u, constant %d\n", managed[0], managed[1], inner::place.x,
           inner::place.y, inner::zeros[0], inner::more, constant);
}

static void run()
{
    look<<<1, 1>>>();
    HANDLE_ERROR(cudaGetLastError());
    change<<<1, 1>>>();
    HANDLE_ERROR(cudaGetLastError());
    const double quarter = 0.25;
    HANDLE_ERROR(cudaMemcpyToSymbol(factor, &quarter, sizeof quarter));
    look<<<1, 1>>>();
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
}

int main(void)
{
    run();
    ++of_the_host;
    HANDLE_ERROR(cudaDeviceReset());
    run();
    printf("of the host: %d\n", of_the_host);
    HANDLE_ERROR(cudaDeviceReset());
    return 0;
}
