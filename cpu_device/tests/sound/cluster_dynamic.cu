// SPDX-License-Identifier: MIT
// cluster_dynamic.cu: clusters of two dimensions, given by the launch, that transpose a matrix through dynamic shared
// memory.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int side = 2, tile = 8, n = 2 * side * tile;

__global__ void transpose(int *out)
{
    extern __shared__ int mine[];
    cg::cluster_group cluster = cg::this_cluster();
    dim3 at = cluster.block_index();
    int x = threadIdx.x, y = threadIdx.y;
    mine[y * tile + x] = (blockIdx.y * tile + y) * n + blockIdx.x * tile + x;
    cluster.sync();
    const int *across = cluster.map_shared_rank(mine, at.x * cluster.dim_blocks().x + at.y);
    out[(blockIdx.y * tile + y) * n + blockIdx.x * tile + x] = across[x * tile + y];
    cluster.sync();
}

static int expected(int i)
{
    int y = i / n, x = i % n, half = side * tile; // each cluster transposes its quarter
    return (y / half * half + x % half) * n + x / half * half + y % half;
}

int main()
{
    int *out, wrong = 0;
    if (cudaMallocManaged((void **)&out, n * n * sizeof(int)) != cudaSuccess)
        return 1;
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = attribute.val.clusterDim.y = side;
    attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t with = {};
    with.gridDim = dim3(2 * side, 2 * side);
    with.blockDim = dim3(tile, tile);
    with.dynamicSmemBytes = tile * tile * sizeof(int);
    with.attrs = &attribute;
    with.numAttrs = 1;
    if (cudaLaunchKernelEx(&with, transpose, out) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    for (int i = 0; i < n * n; i++)
        wrong += out[i] != expected(i);
    cudaFree(out);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
