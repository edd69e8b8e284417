// SPDX-License-Identifier: MIT
// curand_too_early.cu: the host reads random numbers in managed memory, and cuRAND has only been called.
// CPU exits 3
// CPU finds host-too-early
// CPU says at curand_too_early.cu:{read}: byte 0 of 400 bytes from cudaMallocManaged
// CPU says curandGenerateUniform() at curand_too_early.cu:{generate} may still be writing there
// all exits 0
#include <curand.h>
#include <stdio.h>

const int n = 100;

int main()
{
    curandGenerator_t generator;
    float *numbers;
    if (cudaMallocManaged(&numbers, n * sizeof *numbers) != cudaSuccess ||
        curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10) != CURAND_STATUS_SUCCESS ||
        curandGenerateUniform(generator, numbers, n) != CURAND_STATUS_SUCCESS) // {generate}
        return 1;
#ifdef FIXED
    cudaStreamSynchronize(0);
#endif
    float first = numbers[0]; // {read}
    printf("%d\n", first >= 0);
    curandDestroyGenerator(generator);
    cudaFree(numbers);
#ifdef FIXED
    if (!(first > 0 && first <= 1))
        return 1;
#endif
    return 0;
}
