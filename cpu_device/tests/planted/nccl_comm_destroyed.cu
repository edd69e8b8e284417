// SPDX-License-Identifier: MIT
// nccl_comm_destroyed.cu: a communicator is destroyed after the first step, and used in the second.
//
// Needs 2 devices.
// CPU exits 3
// CPU finds wrong-collective
// CPU says ncclAllReduce() at nccl_comm_destroyed.cu:{call}
// CPU says The communicator was destroyed before this call.

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
    for (int step = 0; step < 2; ++step) {
        ncclGroupStart();
        for (int rank = 0; rank < 2; ++rank)
            ncclAllReduce(data[rank], data[rank], n, ncclFloat, ncclSum, comms[rank], streams[rank]); // {call}
        ncclGroupEnd();
#ifndef FIXED
        for (int rank = 0; rank < 2 && step == 0; ++rank)
            ncclCommDestroy(comms[rank]);
#endif
    }
    float sum = -1;
    for (int device = 0; device < 2; ++device) {
        cudaSetDevice(device);
        cudaStreamSynchronize(streams[device]);
        cudaMemcpy(&sum, data[device] + n - 1, sizeof sum, cudaMemcpyDeviceToHost);
        printf("%g\n", sum);
#ifdef FIXED
        ncclCommDestroy(comms[device]);
#endif
        cudaStreamDestroy(streams[device]);
        cudaFree(data[device]);
    }
    return 0;
}
