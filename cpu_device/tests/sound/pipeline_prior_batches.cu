// SPDX-License-Identifier: MIT
// pipeline_prior_batches.cu: copies by primitives, three batches under way; each thread waits for the oldest, and a
// barrier for those of its neighbours.
#include <cuda_pipeline.h>

#include "../kernel_run.h"

const int threads = 96, batches = 11, stages = 3;

__global__ void sums(const int *in, int *out)
{
    __shared__ int tile[stages][threads];
    const int me = threadIdx.x;
    int sum = 0;
    for (int begun = 0, batch = 0; batch < batches; batch++) {
        for (; begun < batch + stages; begun++) {
            if (begun < batches)
                __pipeline_memcpy_async(&tile[begun % stages][me], &in[begun * threads + me], sizeof(int));
            __pipeline_commit(); // at the end, an empty batch
        }
        __pipeline_wait_prior(stages - 1);
        __syncthreads();
        sum += tile[batch % stages][threads - 1 - me];
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
