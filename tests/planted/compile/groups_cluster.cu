// SPDX-License-Identifier: MIT
// groups_cluster.cu: clusters of blocks, which the device does not have.
// CPU exits 1
// CPU says groups_cluster.cu:{cluster}
// CPU says the CPU device has no clusters
#include <cooperative_groups.h>

__global__ void k()
{
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster(); // {cluster}
    cluster.sync();
}
