// SPDX-License-Identifier: MIT
// nccl_stream_of_other_device.cu: both streams are created while device 0 is the current one.
//
// Needs 2 devices.
// CPU exits 3
// CPU finds wrong-collective
// CPU says ncclAllReduce() at nccl_stream_of_other_device.cu:{call}
// CPU says The stream is of device 0, which was current when it was created, and the communicator of device 1

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
        cudaDeviceSynchronize();
#ifndef FIXED
        cudaSetDevice(0);
#endif
        cudaStreamCreate(&streams[device]);
    }
    ncclGroupStart();
    for (int rank = 0; rank < 2; ++rank)
        ncclAllReduce(data[rank], data[rank], n, ncclFloat, ncclSum, comms[rank], streams[rank]); // {call}
    ncclGroupEnd();
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
