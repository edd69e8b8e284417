// SPDX-License-Identifier: MIT
// cluster_sum.h: judges the exercise "cluster_sum".
#pragma once
#include <cooperative_groups.h>

#include "judge.h"

enum { threads_per_block = 64 };

// sums[c] = the sum of the elements of cluster c: each thread of the grid has one, in[i], unless i is n or more. The
// clusters are rows of 1 to 8 blocks.
__global__ void cluster_sum(const int *in, int *sums, int n);

#ifdef JUDGES
static void judge()
{
    for (int size : {1, 2, 4, 8})
        for (int missing : {0, 1, 100}) {
            int clusters = 3, blocks = clusters * size, of_cluster = size * threads_per_block;
            int n = blocks * threads_per_block - missing;
            begin_case("n = %d, %d clusters of %d blocks", n, clusters, size);
            array<int> in(n, [](size_t i) { return input(i, 1000); }), sums(clusters);
            cudaLaunchAttribute shape = {};
            shape.id = cudaLaunchAttributeClusterDimension;
            shape.val.clusterDim.x = size;
            shape.val.clusterDim.y = shape.val.clusterDim.z = 1;
            cudaLaunchConfig_t launch = {};
            launch.gridDim = blocks;
            launch.blockDim = threads_per_block;
            launch.attrs = &shape;
            launch.numAttrs = 1;
            const int *given = in;
            int *s = sums;
            run([&] { judge_call(cudaLaunchKernelEx(&launch, cluster_sum, given, s, n), "the launch is refused"); });
            sums.expect("sums", [&](size_t c) {
                int sum = 0;
                for (int i = (int)c * of_cluster; i < ((int)c + 1) * of_cluster && i < n; ++i)
                    sum += in[i];
                return sum;
            });
            expect_global_loads(blocks * (threads_per_block / 32));
            expect_global_atomics(0);
            expect_loading_threads(n);
            expect_divided(120);
        }
}
#endif
