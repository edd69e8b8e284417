// SPDX-License-Identifier: MIT
// streams_copies_that_wait.cu: kernels in a non-blocking stream after copies of the default stream that are over when
// their call returns: from pinned memory, to the host, of a large array; or that something has waited for: an event, a
// later copy to the host, the device. And a copy after which the host may change the array.
#include <stdio.h>
#include <stdlib.h>

const int n = 256, large = 1 << 15;

__global__ void copy(const int *in, int *out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    int page[n], *pinned, *in, *out, *large_page = (int *)calloc(large, sizeof(int)), *large_in;
    cudaStream_t stream, blocking;
    cudaEvent_t event;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess ||
        cudaStreamCreate(&blocking) != cudaSuccess || cudaEventCreate(&event) != cudaSuccess ||
        cudaMallocHost(&pinned, n * sizeof(int)) != cudaSuccess || cudaMalloc(&in, n * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&out, n * sizeof(int)) != cudaSuccess || cudaMalloc(&large_in, large * sizeof(int)) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        page[i] = pinned[i] = i;

    cudaMemcpy(in, pinned, n * sizeof(int), cudaMemcpyHostToDevice);
    copy<<<1, n, 0, stream>>>(in, out);
    cudaStreamSynchronize(stream);

    cudaMemcpy(large_in, large_page, large * sizeof(int), cudaMemcpyHostToDevice);
    copy<<<1, n, 0, stream>>>(large_in, out);
    cudaStreamSynchronize(stream);

    cudaMemcpy(in, page, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(page, in, n * sizeof(int), cudaMemcpyDeviceToHost);
    copy<<<1, n, 0, stream>>>(in, out);
    cudaStreamSynchronize(stream);

    cudaMemcpy(in, page, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaEventRecord(event, 0);
    cudaStreamWaitEvent(stream, event, 0);
    copy<<<1, n, 0, stream>>>(in, out);
    cudaStreamSynchronize(stream);

    cudaMemcpy(in, page, n * sizeof(int), cudaMemcpyHostToDevice);
    for (int i = 0; i < n; i++)
        page[i] = -1;
    copy<<<1, n, 0, blocking>>>(in, out);
    cudaDeviceSynchronize();
    copy<<<1, n, 0, stream>>>(in, out);
    cudaStreamSynchronize(stream);

    cudaMemcpy(page, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(in, page, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpyAsync(in, pinned, n * sizeof(int), cudaMemcpyHostToDevice, blocking);
    if (cudaStreamSynchronize(blocking) != cudaSuccess)
        return 1;
    copy<<<1, n, 0, stream>>>(in, out);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s, %d\n", cudaGetErrorString(error), page[n - 1]);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(blocking);
    cudaEventDestroy(event);
    cudaFreeHost(pinned);
    cudaFree(in);
    cudaFree(out);
    cudaFree(large_in);
    free(large_page);
    return error != cudaSuccess;
}
