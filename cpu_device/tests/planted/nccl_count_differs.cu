// SPDX-License-Identifier: MIT
// nccl_count_differs.cu: each rank of an all-reduce passes the number of its own elements, and these numbers
// differ.
//
// Needs 2 devices.
// CPU exits 3
// CPU finds wrong-collective
// CPU says ncclAllReduce() at nccl_count_differs.cu:{call}
// CPU says Rank 1 has a count of 1023, and rank 0 has a count of 1024 at nccl_count_differs.cu:{call}.

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
        const size_t count = n;
#else
        const size_t count = n - rank;
#endif
        ncclAllReduce(data[rank], data[rank], count, ncclFloat, ncclSum, comms[rank], streams[rank]); // {call}
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
