// SPDX-License-Identifier: MIT
// ptx_threads.cu: PTX in asm statements: special registers, memory, atomics, barriers, fences, shuffles and votes of a
// warp, and the end of a thread.
// Compiled with: -arch=sm_80

#include <stdio.h>

#include "../handle_error.h"

constexpr int block = 64;
__device__ unsigned results[2 * block][16];
__device__ int flags[4];

__device__ __forceinline__ unsigned lane_id()
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

#define REGISTER(name)                                                                                                 \
    asm volatile("mov.u32 %0, %%" name ";" : "=r"(value));                                                             \
    mine[i++] = value

__global__ void registers()
{
    unsigned value, x, wide, clock, multiprocessor, multiprocessors;
    unsigned long long long_clock, timer;
    asm("mov.u32 %0, %%ctaid.x;\n\tmov.u32 %1, %%ntid.x;" : "=r"(x), "=r"(wide));
    unsigned *mine = results[x * wide + threadIdx.x];
    int i = 0;
    REGISTER("tid.x");
    REGISTER("tid.y");
    REGISTER("ntid.x");
    REGISTER("ntid.z");
    REGISTER("ctaid.x");
    REGISTER("nctaid.x");
    REGISTER("nctaid.y");
    REGISTER("laneid");
    REGISTER("lanemask_eq");
    REGISTER("lanemask_lt");
    REGISTER("lanemask_le");
    REGISTER("lanemask_gt");
    REGISTER("lanemask_ge");
    mine[i++] = lane_id();
    asm volatile("mov.u32 %0, %%clock;" : "=r"(clock)::"memory");
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(long_clock));
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(timer));
    asm("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
    asm("mov.u32 %0, %%nsmid;" : "=r"(multiprocessors));
    mine[i++] = multiprocessor < multiprocessors && long_clock > 0 && timer > 0 && (clock > 0 || clock == 0);
}

__global__ void memory(const float *in, float *out)
{
    __shared__ float shared[block];
    unsigned at = (unsigned)__cvta_generic_to_shared(&shared[threadIdx.x]);
    const float *from = in + threadIdx.x;
    float a, b, c, d, e, f;
    asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(a) : "l"(from));
    asm volatile("ld.global.cg.f32 %0, [%1+256];" : "=f"(b) : "l"(from));
    asm volatile("ld.volatile.global.f32 %0, [%1];" : "=f"(c) : "l"(from) : "memory");
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(a + b + c) : "memory");
    asm volatile("bar.sync 0;" ::: "memory");
    unsigned other = at - 4 * threadIdx.x + 4 * (block - 1 - threadIdx.x);
    asm volatile("{\n\t.reg .u64 g;\n\tcvt.u64.u32 g, %1;\n\tcvta.shared.u64 g, g;\n\tld.f32 %0, [g];\n\t}"
                 : "=f"(d)
                 : "r"(other));
    asm volatile("st.global.wt.f32 [%0], %1;" ::"l"(out + threadIdx.x), "f"(d));
    if (threadIdx.x == 0) {
        asm volatile("ld.global.v2.f32 {%0, %1}, [%2];" : "=f"(e), "=f"(f) : "l"(in));
        asm volatile("st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(out + block), "f"(e), "f"(f), "f"(a),
                     "f"(5.5f));
        asm volatile("prefetch.global.L2 [%0];" ::"l"(in));
    }
    __syncthreads(); // before others' places change
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    out[block + 4 + threadIdx.x] = shared[threadIdx.x];
}

__global__ void atomics(int *counters, unsigned long long *large)
{
    int old;
    asm volatile("atom.global.add.s32 %0, [%1], 2;" : "=r"(old) : "l"(counters) : "memory");
    asm volatile("red.global.max.s32 [%0], %1;" ::"l"(counters + 1), "r"((int)threadIdx.x) : "memory");
    asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" ::"l"(large), "l"(1ull << 33) : "memory");
    asm volatile("atom.global.cas.b32 %0, [%1], 0, %2;" : "=r"(old) : "l"(counters + 2), "r"(5) : "memory");
    asm volatile("atom.global.exch.b32 %0, [%1], 9;" : "=r"(old) : "l"(counters + 3) : "memory");
    asm volatile("atom.global.inc.u32 %0, [%1], 9;" : "=r"(old) : "l"(counters + 4) : "memory");
    if (old > 9) // never
        counters[7] = old;
}

// A block hands a number on to the next, and the other waits for it.
__global__ void hand_on(int *data)
{
    if (threadIdx.x != 0)
        asm volatile("exit;");
    if (blockIdx.x == 0) {
        data[0] = 42;
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
        asm volatile("st.relaxed.gpu.global.s32 [%0], 1;" ::"l"(&flags[0]) : "memory");
        data[1] = 43;
        asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(&flags[1]) : "memory");
    } else {
        int flag;
        do
            asm volatile("ld.volatile.global.s32 %0, [%1];" : "=r"(flag) : "l"(&flags[0]) : "memory");
        while (flag == 0);
        asm volatile("membar.gl;" ::: "memory");
        data[2] = data[0];
        do
            asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(flag) : "l"(&flags[1]) : "memory");
        while (flag == 0);
        data[3] = data[1];
    }
}

__global__ void warps()
{
    unsigned lane = lane_id(), value, mask = 0xffffffffu;
    unsigned *mine = results[threadIdx.x];
    int i = 0;
    asm volatile("shfl.sync.down.b32 %0, %1, 3, 0x1f, 0xffffffff;" : "=r"(value) : "r"(lane));
    mine[i++] = value;
    asm volatile("shfl.sync.up.b32 %0, %1, 3, 0, %2;" : "=r"(value) : "r"(lane), "r"(mask));
    mine[i++] = value;
    asm volatile("shfl.sync.bfly.b32 %0, %1, 5, 0x1f, %2;" : "=r"(value) : "r"(lane), "r"(mask));
    mine[i++] = value;
    asm volatile("shfl.sync.idx.b32 %0, %1, 2, 0x181f, %2;" : "=r"(value) : "r"(lane), "r"(mask)); // groups of 8
    mine[i++] = value;
    asm volatile("{\n\t.reg .pred there;\n\t"
                 "shfl.sync.up.b32 %0|there, %1, 4, 0, 0xffffffff;\n\t"
                 "@there add.u32 %0, %0, %1;\n\t}"
                 : "=&r"(value)
                 : "r"(lane));
    mine[i++] = value;
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 7; vote.sync.ballot.b32 %0, p, %2; }"
                 : "=r"(value)
                 : "r"(lane), "r"(mask));
    mine[i++] = value;
    asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 7; vote.sync.any.pred q, p, %2; selp.u32 %0, 1, 0, q; }"
                 : "=r"(value)
                 : "r"(lane), "r"(mask));
    mine[i++] = value;
    asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 7; vote.sync.all.pred q, !p, %2; selp.u32 %0, 1, 0, q; }"
                 : "=r"(value)
                 : "r"(lane), "r"(mask));
    mine[i++] = value;
    asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(value) : "r"(lane / 10), "r"(mask));
    mine[i++] = value;
    asm volatile("redux.sync.add.u32 %0, %1, %2;" : "=r"(value) : "r"(lane), "r"(mask));
    mine[i++] = value;
    asm volatile("bar.warp.sync 0xffffffff;");
}

static void show(const char *what, int thread, int n)
{
    unsigned host[2 * block][16];
    HANDLE_ERROR(cudaMemcpyFromSymbol(host, results, sizeof host));
    printf("%s, thread %d:", what, thread);
    for (int i = 0; i < n; ++i)
        printf(" %x", host[thread][i]);
    printf("\n");
}

int main(void)
{
    registers<<<2, block>>>();
    HANDLE_ERROR(cudaGetLastError());
    for (int thread : {0, 31, 33, 127})
        show("registers", thread, 15);

    float *in, *out;
    HANDLE_ERROR(cudaMallocManaged(&in, 2 * block * sizeof *in));
    HANDLE_ERROR(cudaMallocManaged(&out, (2 * block + 4) * sizeof *out));
    for (int i = 0; i < 2 * block; ++i)
        in[i] = (float)i;
    memory<<<1, block>>>(in, out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("memory: %g %g %g, %g %g %g %g, %g\n", out[0], out[1], out[63], out[64], out[65], out[66], out[67],
           out[100]);

    int *counters;
    unsigned long long *large;
    HANDLE_ERROR(cudaMallocManaged(&counters, 8 * sizeof *counters));
    HANDLE_ERROR(cudaMallocManaged(&large, sizeof *large));
    for (int i = 0; i < 8; ++i)
        counters[i] = 0;
    *large = 0;
    atomics<<<2, block>>>(counters, large);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("atomics: %d %d %d %d %d, %llx\n", counters[0], counters[1], counters[2], counters[3], counters[4], *large);

    hand_on<<<2, 32>>>(counters);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("handed on: %d %d\n", counters[2], counters[3]);

    warps<<<1, 32>>>();
    HANDLE_ERROR(cudaGetLastError());
    for (int lane : {0, 7, 13, 31})
        show("warp", lane, 10);
    HANDLE_ERROR(cudaFree(in));
    HANDLE_ERROR(cudaFree(out));
    HANDLE_ERROR(cudaFree(counters));
    HANDLE_ERROR(cudaFree(large));
    return 0;
}
