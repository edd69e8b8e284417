// SPDX-License-Identifier: MIT
// fence_none_of_reader_of_queue.cu: blocks push jobs after a fence; the last works on all of them without one.
// CPU exits 3
// CPU finds race-between-blocks: writes {push}, reads {pop}
// all exits 0
#include "../kernel_run.h"

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
    device_array<queue> dev_queue(1, zeros);
    device_array<unsigned> out(1);
    run<<<blocks, 1>>>(dev_queue, out);
    return check_fixed(out, blocks * (blocks + 1) / 2);
}
