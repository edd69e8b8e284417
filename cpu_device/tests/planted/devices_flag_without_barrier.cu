// SPDX-License-Identifier: MIT
// devices_flag_without_barrier.cu: a thread sets the flag for another device before its block has stored the message.
//
// Needs libcu++ 3.
// Needs 2 devices.
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel send, launched at devices_flag_without_barrier.cu:{first}, writes at devices_flag_without_barrier.cu:{store}
// CPU says kernel receive, launched at devices_flag_without_barrier.cu:{second}, reads at devices_flag_without_barrier.cu:{load}
// CPU says after a __syncthreads() if other threads make the access
// all exits 0

#include <cuda/atomic>
#include <stdio.h>

const int words = 256, rounds = 4;
using flag = cuda::atomic_ref<int, cuda::thread_scope_system>;

struct mailbox {
    int text[words];
    int sent, received; // rounds
};

__global__ void send(mailbox *box)
{
    for (int round = 1; round <= rounds; round++) {
        box->text[threadIdx.x] = round * words + threadIdx.x; // {store}
#ifdef FIXED
        __syncthreads();
#endif
        if (threadIdx.x == 0) {
            flag(box->sent).store(round, cuda::memory_order_release);
            while (flag(box->received).load(cuda::memory_order_acquire) < round)
                ;
        }
        __syncthreads();
    }
}

__global__ void receive(mailbox *box, int *sums)
{
    for (int round = 1; round <= rounds; round++) {
        if (threadIdx.x == 0)
            while (flag(box->sent).load(cuda::memory_order_acquire) < round)
                ;
        __syncthreads();
        sums[threadIdx.x] += box->text[words - 1 - threadIdx.x]; // {load}
        __syncthreads();
        if (threadIdx.x == 0)
            flag(box->received).store(round, cuda::memory_order_release);
    }
}

int main()
{
    int devices = 0, *sums, sum[words], wrong = 0;
    mailbox *box;
    cudaGetDeviceCount(&devices);
    if (devices < 2)
        return 77;
    cudaMalloc(&box, sizeof *box);
    cudaMemset(box, 0, sizeof *box);
    cudaDeviceSynchronize();
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    cudaMalloc(&sums, sizeof sum);
    cudaMemset(sums, 0, sizeof sum);
    receive<<<1, words>>>(box, sums); // {second}
    cudaSetDevice(0);
    send<<<1, words>>>(box); // {first}
    cudaDeviceSynchronize();
    cudaSetDevice(1);
    cudaMemcpy(sum, sums, sizeof sum, cudaMemcpyDeviceToHost);
    for (int i = 0; i < words; i++)
        wrong += sum[i] != words * rounds * (rounds + 1) / 2 + rounds * (words - 1 - i);
    printf("%d wrong\n", wrong);
    cudaFree(sums);
    cudaSetDevice(0);
    cudaFree(box);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
