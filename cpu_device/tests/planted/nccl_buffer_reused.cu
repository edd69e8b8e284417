// SPDX-License-Identifier: MIT
// nccl_buffer_reused.cu: a buffer is cleared in another stream, for the next step, while the all-reduce may still read
// it.
//
// Needs 2 devices.
// CPU exits 3
// CPU reports 1 to 2: the all-reduce reads the buffer, and writes it
// CPU finds race-with-copy
// CPU says ncclAllReduce() at nccl_buffer_reused.cu:{call}
// CPU says cudaMemsetAsync() at nccl_buffer_reused.cu:{clear} writes

#include <nccl.h>
#include <stdio.h>

const int n = 1024;

int main()
{
    int devices = 0;
    cudaGetDeviceCount(&devices);
    if (devices < 2)
        return 77;
    ncclComm_t comms[2];
    cudaStream_t streams[2];
    float *data[2];
    ncclCommInitAll(comms, 2, NULL);
    for (int device = 0; device < 2; ++device) {
        cudaSetDevice(device);
        cudaMalloc(&data[device], n * sizeof(float));
        cudaMemset(data[device], 0, n * sizeof(float));
        cudaStreamCreate(&streams[device]);
        cudaDeviceSynchronize();
    }
    cudaStream_t other;
    cudaSetDevice(0);
    cudaStreamCreate(&other);
    ncclGroupStart();
    for (int rank = 0; rank < 2; ++rank)
        ncclAllReduce(data[rank], data[rank], n, ncclFloat, ncclSum, comms[rank], streams[rank]); // {call}
    ncclGroupEnd();
#ifdef FIXED
    cudaStreamSynchronize(streams[0]);
#endif
    cudaMemsetAsync(data[0], 0, n * sizeof(float), other); // {clear}
    cudaStreamSynchronize(other);
    cudaStreamDestroy(other);
    float sum = -1;
    for (int device = 0; device < 2; ++device) {
        cudaSetDevice(device);
        cudaStreamSynchronize(streams[device]);
        cudaMemcpy(&sum, data[device] + n - 1, sizeof sum, cudaMemcpyDeviceToHost);
        printf("%g\n", sum);
        ncclCommDestroy(comms[device]);
        cudaStreamDestroy(streams[device]);
        cudaFree(data[device]);
    }
    return 0;
}
