// SPDX-License-Identifier: MIT
// scope_between_devices.cu: a kernel on one device waits for a flag that a kernel on another sets with device scope.
//
// Needs libcu++ 3.
// Needs 2 devices.
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel write, launched at scope_between_devices.cu:{first}, writes at scope_between_devices.cu:{store}
// CPU says kernel read, launched at scope_between_devices.cu:{second}, reads at scope_between_devices.cu:{load}
// CPU says The two kernels run on two devices, and the flags by which one waits for the other are of device scope
// all exits 0

#include <cuda/atomic>
#include <stdio.h>

#ifdef FIXED
const auto scope = cuda::thread_scope_system;
#else
const auto scope = cuda::thread_scope_device;
#endif

struct message {
    int value;
    int is_there;
};

__global__ void write(message *m)
{
    m->value = 42; // {store}
    cuda::atomic_ref<int, scope>(m->is_there).store(1, cuda::memory_order_release);
}

__global__ void read(message *m, int *result)
{
    while (cuda::atomic_ref<int, scope>(m->is_there).load(cuda::memory_order_acquire) == 0)
        ;
    *result = m->value; // {load}
}

int main()
{
    int devices = 0, *dev_result, result = 0;
    cudaGetDeviceCount(&devices);
    if (devices < 2)
        return 77;
    message *m;
    cudaMalloc(&m, sizeof *m);
    cudaMemset(m, 0, sizeof *m);
    cudaDeviceSynchronize();
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    cudaMalloc(&dev_result, sizeof(int));
    read<<<1, 1>>>(m, dev_result); // {second}
    cudaSetDevice(0);
    write<<<1, 1>>>(m); // {first}
    cudaDeviceSynchronize();
    cudaSetDevice(1);
    cudaMemcpy(&result, dev_result, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    cudaFree(dev_result);
    cudaSetDevice(0);
    cudaFree(m);
    return result != 42;
}
