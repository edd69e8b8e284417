#!/bin/sh
# SPDX-License-Identifier: MIT
# others.sh BUILD CUCC: right programs in which other blocks or the host write what the shown block reads. Whatever the order
# of a replay, their pages must call no result wrong.
set -u
here=$(realpath -- "$0") && here=${here%/*}
export CUCC_BUILD="$1/cucc"
failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

cat >"$work/others.cu" <<'END'
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Each block of a cluster counts in the memory of the next one.
__global__ void __cluster_dims__(4, 1, 1) count_in_next(int *out)
{
    __shared__ int counts[32];
    cg::cluster_group cluster = cg::this_cluster();
    counts[threadIdx.x % 32] = 0;
    cluster.sync();
    atomicAdd(cluster.map_shared_rank(&counts[threadIdx.x % 32], (cluster.block_rank() + 1) % 4), 1 + threadIdx.x / 32);
    cluster.sync();
    if (threadIdx.x < 32)
        out[blockIdx.x * 32 + threadIdx.x] = counts[threadIdx.x];
}

// All blocks add to one sum, wait for one another, and store it.
__global__ void add_up(int *come, int *sum, int *out)
{
    atomicAdd(sum, 1 + (int)threadIdx.x / 32);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(come, 1);
        while (atomicAdd(come, 0) < (int)gridDim.x)
            ;
        __threadfence();
        out[blockIdx.x] = *(volatile int *)sum;
    }
}

// Two warps write one after the other, since the host replies to the first and the second waits for the reply.
__global__ void talk(volatile int *flag, int *data)
{
    if (threadIdx.x == 0) {
        atomicExch_system(data, 1);
        __threadfence_system();
        flag[0] = 1;
    }
    if (threadIdx.x == 32) {
        while (flag[1] == 0)
            ;
        __threadfence_system();
        atomicExch_system(data, flag[1] + 1);
    }
}

int main(int count, char **)
{
    int *data;
    volatile int *flag;
    if (cudaMalloc(&data, 1024) != cudaSuccess || cudaMallocHost((void **)&flag, 8) != cudaSuccess)
        return 1;
    cudaMemset(data, 0, 1024);
    flag[0] = flag[1] = 0;
    if (count == 1) {
        count_in_next<<<4, 64>>>(data);
    } else if (count == 2) {
        add_up<<<6, 64>>>(data, data + 1, data + 8);
    } else {
        talk<<<1, 64>>>(flag, data);
        while (flag[0] == 0)
            ;
        flag[1] = 41;
    }
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(data);
    cudaFreeHost((void *)flag);
    return error != cudaSuccess;
}
END
(cd "$work" && "$2" -arch=sm_90 others.cu -o others) || exit 1

for arguments in "" blocks "and host"; do
    # shellcheck disable=SC2086 # none, one or two
    CPU_DEVICE_TRACE=$work/fixed.html timeout 100 "$work/others" $arguments </dev/null >"$work/said" 2>&1 &&
        CPU_DEVICE_TRACE_FIXED=$work/fixed.html CPU_DEVICE_TRACE=$work/page.html timeout 100 "$work/others" $arguments \
            </dev/null >>"$work/said" 2>&1 && node "$here/true.js" "$work/page.html" >>"$work/said"
    status=$?
    [ $status = 0 ] || echo "FAILED with arguments '$arguments': $(cat "$work/said")"
    [ $status = 0 ] || failed=1
done
exit $failed
