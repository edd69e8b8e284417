// SPDX-License-Identifier: MIT
// groups_queue.cu: tasks that make further tasks. The lanes that push together reserve their slots with one atomic, as
// a coalesced group, while other lanes of their warp poll for what those push: the group cannot wait for them.
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int slots = 1024, first_tasks = 40;

struct queue {
    int head, tail, pending, sum;
    int ready[slots], task[slots];
};

__device__ void push(struct queue *q, int task)
{
    atomicAdd(&q->pending, 1);
    cg::coalesced_group together = cg::coalesced_threads();
    int first = 0;
    if (together.thread_rank() == 0)
        first = atomicAdd(&q->tail, (int)together.size());
    int slot = together.shfl(first, 0) + together.thread_rank();
    q->task[slot] = task;
    __threadfence();
    atomicExch(&q->ready[slot], 1);
}

// The slot of the next task; -1: there is none now.
__device__ int pop(struct queue *q)
{
    int head = *(volatile int *)&q->head, tail = *(volatile int *)&q->tail;
    if (head >= tail || atomicCAS(&q->head, head, head + 1) != head)
        return -1;
    while (atomicAdd(&q->ready[head], 0) == 0)
        ;
    __threadfence();
    return head;
}

// A task is a number, which is added up, and is followed by its half if it is even.
__global__ void work(struct queue *q)
{
    if (blockIdx.x == 0 && threadIdx.x < first_tasks)
        push(q, threadIdx.x + 1);
    while (*(volatile int *)&q->sum == 0 || *(volatile int *)&q->pending != 0) {
        int slot = pop(q);
        if (slot < 0)
            continue;
        int task = q->task[slot];
        atomicAdd(&q->sum, task);
        if (task % 2 == 0)
            push(q, task / 2);
        atomicSub(&q->pending, 1);
    }
}

int main()
{
    struct queue *q;
    int sum = 0, right = 0;
    for (int i = 1; i <= first_tasks; i++)
        for (int task = i, last = 0; !last; task /= 2) {
            right += task;
            last = task % 2;
        }
    if (cudaMalloc((void **)&q, sizeof *q) != cudaSuccess || cudaMemset(q, 0, sizeof *q) != cudaSuccess)
        return 1;
    work<<<2, 64>>>(q);
    cudaError_t error = cudaMemcpy(&sum, &q->sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(q);
    printf("%d of %d\n", sum, right);
    return error != cudaSuccess || sum != right;
}
