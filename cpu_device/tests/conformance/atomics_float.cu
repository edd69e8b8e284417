// SPDX-License-Identifier: MIT
// atomics_float.cu: atomicAdd and atomicExch on float and double; the sums are exact, so that no order shows.

#include <stdio.h>

#include "../handle_error.h"

__global__ void add(float *floats, double *doubles)
{
    __shared__ float shared_float;
    __shared__ double shared_double;
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (threadIdx.x == 0) {
        shared_float = 0;
        shared_double = 0;
    }
    __syncthreads();
    atomicAdd(&shared_float, 0.25f * threadIdx.x);
    atomicAdd(&shared_double, 0.125 * threadIdx.x);
    atomicAdd(&floats[0], 0.5f * (i % 64));
    atomicAdd(&floats[1], i % 2 ? -1.0f : 2.0f);
    atomicAdd(&doubles[0], 1048576.0 * i + 0.0009765625);
    atomicAdd_system(&doubles[1], -(double)i);
    atomicAdd_block(&floats[4 + blockIdx.x], 3.0f);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&floats[2], shared_float);
        atomicAdd(&doubles[2], shared_double);
    }
}

__global__ void old_values(float *number, float *out)
{
    if (threadIdx.x == 0) {
        out[0] = atomicAdd(number, 2.5f);
        out[1] = atomicAdd(number, -10.0f);
        out[2] = atomicExch(number, 7.75f);
        out[3] = *number;
    }
}

int main(void)
{
    const int blocks = 4, threads = 256;
    float floats[8], *dev_floats;
    double doubles[3], *dev_doubles;
    HANDLE_ERROR(cudaMalloc((void **)&dev_floats, sizeof floats));
    HANDLE_ERROR(cudaMalloc((void **)&dev_doubles, sizeof doubles));
    HANDLE_ERROR(cudaMemset(dev_floats, 0, sizeof floats));
    HANDLE_ERROR(cudaMemset(dev_doubles, 0, sizeof doubles));
    add<<<blocks, threads>>>(dev_floats, dev_doubles);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(floats, dev_floats, sizeof floats, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(doubles, dev_doubles, sizeof doubles, cudaMemcpyDeviceToHost));
    printf("float: %.9g %.9g %.9g\n", floats[0], floats[1], floats[2]);
    printf("double: %.17g %.17g %.17g\n", doubles[0], doubles[1], doubles[2]);
    printf("a block's own: %g %g %g %g\n", floats[4], floats[5], floats[6], floats[7]);

    old_values<<<1, 32>>>(dev_floats, dev_floats + 4);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(floats, dev_floats, sizeof floats, cudaMemcpyDeviceToHost));
    printf("old values: %g %g %g, and then %g\n", floats[4], floats[5], floats[6], floats[7]);
    HANDLE_ERROR(cudaFree(dev_floats));
    HANDLE_ERROR(cudaFree(dev_doubles));
    return 0;
}
