// SPDX-License-Identifier: MIT
// volatile_ring.cu: a producer fills volatile slots and moves a volatile head, which may overtake the item.
// CPU exits 3
// CPU finds volatile-without-fence: writes {put}, reads {get}
// all exits 0
#include "../kernel_run.h"

const unsigned slots = 16, items = 12;

struct ring {
    volatile unsigned head;
    volatile unsigned short slot[slots];
};

__device__ void produce(ring *r)
{
    for (unsigned i = 0; i < items; i++) {
        r->slot[i % slots] = (unsigned short)(100 + i); // {put}
#ifdef FIXED
        __threadfence();
#endif
        r->head = i + 1;
    }
}

__device__ unsigned consume(ring *r)
{
    unsigned sum = 0, tail = 0;
    for (int tries = 0; tries < 1000000 && tail < items; tries++) {
        unsigned head = r->head;
#ifdef FIXED
        __threadfence();
#endif
        for (; tail < head; tail++)
            sum += r->slot[tail % slots]; // {get}
        __nanosleep(50);
    }
    return sum;
}

__global__ void work(ring *r, unsigned *out)
{
    if (blockIdx.x == 0)
        produce(r);
    else
        *out = consume(r);
}

int main()
{
    device_array<ring> dev_ring(1, zeros);
    device_array<unsigned> out(1);
    work<<<2, 1>>>(dev_ring, out);
    return check_fixed(out, 100 * items + items * (items - 1) / 2);
}
