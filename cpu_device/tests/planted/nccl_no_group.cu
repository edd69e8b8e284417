// SPDX-License-Identifier: MIT
// nccl_no_group.cu: one thread calls for one rank after the other, without a group: the first call may wait for the
// second.
//
// Needs 2 devices.
// CPU exits 3
// CPU finds wrong-collective
// CPU says ncclAllReduce() at nccl_no_group.cu:{call}
// CPU says Rank 0 waits for rank 1, which has not called, and there is no other thread that could.

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
#ifdef FIXED
    ncclGroupStart();
#endif
    for (int rank = 0; rank < 2; ++rank)
        ncclAllReduce(data[rank], data[rank], n, ncclFloat, ncclSum, comms[rank], streams[rank]); // {call}
#ifdef FIXED
    ncclGroupEnd();
#endif
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
