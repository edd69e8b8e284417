// SPDX-License-Identifier: MIT
// ticket_order.cu: whether atomicAdd() serves blocks in the order in which they ask: each notes the time before and
// after.
//
//     nvcc -O2 -arch=native -o ticket_order bench/behaviour/ticket_order.cu && ./ticket_order
//
// The guess: nearly first come, first served; blocks near the L2 slice overtake others by less than 1 us.
#include <algorithm>
#include <stdio.h>

#include "../../common/book.h"

const int blocks = 1056, draws = 200;

struct ticket {
    unsigned long long before, after;
    unsigned number, multiprocessor;
};

static __device__ unsigned long long now(void)
{
    unsigned long long time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time)::"memory");
    return time;
}

__global__ void draw(unsigned *counter, struct ticket *tickets)
{
    for (int i = 0; i < draws; ++i) {
        struct ticket mine;
        mine.before = now();
        mine.number = atomicAdd(counter, 1);
        if (mine.number == ~0u) // never, but so the time after it is not read before the number is known
            return;
        mine.after = now();
        asm volatile("mov.u32 %0, %%smid;" : "=r"(mine.multiprocessor));
        tickets[blockIdx.x * draws + i] = mine;
    }
}

int main(void)
{
    const int count = blocks * draws;
    unsigned *counter;
    struct ticket *tickets;
    HANDLE_ERROR(cudaMallocManaged(&counter, sizeof *counter));
    HANDLE_ERROR(cudaMallocManaged(&tickets, count * sizeof *tickets));
    *counter = 0;
    draw<<<blocks, 1>>>(counter, tickets);
    HANDLE_ERROR(cudaDeviceSynchronize());
    std::sort(tickets, tickets + count, [](const ticket &a, const ticket &b) { return a.number < b.number; });
    unsigned long long latest = 0, most = 0, earliest_end = ~0ULL, slowest = 0;
    int overtaken = 0, impossible = 0;
    for (int i = 0; i < count; ++i) {
        if (latest > tickets[i].before) { // one that asked later has a smaller number
            ++overtaken;
            most = std::max(most, latest - tickets[i].before);
        }
        latest = std::max(latest, tickets[i].before);
        slowest = std::max(slowest, tickets[i].after - tickets[i].before);
    }
    for (int i = count - 1; i >= 0; --i) { // one that had its number before this one asked has a larger number
        impossible += earliest_end < tickets[i].before;
        earliest_end = std::min(earliest_end, tickets[i].after);
    }
    printf("%d tickets, %d blocks\n", count, blocks);
    printf("tickets that one who asked later has overtaken: %d, by at most %llu ns\n", overtaken, most);
    printf("tickets out of order by more than the time of the call: %d; the slowest call took %llu ns\n", impossible,
           slowest);
    HANDLE_ERROR(cudaFree(counter));
    HANDLE_ERROR(cudaFree(tickets));
    return 0;
}
