// SPDX-License-Identifier: MIT
// phase_total_too_early.cu: the completion function adds up, and the threads read the total between arrive and wait.
// CPU exits 3
// CPU finds race-shared: writes {add}, reads {load}
// racecheck exits 3
// racecheck prints Error: Race reported between
// fixed-racecheck exits 3
// fixed-racecheck prints Error: Race reported between
#include <cuda/barrier>
#include <new>
#include <stdio.h>
#include <utility>

const int threads = 64;

struct add_up {
    const int *values;
    int *total;
    __device__ void operator()()
    {
        int sum = 0;
        for (int i = 0; i < threads; i++)
            sum += values[i];
        *total = sum; // {add}
    }
};
using barrier = cuda::barrier<cuda::thread_scope_block, add_up>;

__global__ void share(int *out)
{
    __shared__ int values[threads], total;
    __shared__ alignas(barrier) char memory[sizeof(barrier)];
    barrier *added = reinterpret_cast<barrier *>(memory);
    if (threadIdx.x == 0) {
        total = 0;
        new (added) barrier(threads, add_up{values, &total});
    }
    __syncthreads();
    values[threadIdx.x] = threadIdx.x;
    auto token = added->arrive();
#ifdef FIXED
    added->wait(std::move(token));
    out[threadIdx.x] = total;
#else
    out[threadIdx.x] = total; // {load}
    added->wait(std::move(token));
#endif
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    share<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++)
        wrong += out[i] != threads * (threads - 1) / 2;
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
