// SPDX-License-Identifier: MIT
// exchange_in_function.cu: the old value that atomicExch() finds in memory which nobody has written is used, but a
// function returns it that is not part of the kernel. Its other callers may ignore it.
// CPU exits 0

const int threads = 32;

__device__ __noinline__ int put(int *head, int value)
{
    return atomicExch(head, value);
}

__global__ void chain(int *head, int *next)
{
    next[threadIdx.x] = put(head, (int)threadIdx.x);
}

int main()
{
    int *head, *next, links[threads];
    if (cudaMalloc(&head, sizeof *head) != cudaSuccess || cudaMalloc(&next, sizeof links) != cudaSuccess)
        return 1;
    chain<<<1, threads>>>(head, next);
    if (cudaMemcpy(links, next, sizeof links, cudaMemcpyDeviceToHost) != cudaSuccess || cudaFree(head) ||
        cudaFree(next))
        return 1;
    return 0;
}
