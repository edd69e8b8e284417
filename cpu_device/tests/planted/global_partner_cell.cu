// SPDX-License-Identifier: MIT
// global_partner_cell.cu: each thread squares its own cell and then takes the cell of its partner, who may be slower.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int threads = 80;

__global__ void pair_up(int *cells, int *sums)
{
    int t = threadIdx.x, partner = threads - 1 - t;
    int own = cells[t] * cells[t];
    cells[t] = own; // {write}
#ifdef FIXED
    __syncthreads();
#endif
    sums[t] = own + cells[partner]; // {read}
}

int main()
{
    int cells[threads];
    for (int t = 0; t < threads; t++)
        cells[t] = t + 2;
    device_array<int> dev_cells(threads, cells), sums(threads);
    pair_up<<<1, threads>>>(dev_cells, sums);
    return check_fixed(sums,
                       [&](int t) { return cells[t] * cells[t] + cells[threads - 1 - t] * cells[threads - 1 - t]; });
}
