// SPDX-License-Identifier: MIT
// nccl_buffer_of_other_device.cu: the buffers are allocated before cudaSetDevice() is called, so both lie on device 0.
//
// Needs 2 devices.
// CPU exits 3
// CPU finds wrong-collective
// CPU says ncclAllReduce() at nccl_buffer_of_other_device.cu:{call}
// CPU says sendbuff is memory of device 0, which was current when it was allocated, and the communicator is of device 1

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
#ifdef FIXED
        cudaSetDevice(device);
#else
        cudaSetDevice(0);
#endif
        cudaMalloc(&data[device], n * sizeof(float));
        cudaMemset(data[device], 0, n * sizeof(float));
        cudaDeviceSynchronize();
        cudaSetDevice(device);
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
