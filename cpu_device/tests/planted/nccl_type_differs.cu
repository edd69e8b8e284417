// SPDX-License-Identifier: MIT
// nccl_type_differs.cu: one rank adds up floats, and the other the same bytes as integers.
//
// Needs 2 devices.
// CPU exits 3
// CPU finds wrong-collective
// CPU says ncclAllReduce() at nccl_type_differs.cu:{call}
// CPU says Rank 1 has elements of type ncclInt32, and rank 0 has elements of type ncclFloat32

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
        const ncclDataType_t type = ncclFloat;
#else
        const ncclDataType_t type = rank == 0 ? ncclFloat : ncclInt;
#endif
        ncclAllReduce(data[rank], data[rank], n, type, ncclSum, comms[rank], streams[rank]); // {call}
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
