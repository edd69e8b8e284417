// SPDX-License-Identifier: MIT
// devices_flag_too_early.cu: a kernel sets the flag for another device after the first of two values.
//
// Needs libcu++ 3.
// Needs 2 devices.
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel send, launched at devices_flag_too_early.cu:{first}, writes at devices_flag_too_early.cu:{store}
// CPU says kernel receive, launched at devices_flag_too_early.cu:{second}, reads at devices_flag_too_early.cu:{load}
// CPU says must set its flag after that access
// all exits 0

#include <cuda/atomic>
#include <stdio.h>

using flag = cuda::atomic_ref<int, cuda::thread_scope_system>;

struct message {
    int value, check, is_there, is_read;
};

__global__ void send(message *m)
{
    m->value = 42;
#ifdef FIXED
    m->check = 43;
    flag(m->is_there).store(1, cuda::memory_order_release);
#else
    flag(m->is_there).store(1, cuda::memory_order_release);
    m->check = 43; // {store}
#endif
    while (flag(m->is_read).load(cuda::memory_order_acquire) == 0)
        ;
}

__global__ void receive(message *m, int *result)
{
    while (flag(m->is_there).load(cuda::memory_order_acquire) == 0)
        ;
    result[0] = m->value;
    result[1] = m->check; // {load}
    flag(m->is_read).store(1, cuda::memory_order_release);
}

int main()
{
    int devices = 0, *results, result[2];
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
    cudaMemcpy(result, results, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result[0]);
    cudaFree(results);
    cudaSetDevice(0);
    cudaFree(m);
#ifdef FIXED
    return result[0] != 42 || result[1] != 43;
#else
    return result[0] != 42;
#endif
}
