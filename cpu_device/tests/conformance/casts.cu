// SPDX-License-Identifier: MIT
// casts.cu: the bits of numbers, halves of a double, shifts across two words, the n-th set bit, means, kinds of memory,
// and loads and stores with a word to the caches.

#include <stdio.h>

#include "../handle_error.h"

constexpr int most = 64;
__device__ long long results[most];
__constant__ int constant = 5;
__device__ int global = 6;

__global__ void bits(float x, double u)
{
    int i = 0;
    results[i++] = __float_as_int(x);
    results[i++] = __float_as_uint(-x);
    results[i++] = __float_as_int(__int_as_float(0x7f800001 | 1 << 22));
    results[i++] = (long long)__uint_as_float(0x42280000u);
    results[i++] = __double_as_longlong(u);
    results[i++] = __double_as_longlong(__longlong_as_double(-1));
    results[i++] = __double2hiint(u);
    results[i++] = __double2loint(u);
    results[i++] = __hiloint2double(__double2hiint(u), __double2loint(u)) == u;
    results[i++] = __funnelshift_l(0x80000001u, 0x12345678u, 4);
    results[i++] = __funnelshift_l(0x80000001u, 0x12345678u, 36);
    results[i++] = __funnelshift_lc(0x80000001u, 0x12345678u, 36);
    results[i++] = __funnelshift_r(0x80000001u, 0x12345678u, 4);
    results[i++] = __funnelshift_r(0x80000001u, 0x12345678u, 32);
    results[i++] = __funnelshift_rc(0x80000001u, 0x12345678u, 32);
    results[i++] = __fns(0xf0, 0, 1);
    results[i++] = __fns(0xf0, 5, 2);
    results[i++] = __fns(0xf0, 6, -2);
    results[i++] = __fns(0xf0, 6, -4);
    results[i++] = __fns(0xf0, 4, 0);
    results[i++] = __fns(0xf0, 3, 0);
    results[i++] = __uhadd(0xffffffffu, 3);
    results[i++] = __urhadd(0xffffffffu, 2);
    results[i++] = llmax(-5ll, 3ll);
    results[i++] = (long long)ullmin(5ull, 1ull << 40);
}

__global__ void kinds_of_memory()
{
    __shared__ int shared[4];
    int local[4] = {1, 2, 3, 4};
    int i = 0;
    int volatile index = threadIdx.x;
    int *const of_thread = &local[index];
    shared[index] = 7;
    results[i++] = __isGlobal(&global) && !__isShared(&global) && !__isLocal(&global);
    results[i++] = __isShared(&shared[0]) && !__isGlobal(&shared[0]) && !__isLocal(&shared[0]);
    results[i++] = __isLocal(of_thread) && !__isGlobal(of_thread) && !__isShared(of_thread);
    results[i++] = *of_thread;
    unsigned address = (unsigned)__cvta_generic_to_shared(&shared[0]);
    results[i++] = *(int *)__cvta_shared_to_generic(address);
    results[i++] = *(int *)__cvta_global_to_generic(__cvta_generic_to_global(&global));
    results[i++] = constant;
}

__global__ void caches(const int *in, int *out, const float4 *vectors, float4 *vectors_out)
{
    out[0] = __ldg(in) + __ldca(in + 1) + __ldcg(in + 2) + __ldcs(in + 3) + __ldlu(in + 4) + __ldcv(in + 5);
    __stwb(out + 1, 1);
    __stcg(out + 2, 2);
    __stcs(out + 3, 3);
    __stwt(out + 4, 4);
    __stcg(vectors_out, __ldg(vectors));
    __stwt(vectors_out + 1, __ldcv(vectors + 1));
}

static void show(int n)
{
    long long host[most];
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpyFromSymbol(host, results, n * sizeof *host));
    for (int i = 0; i < n; ++i)
        printf("%lld%s", host[i], i % 8 == 7 || i + 1 == n ? "\n" : " ");
}

int main(void)
{
    bits<<<1, 1>>>(1.5f, -1e100);
    show(25);
    kinds_of_memory<<<1, 1>>>();
    show(7);

    int *ints;
    float4 *vectors;
    HANDLE_ERROR(cudaMallocManaged(&ints, 16 * sizeof(int)));
    HANDLE_ERROR(cudaMallocManaged(&vectors, 4 * sizeof(float4)));
    for (int i = 0; i < 6; ++i)
        ints[i] = 1 << i;
    vectors[0] = make_float4(1, 2, 3, 4);
    vectors[1] = make_float4(5, 6, 7, 8);
    caches<<<1, 1>>>(ints, ints + 8, vectors, vectors + 2);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("%d %d %d %d %d, %g %g\n", ints[8], ints[9], ints[10], ints[11], ints[12], vectors[2].w, vectors[3].x);
    HANDLE_ERROR(cudaFree(ints));
    HANDLE_ERROR(cudaFree(vectors));
    return 0;
}
