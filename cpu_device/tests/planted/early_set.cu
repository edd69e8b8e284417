// SPDX-License-Identifier: MIT
// early_set.cu: managed memory is cleared in a stream, and the host adds to it at once.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_set.cu:{write}:
// CPU says cudaMemsetAsync() at early_set.cu:{set} may still be writing there.
// all exits 0
#include <stdio.h>

int main()
{
    int *counts, sum = 0;
    cudaStream_t stream;
    if (cudaMallocManaged(&counts, 16 * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess)
        return 1;
    cudaMemsetAsync(counts, 0, 16 * sizeof(int), stream); // {set}
#ifdef FIXED
    cudaStreamSynchronize(stream);
#endif
    for (int i = 0; i < 16; i++)
        counts[i] = i; // {write}
    cudaError_t error = cudaDeviceSynchronize();
    for (int i = 0; i < 16; i++)
        sum += counts[i];
    cudaStreamDestroy(stream);
    cudaFree(counts);
    printf("%s\n", sum == 120 ? "120" : "less");
#ifdef FIXED
    if (sum != 120)
        return 1;
#endif
    return error != cudaSuccess;
}
