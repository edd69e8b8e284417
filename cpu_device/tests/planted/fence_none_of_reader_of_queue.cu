// SPDX-License-Identifier: MIT
// fence_none_of_reader_of_queue.cu: blocks push jobs after a fence; the last works on all of them without one.
// CPU exits 3
// CPU finds race-between-blocks: writes {push}, reads {pop}
// all exits 0
#include <stdio.h>

struct job {
    unsigned first, count;
};

const unsigned blocks = 8;

struct queue {
    unsigned reserved, pushed;
    job jobs[blocks];
};

__global__ void run(queue *q, unsigned *out)
{
    unsigned place = atomicAdd(&q->reserved, 1u);
    q->jobs[place].first = 10 * blockIdx.x;
    q->jobs[place].count = blockIdx.x + 1; // {push}
    __threadfence();
    if (atomicAdd(&q->pushed, 1u) != blocks - 1)
        return;
#ifdef FIXED
    __threadfence();
#endif
    unsigned work = 0;
    for (unsigned i = 0; i < blocks; i++)
        work += q->jobs[i].count; // {pop}
    *out = work;
}

int main()
{
    queue *dev_queue;
    unsigned *dev_out, out = 0;
    if (cudaMalloc(&dev_queue, sizeof(queue)) != cudaSuccess ||
        cudaMemset(dev_queue, 0, sizeof(queue)) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    run<<<blocks, 1>>>(dev_queue, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_queue);
    cudaFree(dev_out);
    printf("%s, %u\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != blocks * (blocks + 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
