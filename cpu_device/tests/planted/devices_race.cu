// SPDX-License-Identifier: MIT
// devices_race.cu: two devices work on one buffer, and no event says which comes first.
//
// Needs 2 devices.
// CPU exits 3
// CPU reports 1 to 2: the second, if it comes first, reads what is not written yet
// CPU finds race-between-launches
// CPU says data[0] (1024 bytes from cudaMalloc at devices_race.cu:{made}
// CPU says kernel fill, launched at devices_race.cu:{first}, writes at devices_race.cu:{writes}
// CPU says kernel add, launched at devices_race.cu:{second},
// all exits 0

__global__ void fill(int *data)
{
    data[threadIdx.x] = threadIdx.x; // {writes}
}

__global__ void add(int *data)
{
    data[threadIdx.x] += 1;
}

int main(void)
{
    int devices = 0;
    cudaGetDeviceCount(&devices);
    if (devices < 2)
        return 77;
    int *data;
    cudaEvent_t filled;
    cudaMalloc(&data, 256 * sizeof *data); // {made}
    cudaEventCreate(&filled);
    fill<<<1, 256>>>(data); // {first}
    cudaEventRecord(filled);
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
#ifdef FIXED
    cudaStreamWaitEvent(0, filled);
#endif
    add<<<1, 256>>>(data); // {second}
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    cudaDeviceSynchronize();
    cudaEventDestroy(filled);
    cudaFree(data);
    return 0;
}
