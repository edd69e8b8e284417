// SPDX-License-Identifier: MIT
// race_ptx.cu: PTX in asm statements stores to shared memory and loads a neighbour's word, with no barrier between.
// CPU exits 3
// CPU finds race-shared: writes {store}, reads {load}
// CPU says kernel rotate, block (0,0,0), ring
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <stdio.h>

constexpr int threads = 64;

__global__ void rotate(unsigned *out)
{
    __shared__ unsigned ring[threads];
    unsigned begin = (unsigned)__cvta_generic_to_shared(ring), value;
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(begin + 4 * threadIdx.x), "r"(7 * threadIdx.x) : "memory"); // {store}
#ifdef FIXED
    asm volatile("bar.sync 0;" ::: "memory");
#endif
    unsigned next = begin + 4 * ((threadIdx.x + 1) % threads);
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(next) : "memory"); // {load}
    out[threadIdx.x] = value;
}

int main()
{
    unsigned *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    rotate<<<1, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %u\n", cudaGetErrorString(error), out[threads - 1]);
#ifdef FIXED
    for (unsigned i = 0; i < threads; i++)
        if (out[i] != 7 * ((i + 1) % threads))
            return 1;
#endif
    return error != cudaSuccess;
}
