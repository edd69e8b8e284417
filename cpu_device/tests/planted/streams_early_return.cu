// SPDX-License-Identifier: MIT
// streams_early_return.cu: numbers come to the device by cudaMemcpy() from an ordinary array, and a kernel in a
// non-blocking stream doubles them. The call may return when it has taken the numbers, before they are on the device.
// CPU exits 3
// CPU finds race-with-copy
// CPU says cudaMemcpy() at streams_early_return.cu:{copy} writes
// CPU says kernel twice, launched at streams_early_return.cu:{launch}
// CPU says call cudaStreamSynchronize(0) after the copy
// all exits 0
#include <stdio.h>

const int n = 256;

__global__ void twice(const int *in, int *out)
{
    out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main()
{
    int numbers[n], *in, *out;
    for (int i = 0; i < n; i++)
        numbers[i] = i;
    cudaStream_t stream;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess ||
        cudaMalloc(&in, sizeof numbers) != cudaSuccess || cudaMalloc(&out, sizeof numbers) != cudaSuccess)
        return 1;
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice); // {copy}
#ifdef FIXED
    cudaStreamSynchronize(0);
#endif
    twice<<<1, n, 0, stream>>>(in, out); // {launch}
    cudaStreamSynchronize(stream);
    cudaError_t error = cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
    cudaStreamDestroy(stream);
    cudaFree(in);
    cudaFree(out);
    printf("%s, %d\n", cudaGetErrorString(error), numbers[n - 1]);
    return error != cudaSuccess;
}
