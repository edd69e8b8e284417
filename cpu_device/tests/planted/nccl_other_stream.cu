// SPDX-License-Identifier: MIT
// nccl_other_stream.cu: the values are computed in one stream, and added up over the devices in another.
//
// Needs 2 devices.
// CPU exits 3
// CPU finds race-with-copy
// CPU reports 1 to 2: the all-reduce reads the buffer, and writes it
// CPU says kernel ones, launched at nccl_other_stream.cu:{launch}, writes at nccl_other_stream.cu:{store}
// CPU says ncclAllReduce() at nccl_other_stream.cu:{call}

#include <nccl.h>
#include <stdio.h>

const int n = 1024;

__global__ void ones(float *x)
{
    x[threadIdx.x] = 1; // {store}
}

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
    cudaStream_t work;
    cudaEvent_t done;
    cudaSetDevice(0);
    cudaStreamCreate(&work);
    cudaEventCreate(&done);
    ones<<<1, n, 0, work>>>(data[0]); // {launch}
    cudaEventRecord(done, work);
#ifdef FIXED
    cudaStreamWaitEvent(streams[0], done, 0);
#endif
    ncclGroupStart();
    for (int rank = 0; rank < 2; ++rank)
        ncclAllReduce(data[rank], data[rank], n, ncclFloat, ncclSum, comms[rank], streams[rank]); // {call}
    ncclGroupEnd();
    cudaStreamSynchronize(work);
    cudaEventDestroy(done);
    cudaStreamDestroy(work);
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
