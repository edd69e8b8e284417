// SPDX-License-Identifier: MIT
// pipeline_ptx_groups.cu: the same by cp.async in PTX, with two tiles.
// Compiled with: -arch=sm_80
#include "../kernel_run.h"

const int threads = 96, batches = 11;

__global__ void sums(const int *in, int *out)
{
    __shared__ int tile[2][threads];
    const int me = threadIdx.x;
    int sum = 0;
    auto copy = [&](int batch) {
        const unsigned at = (unsigned)__cvta_generic_to_shared(&tile[batch % 2][me]);
        if (batch < batches)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(&in[batch * threads + me])
                         : "memory");
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    copy(0);
    for (int batch = 0; batch < batches; batch++) {
        copy(batch + 1);
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        sum += tile[batch % 2][threads - 1 - me];
        __syncthreads();
    }
    out[me] = sum;
}

int main()
{
    static int host[batches * threads];
    for (int i = 0; i < batches * threads; i++)
        host[i] = i % 37;
    device_array<int> in(batches * threads, host), out(threads, zeros);
    sums<<<1, threads>>>(in, out);
    return check(out, [&](int i) {
        int right = 0;
        for (int batch = 0; batch < batches; batch++)
            right += host[batch * threads + threads - 1 - i];
        return right;
    });
}
