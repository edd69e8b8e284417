// SPDX-License-Identifier: MIT
// ptx_copy_barrier_early.cu: the same mistake in PTX: the wait for cp.async comes after the barrier.
// CPU exits 3
// CPU finds race-shared: writes {copy}, reads {read}
// CPU says writes by an asynchronous copy at
// CPU says The barrier at line {barrier} comes before the wait at line {wait}
#include <stdio.h>

const int n = 32;

__global__ void twice(const int *in, int *out)
{
    __shared__ int a[n];
    int t = threadIdx.x;
    if (t < n) {
        unsigned to = (unsigned)__cvta_generic_to_shared(&a[t]);
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + t) : "memory"); // {copy}
    }
#if !defined FIXED || defined ADVISED
    __syncthreads();                                 // {barrier}
    asm volatile("cp.async.wait_all;" ::: "memory"); // {wait}
#else
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
#endif
    out[t] = a[t % n]; // {read}
}

int main()
{
    int in[n], out[2 * n], *dev_in, *dev_out;
    for (int i = 0; i < n; i++)
        in[i] = i + 1;
    if (cudaMalloc(&dev_in, sizeof in) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    twice<<<1, 2 * n>>>(dev_in, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_in);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#if defined FIXED || defined ADVISED
    for (int i = 0; i < 2 * n; i++)
        if (out[i] != i % n + 1)
            return 1;
#endif
    return error != cudaSuccess;
}
