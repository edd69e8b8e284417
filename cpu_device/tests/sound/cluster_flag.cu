// SPDX-License-Identifier: MIT
// cluster_flag.cu: a flag in the shared memory of another block, with release and acquire of device scope, orders what
// was stored there.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 2, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) send(int *out)
{
    __shared__ int box[threads], flag;
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    if (t == 0)
        flag = 0;
    cluster.sync();
    if (cluster.block_rank() == 0) {
        cluster.map_shared_rank(box, 1)[t] = 3 * t + blockIdx.x;
        __threadfence();
        __syncthreads();
        if (t == 0)
            atomicExch(cluster.map_shared_rank(&flag, 1), 1);
    } else {
        if (t == 0)
            while (atomicAdd(&flag, 0) == 0)
                ;
        __syncthreads();
        __threadfence();
        out[blockIdx.x / blocks * threads + t] = box[t];
    }
    cluster.sync();
}

int main()
{
    managed_array<int> out(2 * threads);
    send<<<2 * blocks, threads>>>(out);
    return check(out, [](int i) { return 3 * (i % threads) + i / threads * blocks; });
}
