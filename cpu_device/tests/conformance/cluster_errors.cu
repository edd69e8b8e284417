// SPDX-License-Identifier: MIT
// cluster_errors.cu: the errors of launches with clusters, and what the runtime says of their sizes.
// Errors on purpose.
// Compiled with: -arch=sm_90

#include <cooperative_groups.h>
#include <stdio.h>

#include "../handle_error.h"

__global__ void one_each(int *count)
{
    cooperative_groups::this_cluster().sync();
    if (threadIdx.x == 0)
        atomicAdd(count, 1);
}

__global__ void __cluster_dims__(2, 1, 1) pairs(int *count)
{
    cooperative_groups::this_cluster().sync();
    if (threadIdx.x == 0)
        atomicAdd(count, 1);
}

static int *count;

static cudaLaunchConfig_t with_clusters(dim3 grid, dim3 cluster, cudaLaunchAttribute *attribute)
{
    attribute->id = cudaLaunchAttributeClusterDimension;
    attribute->val.clusterDim.x = cluster.x;
    attribute->val.clusterDim.y = cluster.y;
    attribute->val.clusterDim.z = cluster.z;
    cudaLaunchConfig_t with = {};
    with.gridDim = grid;
    with.blockDim = dim3(64);
    with.attrs = attribute;
    with.numAttrs = 1;
    return with;
}

static void launch(const char *what, void (*kernel)(int *), dim3 grid, dim3 cluster)
{
    *count = 0;
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t with = with_clusters(grid, cluster, &attribute);
    cudaError_t error = cudaLaunchKernelEx(&with, kernel, count);
    cudaError_t last = cudaGetLastError();
    cudaError_t ran = cudaDeviceSynchronize();
    printf("%s: %s, then %s and %s; %d blocks ran\n", what, cudaGetErrorName(error), cudaGetErrorName(last),
           cudaGetErrorName(ran), *count);
}

static void say_attributes(const char *what, void (*kernel)(int *))
{
    cudaFuncAttributes all;
    HANDLE_ERROR(cudaFuncGetAttributes(&all, kernel));
    printf("%s: must be set %d, required %d %d %d, may be large %d\n", what, all.clusterDimMustBeSet,
           all.requiredClusterWidth, all.requiredClusterHeight, all.requiredClusterDepth,
           all.nonPortableClusterSizeAllowed);
}

static void say_sizes(const char *what, void (*kernel)(int *), dim3 grid, dim3 cluster)
{
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t with = with_clusters(grid, cluster, &attribute);
    int clusters = -1, largest = -1;
    cudaError_t error = cudaOccupancyMaxActiveClusters(&clusters, kernel, &with);
    cudaError_t potential = cudaOccupancyMaxPotentialClusterSize(&largest, kernel, &with);
    cudaGetLastError();
    printf("%s: %s, %s; %s, largest %d\n", what, cudaGetErrorName(error), clusters > 0 ? "some" : "none",
           cudaGetErrorName(potential), largest);
}

int main()
{
    HANDLE_ERROR(cudaMallocManaged((void **)&count, sizeof(int)));
    int has_clusters;
    HANDLE_ERROR(cudaDeviceGetAttribute(&has_clusters, cudaDevAttrClusterLaunch, 0));
    printf("the device has clusters: %d\n", has_clusters);
    launch("8 of 8", one_each, 8, 8);
    launch("(2,2,2) of (2,4,2)", one_each, dim3(2, 4, 2), dim3(2, 2, 2));
    launch("3 of 9", one_each, 9, 3);
    launch("1 of 5", one_each, 5, 1);
    launch("4 of 6", one_each, 6, 4);
    launch("(1,2,1) of (4,3,1)", one_each, dim3(4, 3), dim3(1, 2));
    launch("16 of 16", one_each, 16, 16);
    launch("(3,3,1) of (3,3,1)", one_each, dim3(3, 3), dim3(3, 3));
    launch("0", one_each, 8, dim3(0, 0, 0));
    launch("(2,0,1)", one_each, 8, dim3(2, 0, 1));
    say_sizes("sizes of 8", one_each, 8, 8);
    say_sizes("sizes of 16", one_each, 16, 16);
    HANDLE_ERROR(cudaFuncSetAttribute(one_each, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    launch("16 of 32, allowed", one_each, 32, 16);
    launch("17 of 17, allowed", one_each, 17, 17);
    launch("32 of 32, allowed", one_each, 32, 32);
    say_sizes("sizes of 16, allowed", one_each, 16, 16);
    HANDLE_ERROR(cudaFuncSetAttribute(one_each, cudaFuncAttributeNonPortableClusterSizeAllowed, 0));
    launch("16 of 16, no longer allowed", one_each, 16, 16);

    pairs<<<4, 64>>>(count);
    printf("pairs of 4: %s\n", cudaGetErrorName(cudaGetLastError()));
    pairs<<<3, 64>>>(count);
    printf("pairs of 3: %s\n", cudaGetErrorName(cudaGetLastError()));
    HANDLE_ERROR(cudaDeviceSynchronize());
    launch("pairs, 2 of 4", pairs, 4, 2);
    launch("pairs, 4 of 4", pairs, 4, 4);
    say_attributes("one each", one_each);
    say_attributes("pairs", pairs);
    HANDLE_ERROR(cudaFree(count));
    return 0;
}
