// SPDX-License-Identifier: MIT
// volatile_parts.cu: the last block adds up volatile parts; volatile keeps no store before the count that follows it.
// CPU exits 3
// CPU finds volatile-without-fence: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 10, threads = 32;

__device__ unsigned done;

__global__ void sum(const int *a, volatile int *parts, int *out)
{
    int both = __syncthreads_count(a[blockIdx.x * threads + threadIdx.x] > 5);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = both; // {write}
#ifdef FIXED
        __threadfence();
#endif
        if (atomicAdd(&done, 1u) == blocks - 1) {
#ifdef FIXED
            __threadfence();
#endif
            int total = 0;
            for (int i = 0; i < blocks; i++)
                total += parts[i]; // {read}
            *out = total;
        }
    }
}

int main()
{
    const int n = blocks * threads;
    device_array<int> a(n, [](int i) { return i % 10; }), parts(blocks, zeros), out(1);
    sum<<<blocks, threads>>>(a, parts, out);
    return check_fixed(out, n * 4 / 10);
}
