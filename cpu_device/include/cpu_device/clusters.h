// SPDX-License-Identifier: MIT
// Clusters: blocks that run together and can access each other's shared memory (CUDA C++ Programming Guide, "Thread
// Block Clusters"). A launch without clusters counts as one of clusters of one block.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "interface.h"

namespace cpu_device
{
__device__ inline dim3 shape_of_cluster()
{
    unsigned shape[3];
    cpu_device_cluster_shape(shape);
    return dim3(shape[0], shape[1], shape[2]);
}
} // namespace cpu_device

__device__ inline unsigned int __clusterDimIsSpecified()
{
    unsigned shape[3];
    return cpu_device_cluster_shape(shape) != 0;
}
__device__ inline dim3 __clusterDim() // in blocks
{
    return cpu_device::shape_of_cluster();
}
__device__ inline dim3 __clusterRelativeBlockIdx() // of the block in its cluster
{
    const dim3 shape = cpu_device::shape_of_cluster();
    return dim3(blockIdx.x % shape.x, blockIdx.y % shape.y, blockIdx.z % shape.z);
}
__device__ inline dim3 __clusterGridDimInClusters()
{
    const dim3 shape = cpu_device::shape_of_cluster();
    return dim3(gridDim.x / shape.x, gridDim.y / shape.y, gridDim.z / shape.z);
}
__device__ inline dim3 __clusterIdx() // of the cluster in the grid
{
    const dim3 shape = cpu_device::shape_of_cluster();
    return dim3(blockIdx.x / shape.x, blockIdx.y / shape.y, blockIdx.z / shape.z);
}
__device__ inline unsigned int __clusterSizeInBlocks()
{
    const dim3 shape = cpu_device::shape_of_cluster();
    return shape.x * shape.y * shape.z;
}
__device__ inline unsigned int __clusterRelativeBlockRank()
{
    const dim3 shape = cpu_device::shape_of_cluster(), index = __clusterRelativeBlockIdx();
    return (index.z * shape.y + index.y) * shape.x + index.x;
}

// The cluster's barrier. A thread that has arrived must wait before it arrives again. What threads did before they
// arrived is ordered before what others do after they have waited; what they do in between is not.
[[gnu::always_inline]] __device__ inline void __cluster_barrier_arrive(CPU_DEVICE_PLACE)
{
    CPU_DEVICE_HAS(fences);
    cpu_device_cluster_arrive(0, file, line);
}
[[gnu::always_inline]] __device__ inline void __cluster_barrier_arrive_relaxed(CPU_DEVICE_PLACE) // orders no memory
{
    CPU_DEVICE_HAS(fences);
    cpu_device_cluster_arrive(1, file, line);
}
[[gnu::always_inline]] __device__ inline void __cluster_barrier_wait(CPU_DEVICE_PLACE)
{
    cpu_device_cluster_wait(file, line);
}
[[gnu::always_inline]] __device__ inline void __threadfence_cluster() // orders as that of the device does
{
    CPU_DEVICE_HAS(fences);
    cpu_device_fence(cpu_device_scope_device);
}

// The block in whose shared memory an address lies, by its rank in the cluster; and the same place in another block's.
__device__ inline unsigned int __cluster_query_shared_rank(const void *address)
{
    return cpu_device_cluster_rank_of(address);
}
__device__ inline void *__cluster_map_shared_rank(const void *address, unsigned int rank, CPU_DEVICE_PLACE)
{
    return cpu_device_cluster_map(address, rank, file, line);
}
__device__ inline unsigned int __isClusterShared(const void *address)
{
    return cpu_device_space_of(address) == cpu_device_space_shared;
}
