// SPDX-License-Identifier: MIT
// Clusters of blocks, as the API has them: which launches may have them, and how many can be under way.
#include <mutex>

#include "../platform/program_image.h"
#include "../platform/symbols.h"
#include "../run/core.h"
#include "../run/device.h"
#include "../say/report.h"
#include "api.h"

using namespace cpu_device;

dim3 cpu_device::cluster_of(const cpu_device_kernel &kernel, const dim3 &asked)
{
    const unsigned(&own)[3] = kernel.cluster;
    return own[0] != 0 ? dim3(own[0], own[1], own[2]) : asked;
}

bool cpu_device::has_clusters(const dim3 &shape)
{
    return (shape.x | shape.y | shape.z) != 0;
}

static unsigned most_in_cluster_of(const cpu_device_kernel &kernel) // blocks
{
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    for (const void *allowed : d.kernels.large_clusters)
        if (is_body_of(kernel.type, allowed))
            return most_in_cluster;
    return portable_cluster;
}

cudaError_t cpu_device::check_clusters(const grid_launch &l, const dim3 &asked, std::string &why)
{
    const dim3 shape = cluster_of(l.kernel, asked), &g = l.grid();
    if (!has_clusters(shape))
        return cudaSuccess;
    const uint64_t blocks = (uint64_t)shape.x * shape.y * shape.z;
    if (has_clusters(asked) && (asked.x != shape.x || asked.y != shape.y || asked.z != shape.z))
        why = format("clusters of (%u,%u,%u) blocks, of a kernel with __cluster_dims__(%u,%u,%u)", asked.x, asked.y,
                     asked.z, shape.x, shape.y, shape.z);
    else if (blocks == 0 || blocks > most_in_cluster_of(l.kernel))
        why = format("clusters of %llu blocks, of at most %u, or %u after cudaFuncSetAttribute() with "
                     "cudaFuncAttributeNonPortableClusterSizeAllowed",
                     (unsigned long long)blocks, portable_cluster, most_in_cluster);
    else if (g.x % shape.x != 0 || g.y % shape.y != 0 || g.z % shape.z != 0)
        why = format("a grid of (%u,%u,%u) blocks, which are no whole clusters of (%u,%u,%u)", g.x, g.y, g.z, shape.x,
                     shape.y, shape.z);
    else if (l.record.cooperative) {
        why = tr("the CPU device has no cooperative launches of clusters");
        return cudaErrorNotSupported;
    } else if (blocks > 1 && blocks_share_addresses())
        die(1, "the playground has no clusters"); // what they would have computed is not there
    else
        return cudaSuccess;
    return cudaErrorInvalidClusterSize;
}

// One core has one cluster at a time.
cudaError_t cpu_device_active_clusters(int *count, const void *kernel, const cudaLaunchConfig_t *with)
{
    cudaFuncAttributes attributes;
    if (cudaError_t error = cpu_device_func_get_attributes(&attributes, kernel))
        return error;
    if (count == nullptr || with == nullptr)
        return remember(cudaErrorInvalidValue);
    unsigned size = (unsigned)(attributes.requiredClusterWidth * attributes.requiredClusterHeight *
                               attributes.requiredClusterDepth);
    for (unsigned i = 0; i < with->numAttrs; ++i)
        if (const auto &shape = with->attrs[i].val.clusterDim; with->attrs[i].id == cudaLaunchAttributeClusterDimension)
            size = shape.x * shape.y * shape.z;
    const unsigned threads = with->blockDim.x * with->blockDim.y * with->blockDim.z,
                   most = attributes.nonPortableClusterSizeAllowed ? most_in_cluster : portable_cluster;
    if (size == 0 || size > most)
        return remember(cudaErrorInvalidClusterSize);
    const bool fits = threads >= 1 && (int)threads <= attributes.maxThreadsPerBlock &&
                      with->dynamicSmemBytes <= (size_t)attributes.maxDynamicSharedSizeBytes;
    *count = !fits ? 0 : needs_many_stacks(size * threads) ? 1 : (int)core_count();
    return cudaSuccess;
}

// The largest size that the kernel may have; an error where the configuration asks for more.
cudaError_t cpu_device_largest_cluster(int *size, const void *kernel, const cudaLaunchConfig_t *with)
{
    int clusters;
    if (size == nullptr)
        return remember(cudaErrorInvalidValue);
    cudaFuncAttributes attributes;
    if (cudaError_t error = cpu_device_func_get_attributes(&attributes, kernel))
        return error;
    for (unsigned i = 0; with != nullptr && i < with->numAttrs; ++i)
        if (with->attrs[i].id != cudaLaunchAttributeClusterDimension)
            continue;
        else if (cudaError_t error = cpu_device_active_clusters(&clusters, kernel, with))
            return error;
    *size = (int)(attributes.nonPortableClusterSizeAllowed ? most_in_cluster : portable_cluster);
    return cudaSuccess;
}
