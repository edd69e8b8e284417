// SPDX-License-Identifier: MIT
// pool_free_in_time.cu: cudaFree() of memory from cudaMallocAsync() once all that uses it is over, by each kind of
// wait; of memory that only another stream's kernel does not use; and in a stream. And cudaFree() of other memory,
// which waits.
#include <stdio.h>

const int threads = 128, size = threads * sizeof(int);

__global__ void fill(int *values, int with)
{
    values[threadIdx.x] = with;
}

int main()
{
    cudaStream_t stream, other;
    cudaEvent_t event;
    int *values, *mine, *host;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) || cudaStreamCreate(&other) ||
        cudaEventCreate(&event) || cudaMallocHost(&host, size))
        return 1;
    for (int way = 0; way < 8; way++) {
        if (cudaMallocAsync(&values, size, stream))
            return 1;
        fill<<<1, threads, 0, stream>>>(values, way);
        switch (way) {
        case 0: cudaStreamSynchronize(stream); break;
        case 1: cudaDeviceSynchronize(); break;
        case 2:
            cudaEventRecord(event, stream);
            cudaEventSynchronize(event);
            break;
        case 3:
            while (cudaStreamQuery(stream) == cudaErrorNotReady)
                ;
            break;
        case 4:
            cudaMemcpyAsync(host, values, size, cudaMemcpyDeviceToHost, stream);
            cudaStreamSynchronize(stream);
            break;
        case 5: // another stream waits for this one, and the host for it
            cudaEventRecord(event, stream);
            cudaStreamWaitEvent(other, event);
            cudaStreamSynchronize(other);
            break;
        case 6: // this cudaFree() waits for all work
            if (cudaMalloc(&mine, size) || cudaFree(mine))
                return 1;
            break;
        case 7: // the memory is not the one that the kernel of another stream uses
            cudaStreamSynchronize(stream);
            if (cudaMalloc(&mine, size))
                return 1;
            fill<<<1, threads, 0, other>>>(mine, way);
        }
        if (cudaFree(values))
            return 1;
    }
    if (cudaFree(mine)) // while the kernel may run: it waits
        return 1;
    if (cudaMallocAsync(&values, size, stream))
        return 1;
    fill<<<1, threads, 0, stream>>>(values, 1);
    cudaFreeAsync(values, stream);
    // The pool may hand on the memory that the kernel uses, and cudaFree() does not wait: on an H200 the kernel's
    // access fails without the next line.
    if (cudaMallocAsync(&values, size, stream) || cudaStreamSynchronize(stream) || cudaFree(values))
        return 1;
    cudaFreeHost(host);
    cudaEventDestroy(event);
    cudaStreamDestroy(other);
    return cudaStreamDestroy(stream) != cudaSuccess;
}
