// SPDX-License-Identifier: MIT
// nccl_read_too_early.cu: the host reads a sum in managed memory without waiting for the all-reduce.
//
// Needs 2 devices.
// CPU exits 3
// CPU finds host-too-early
// CPU says at nccl_read_too_early.cu:{read}: byte 0 of 4 bytes from cudaMallocManaged
// CPU says ncclAllReduce() at nccl_read_too_early.cu:{call} may still be writing there

#include <nccl.h>
#include <stdio.h>

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
        cudaMallocManaged(&data[device], sizeof(float));
        *data[device] = 1;
        cudaStreamCreate(&streams[device]);
    }
    ncclGroupStart();
    for (int rank = 0; rank < 2; ++rank)
        ncclAllReduce(data[rank], data[rank], 1, ncclFloat, ncclSum, comms[rank], streams[rank]); // {call}
    ncclGroupEnd();
#ifdef FIXED
    cudaStreamSynchronize(streams[0]);
#endif
    printf("%g\n", *data[0]); // {read}
    for (int device = 0; device < 2; ++device) {
        cudaSetDevice(device);
        cudaStreamSynchronize(streams[device]);
        ncclCommDestroy(comms[device]);
        cudaStreamDestroy(streams[device]);
        cudaFree(data[device]);
    }
    return 0;
}
