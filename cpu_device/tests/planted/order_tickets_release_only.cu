// SPDX-License-Identifier: MIT
// order_tickets_release_only.cu: the last block finds the largest of all, and takes its ticket with release alone.
// CPU exits 3
// CPU finds race-between-blocks: writes {store}, reads {compare}
// all exits 0
#include <cuda/atomic>

#include "../kernel_run.h"

const int blocks = 10;
#ifdef FIXED
constexpr auto order = cuda::memory_order_acq_rel;
#else
constexpr auto order = cuda::memory_order_release;
#endif

__device__ int largest_of[blocks], largest;
__device__ cuda::atomic<int, cuda::thread_scope_device> tickets{0};

__global__ void find_largest()
{
    largest_of[blockIdx.x] = 7 * (blockIdx.x + 1) % 11; // {store}
    if (tickets.fetch_add(1, order) != blocks - 1)
        return;
    int most = 0;
    for (int i = 0; i < blocks; i++)
        most = largest_of[i] > most ? largest_of[i] : most; // {compare}
    largest = most;
}

int main()
{
    find_largest<<<blocks, 1>>>();
    return check_fixed(variable(largest), 10);
}
