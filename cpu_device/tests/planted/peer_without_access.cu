// SPDX-License-Identifier: MIT
// peer_without_access.cu: a kernel uses the memory of another device, to which its own was given no access.
//
// Needs 2 devices.
// CPU exits 3
// CPU finds illegal-address
// CPU says kernel scale, block (0,0,0), thread (0,0,0), at peer_without_access.cu:{read}
// CPU says byte 0 of 128 bytes from cudaMalloc at peer_without_access.cu:{made}
// CPU says It is memory of device 0, and the kernel runs on device 1
// CPU says : call cudaDeviceEnablePeerAccess(0, 0) while device 1 is the current one.
// CPU says The launch at peer_without_access.cu:{launched} fails: cudaErrorIllegalAddress
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 4 bytes

__global__ void scale(float *out, const float *in)
{
    out[threadIdx.x] = 2 * in[threadIdx.x]; // {read}
}

int main(void)
{
    int devices = 0;
    cudaGetDeviceCount(&devices);
    if (devices < 2)
        return 77;
    float *dev[2];
    for (int device = 0; device < 2; ++device) {
        cudaSetDevice(device);
        cudaMalloc(&dev[device], 32 * sizeof(float)); // {made}
        cudaMemset(dev[device], 0, 32 * sizeof(float));
        cudaDeviceSynchronize();
    }
#ifdef FIXED
    cudaDeviceEnablePeerAccess(0, 0);
#endif
    scale<<<1, 32>>>(dev[1], dev[0]); // {launched}
    cudaDeviceSynchronize();
    cudaFree(dev[0]);
    cudaFree(dev[1]);
    return 0;
}
