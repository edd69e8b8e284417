// SPDX-License-Identifier: MIT
// order_fence_after_flag.cu: a mailbox whose writer calls its fence when the flag is set already.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <cuda/atomic>
#include <stdio.h>

struct mailbox {
    cuda::atomic<int, cuda::thread_scope_device> full;
    int letter, answer;
};

__global__ void send(mailbox *box)
{
    if (blockIdx.x == 1) {
        while (box->full.load(cuda::memory_order_acquire) == 0)
            ;
        box->answer = box->letter + 1; // {read}
        return;
    }
    box->letter = 41; // {write}
#ifdef FIXED
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    box->full.store(1, cuda::memory_order_relaxed);
#else
    box->full.store(1, cuda::memory_order_relaxed);
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
#endif
}

int main()
{
    mailbox *box;
    int answer = 0;
    if (cudaMalloc(&box, sizeof *box) != cudaSuccess || cudaMemset(box, 0, sizeof *box) != cudaSuccess)
        return 1;
    send<<<2, 1>>>(box);
    cudaError_t error = cudaMemcpy(&answer, &box->answer, sizeof answer, cudaMemcpyDeviceToHost);
    cudaFree(box);
    printf("%s, %d\n", cudaGetErrorString(error), answer);
#ifdef FIXED
    if (answer != 42)
        return 1;
#endif
    return error != cudaSuccess;
}
