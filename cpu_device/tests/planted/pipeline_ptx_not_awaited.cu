// SPDX-License-Identifier: MIT
// pipeline_ptx_not_awaited.cu: cp.async in PTX: the group is committed, and nobody waits for it.
// Compiled with: -arch=sm_80
// CPU exits 3
// CPU finds uninitialized-shared: at {load}
// CPU says The data of an asynchronous copy arrive only when the thread waits for the copy.
// racecheck exits 3
// racecheck prints Error: Race reported between
#include "../kernel_run.h"

const int threads = 64;

__global__ void reverse(const int *in, int *out)
{
    __shared__ int tile[threads];
    unsigned at = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(&in[threadIdx.x]) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
#ifdef FIXED
    asm volatile("cp.async.wait_group 0;" ::: "memory");
#endif
    __syncthreads();
    out[threadIdx.x] = tile[threads - 1 - threadIdx.x]; // {load}
}

int main()
{
    int host[4 * threads];
    for (int i = 0; i < 4 * threads; i++)
        host[i] = i + 1;
    device_array<int> in(4 * threads, host), out(threads, zeros);
    reverse<<<1, threads>>>(in, out);
    return check_fixed(out, [&](int i) { return host[threads - 1 - i]; });
}
