// SPDX-License-Identifier: MIT
// nccl_root_differs.cu: each rank names itself as the root of a broadcast.
//
// Needs 2 devices.
// CPU exits 3
// CPU finds wrong-collective
// CPU says ncclBroadcast() at nccl_root_differs.cu:{call}
// CPU says Rank 1 has the root 1, and rank 0 has the root 0

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
    ncclGroupStart();
    for (int rank = 0; rank < 2; ++rank) {
#ifdef FIXED
        const int root = 0;
#else
        const int root = rank;
#endif
        ncclBroadcast(data[rank], data[rank], n, ncclFloat, root, comms[rank], streams[rank]); // {call}
    }
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
