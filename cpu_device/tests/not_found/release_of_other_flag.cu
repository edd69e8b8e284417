// SPDX-License-Identifier: MIT
// release_of_other_flag.cu: the writer releases its count, and then opens a gate by a relaxed store. To the checks a
// release store is a fence and a store, so it seems to release what the gate guards, too.
// CPU exits 0
#include <cuda/atomic>
#include <stdio.h>

struct stage {
    cuda::atomic<int, cuda::thread_scope_device> count, gate;
    int values[4], sum;
};

__global__ void pass_through(stage *s)
{
    if (blockIdx.x == 0) {
        for (int i = 0; i < 4; i++)
            s->values[i] = i + 1;
        s->count.store(4, cuda::memory_order_release);
        s->gate.store(1, cuda::memory_order_relaxed);
        return;
    }
    while (s->gate.load(cuda::memory_order_acquire) == 0)
        ;
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += s->values[i];
    s->sum = sum;
}

int main()
{
    stage *s;
    int sum = 0;
    if (cudaMalloc(&s, sizeof *s) != cudaSuccess || cudaMemset(s, 0, sizeof *s) != cudaSuccess)
        return 1;
    pass_through<<<2, 1>>>(s);
    cudaError_t error = cudaMemcpy(&sum, &s->sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(s);
    printf("%s, %d\n", cudaGetErrorString(error), sum);
    return error != cudaSuccess;
}
