// SPDX-License-Identifier: MIT
// groups_cluster.cu: clusters of blocks: where a thread is in its cluster, the barrier whole and in two steps, the
// shared memory of the other blocks, and what the runtime says of kernels with clusters.
// Compiled with: -arch=sm_90

#include <cooperative_groups.h>
#include <stdio.h>

#include "../handle_error.h"

namespace cg = cooperative_groups;

const int fields = 25;

__device__ void store(int *out, int &count, dim3 v)
{
    out[count++] = v.x, out[count++] = v.y, out[count++] = v.z;
}

__global__ void where(int *all)
{
    cg::cluster_group cluster = cg::this_cluster();
    cg::grid_group grid = cg::this_grid();
    if (threadIdx.x + threadIdx.y != 0)
        return;
    int *out = all + grid.block_rank() * fields, count = 0;
    store(out, count, cluster.block_index());
    store(out, count, cluster.dim_blocks());
    store(out, count, cluster.dim_threads());
    store(out, count, __clusterIdx());
    store(out, count, __clusterGridDimInClusters());
    out[count++] = cluster.block_rank();
    out[count++] = cluster.num_blocks();
    out[count++] = cluster.num_threads();
    out[count++] = cluster.thread_rank();
    out[count++] = __clusterDimIsSpecified();
    out[count++] = __clusterSizeInBlocks();
    out[count++] = __clusterRelativeBlockRank();
    store(out, count, __clusterRelativeBlockIdx());
}

__global__ void __cluster_dims__(2, 2, 1) where_of_four(int *all)
{
    __shared__ int mine;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        mine = 100 + cluster.block_rank();
    cg::cluster_group::arrival_token token = cluster.barrier_arrive();
    cluster.barrier_wait(cg::cluster_group::arrival_token(token));
    if (threadIdx.x < cluster.num_blocks()) {
        int other = threadIdx.x, *theirs = cluster.map_shared_rank(&mine, other);
        bool same = cluster.query_shared_rank(theirs) == threadIdx.x && __isClusterShared(theirs) != 0 &&
                    cluster.map_shared_rank(theirs, cluster.block_rank()) == &mine;
        all[(blockIdx.y * gridDim.x + blockIdx.x) * 4 + other] = *theirs + 1000 * same;
    }
    sync(cluster);
}

__global__ void dynamic_sums(int *out)
{
    extern __shared__ int line[];
    cg::cluster_group cluster = cg::this_cluster();
    line[threadIdx.x] = 0;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    for (unsigned other = 0; other < cluster.num_blocks(); other++)
        atomicAdd(&cluster.map_shared_rank(line, other)[threadIdx.x], cluster.thread_rank());
    cluster.sync();
    out[blockIdx.x * blockDim.x + threadIdx.x] = line[threadIdx.x];
}

static cudaError_t launch(void (*kernel)(int *), dim3 grid, dim3 block, size_t shared, dim3 cluster, int *out)
{
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = cluster.x;
    attribute.val.clusterDim.y = cluster.y;
    attribute.val.clusterDim.z = cluster.z;
    cudaLaunchConfig_t with = {};
    with.gridDim = grid;
    with.blockDim = block;
    with.dynamicSmemBytes = shared;
    with.attrs = &attribute;
    with.numAttrs = 1;
    cudaError_t error = cudaLaunchKernelEx(&with, kernel, out);
    return error != cudaSuccess ? error : cudaDeviceSynchronize();
}

static void print(const char *name, const int *out, int count, int in_line)
{
    printf("%s\n", name);
    for (int i = 0; i < count; i++)
        printf("%d%c", out[i], i % in_line == in_line - 1 ? '\n' : ' ');
}

int main()
{
    int *out;
    HANDLE_ERROR(cudaMallocManaged((void **)&out, 4096 * sizeof(int)));
    for (int i = 0; i < 4096; i++)
        out[i] = 0;
    HANDLE_ERROR(launch(where, dim3(4, 3, 2), dim3(4, 2), 0, dim3(2, 3, 1), out));
    print("clusters of (2,3,1)", out, 24 * fields, fields);
    where<<<dim3(2, 1, 2), 32>>>(out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    print("no clusters", out, 4 * fields, fields);
    where_of_four<<<dim3(4, 2), 64>>>(out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    print("the shared memory of four", out, 32, 4);
    HANDLE_ERROR(launch(dynamic_sums, 16, 32, 32 * sizeof(int), 8, out));
    print("sums in dynamic shared memory", out, 16 * 32, 32);
    HANDLE_ERROR(cudaFree(out));
    return 0;
}
