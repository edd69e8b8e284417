// SPDX-License-Identifier: MIT
// devices_acquire_relaxed.cu: a kernel waits for another device's flag by relaxed loads, and then reads the value.
//
// Needs libcu++ 3.
// Needs 2 devices.
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel send, launched at devices_acquire_relaxed.cu:{first}, writes at devices_acquire_relaxed.cu:{store}
// CPU says kernel receive, launched at devices_acquire_relaxed.cu:{second}, reads at devices_acquire_relaxed.cu:{load}
// all exits 0

#include <cuda/atomic>
#include <stdio.h>

#ifdef FIXED
const cuda::memory_order order = cuda::memory_order_acquire;
#else
const cuda::memory_order order = cuda::memory_order_relaxed;
#endif
using flag = cuda::atomic_ref<int, cuda::thread_scope_system>;

struct message {
    int value, is_there;
};

__global__ void send(message *m)
{
    m->value = 42; // {store}
    flag(m->is_there).store(1, cuda::memory_order_release);
}

__global__ void receive(message *m, int *result)
{
    while (flag(m->is_there).load(order) == 0)
        ;
    *result = m->value; // {load}
}

int main()
{
    int devices = 0, *results, result;
    message *m;
    cudaGetDeviceCount(&devices);
    if (devices < 2)
        return 77;
    cudaMalloc(&m, sizeof *m);
    cudaMemset(m, 0, sizeof *m);
    cudaDeviceSynchronize();
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    cudaMalloc(&results, sizeof result);
    receive<<<1, 1>>>(m, results); // {second}
    cudaSetDevice(0);
    send<<<1, 1>>>(m); // {first}
    cudaDeviceSynchronize();
    cudaSetDevice(1);
    cudaMemcpy(&result, results, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    cudaFree(results);
    cudaSetDevice(0);
    cudaFree(m);
    return result != 42;
}
