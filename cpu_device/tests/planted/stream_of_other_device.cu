// SPDX-License-Identifier: MIT
// stream_of_other_device.cu: a launch into a stream of a device that is not the current one.
// CUDA says that it fails; CUDA 13.0 on an H200 runs the kernel on the device of the stream.
//
// Needs 2 devices.
// CPU exits 3
// CPU finds unchecked-launch
// CPU says kernel count at stream_of_other_device.cu:{launched}: its stream is of device 1
// CPU says , and the current device is 0: call cudaSetDevice(1) before the launch (cudaErrorInvalidResourceHandle)
// all exits 0

__global__ void count(int *data)
{
    data[threadIdx.x] = threadIdx.x;
}

int main(void)
{
    int devices = 0;
    cudaGetDeviceCount(&devices);
    if (devices < 2)
        return 77;
    int *data;
    cudaStream_t stream;
    cudaSetDevice(1);
    cudaMalloc(&data, 32 * sizeof *data);
    cudaStreamCreate(&stream);
#ifndef FIXED
    cudaSetDevice(0);
#endif
    count<<<1, 32, 0, stream>>>(data); // {launched}
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(data);
    return 0;
}
