// SPDX-License-Identifier: MIT
// ptx_cluster.cu: clusters in inline PTX: their special registers, the barrier in its forms, and addresses in the
// shared memory of other blocks.
// Compiled with: -arch=sm_90

#include <stdio.h>

#include "../handle_error.h"

const int fields = 16;

#define REGISTER(name)                                                                                                 \
    {                                                                                                                  \
        unsigned value;                                                                                                \
        asm volatile("mov.u32 %0, %%" name ";" : "=r"(value));                                                         \
        out[count++] = value;                                                                                          \
    }

__global__ void __cluster_dims__(2, 2, 1) registers(unsigned *all)
{
    if (threadIdx.x != 0)
        return;
    unsigned *out = all + (blockIdx.y * gridDim.x + blockIdx.x) * fields, count = 0;
    REGISTER("clusterid.x")
    REGISTER("clusterid.y")
    REGISTER("clusterid.z")
    REGISTER("nclusterid.x")
    REGISTER("nclusterid.y")
    REGISTER("nclusterid.z")
    REGISTER("cluster_ctaid.x")
    REGISTER("cluster_ctaid.y")
    REGISTER("cluster_ctaid.z")
    REGISTER("cluster_nctaid.x")
    REGISTER("cluster_nctaid.y")
    REGISTER("cluster_nctaid.z")
    REGISTER("cluster_ctarank")
    REGISTER("cluster_nctarank")
}

__device__ unsigned in_shared(const void *address)
{
    return (unsigned)__cvta_generic_to_shared(address);
}

__global__ void __cluster_dims__(4, 1, 1) exchange(unsigned *out)
{
    __shared__ unsigned box[8];
    unsigned t = threadIdx.x, rank, value, remote, owner;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm volatile("barrier.cluster.arrive.relaxed.aligned;\n\tbarrier.cluster.wait;" ::: "memory");
    if (t < 8)
        box[t] = 0;
    asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
    unsigned next = (rank + 1) % 4, before = (rank + 3) % 4;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(in_shared(box)), "r"(next));
    asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(owner) : "r"(remote));
    if (t == 0) {
        asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(remote), "r"(100 + rank) : "memory");
        asm volatile("st.shared::cluster.u32 [%0+4], %1;" ::"r"(remote), "r"(owner) : "memory");
        asm volatile("red.shared::cluster.add.u32 [%0], %1;" ::"r"(remote + 8), "r"(7 + rank) : "memory");
        asm volatile("atom.shared::cluster.add.u32 %0, [%1], %2;"
                     : "=r"(value)
                     : "r"(remote + 12), "r"(rank + 1)
                     : "memory");
    }
    asm volatile("barrier.cluster.arrive;" ::: "memory");
    asm volatile("barrier.cluster.wait;" ::: "memory");
    unsigned *theirs;
    asm volatile("mapa.u64 %0, %1, %2;" : "=l"(theirs) : "l"(box), "r"(before));
    asm volatile("getctarank.u64 %0, %1;" : "=r"(owner) : "l"(theirs));
    if (t < 4) {
        asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(in_shared(box + t)), "r"(before));
        asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(remote));
        out[(blockIdx.x * 4 + t) * 3] = box[t];
        out[(blockIdx.x * 4 + t) * 3 + 1] = value;
        out[(blockIdx.x * 4 + t) * 3 + 2] = 10 * theirs[t] + owner;
    }
    asm volatile("barrier.cluster.arrive.release;" ::: "memory");
    asm volatile("barrier.cluster.wait;" ::: "memory");
}

static void print(const unsigned *out, int count, int in_line)
{
    for (int i = 0; i < count; i++)
        printf("%u%c", out[i], i % in_line == in_line - 1 ? '\n' : ' ');
}

int main()
{
    unsigned *out;
    HANDLE_ERROR(cudaMallocManaged((void **)&out, 1024 * sizeof(unsigned)));
    for (int i = 0; i < 1024; i++)
        out[i] = 0;
    registers<<<dim3(4, 2), 32>>>(out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    print(out, 8 * fields, fields);
    exchange<<<8, 32>>>(out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    print(out, 8 * 12, 12);
    HANDLE_ERROR(cudaFree(out));
    return 0;
}
