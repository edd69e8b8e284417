// SPDX-License-Identifier: MIT
// phase_bytes_not_expected.cu: the thread that starts the copy arrives, and does not tell the barrier how many bytes
// will come.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds waits-for-ever
// CPU says Its asynchronous copies have brought 256 bytes more than it expects.
// racecheck exits 3
// racecheck prints Deadlock detected in Cuda::barrier wait
#include <cuda/barrier>
#include <stdio.h>
#include <utility>

const int threads = 64, bytes = threads * sizeof(int);

__global__ void fill(int *from)
{
    from[threadIdx.x] = 3 * threadIdx.x;
}

__global__ void twice(const int *from, int *out)
{
    __shared__ alignas(16) int tile[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> there;
    if (threadIdx.x == 0)
        init(&there, threads); // {init}
    __syncthreads();
    cuda::barrier<cuda::thread_scope_block>::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(tile, from, cuda::aligned_size_t<16>(bytes), there);
#ifdef FIXED
        token = cuda::device::barrier_arrive_tx(there, 1, bytes);
#else
        token = there.arrive(); // {arrive}
#endif
    } else
        token = there.arrive();
    there.wait(std::move(token)); // {wait}
    out[threadIdx.x] = 2 * tile[threadIdx.x];
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    int *from;
    if (cudaMalloc(&from, sizeof out) != cudaSuccess)
        return 77;
    fill<<<1, threads>>>(from);
    twice<<<1, threads>>>(from, dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++)
        wrong += out[i] != 6 * i;
    printf("%d wrong\n", wrong);
    cudaFree(from);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
