// SPDX-License-Identifier: MIT
// uninitialized_shared_heads.cu: a block puts its particles into the lists of its cells by atomicExch(), and no thread
// has emptied the cells, which are in shared memory.
// CPU exits 3
// CPU reports 1
// CPU finds uninitialized-shared
// CPU says uninitialized_shared_heads.cu:{exchange}
// all exits 0
#include "../kernel_run.h"

const int threads = 64, cells = 16;

__global__ void longest_list(const float *x, int *longest)
{
    __shared__ int head[cells], next[threads];
    int t = threadIdx.x;
#ifdef FIXED
    if (t < cells)
        head[t] = -1;
    __syncthreads();
#endif
    int cell = (int)(x[t] * cells);
    next[t] = atomicExch(&head[cell], t); // {exchange}
    __syncthreads();
    if (t < cells) {
        int length = 0;
        for (int i = head[t]; i >= 0 && length < threads; i = next[i])
            length++;
        atomicMax(longest, length);
    }
}

int main()
{
    device_array<float> x(threads, [](int i) { return (float)(i % cells) / cells; });
    device_array<int> longest(1, zeros);
    longest_list<<<1, threads>>>(x, longest);
    return check_fixed(longest, threads / cells);
}
