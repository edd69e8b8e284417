// SPDX-License-Identifier: MIT
// Kinds of loads and stores: what the kernels of kinds.cu and kinds_of_size.cu share. In each, a thread stores an
// element (line W), and reads one of another warp (line R). Without the barrier between, that is a race, in shared
// memory and in global memory. Lines marked "there" load or store for a caller.
#pragma once

#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const int threads = 64;

struct in_shared {
    template <class T> static __device__ T *at(void *)
    {
        __shared__ T elements[threads];
        return elements;
    }
};
struct in_global {
    template <class T> static __device__ T *at(void *memory)
    {
        return static_cast<T *>(memory);
    }
};

template <bool waits> __device__ void wait()
{
    if (waits)
        __syncthreads();
}

template <class T> __noinline__ __device__ T made(int t)
{
    T r = {};
    memset(&r, t, sizeof r);
    return r;
}
template <class T> __device__ T made_inline(int t)
{
    T r = {};
    memset(&r, t, sizeof r);
    return r;
}
template <class T> __noinline__ __device__ T passed_on(T v)
{
    return v;
}
template <class T> __noinline__ __device__ T read_there(const T *from)
{
    return *from; // there
}
template <class T> __noinline__ __device__ void store_there(T *to, const T &v)
{
    *to = v; // there
}
template <class T> __noinline__ __device__ int first_of(T v)
{
    return *(const unsigned char *)&v;
}
template <class T> __noinline__ __device__ int first_of_many(int, T v, int, T w)
{
    return *(const unsigned char *)&v + *(const unsigned char *)&w;
}
__noinline__ inline __device__ void fill(int *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
}

// The kernel of a kind has the pointer s to elements of type T, the index t of its thread, and that of another warp's.
#define KIND_OF(name, ...)                                                                                             \
    template <class M, bool waits, class T> __device__ void do_##name(T *s, int t, int other, int *out);               \
    template <class M, bool waits> __global__ void name(void *memory, int *out)                                        \
    {                                                                                                                  \
        const int t = threadIdx.x;                                                                                     \
        do_##name<M, waits>(M::template at<__VA_ARGS__>(memory), t, threads - 1 - t, out + t);                         \
    }                                                                                                                  \
    template <class M, bool waits, class T>                                                                            \
    [[gnu::always_inline]] inline __device__ void do_##name(T *s, int t, int other, int *out)

struct kind {
    const char *name;
    void (*in_shared)(void *, int *), (*in_global)(void *, int *);
};

// Launches all kernels.
inline int launch_all(const kind *kinds, size_t count)
{
    const size_t most = threads * 256;
    void *memory;
    int *out;
    if (cudaMalloc(&memory, most) != cudaSuccess || cudaMalloc(&out, threads * sizeof *out) != cudaSuccess)
        return 77;
    for (size_t i = 0; i < count; i++) {
        cudaMemset(memory, 0, most);
        cudaMemset(out, 0, threads * sizeof *out);
        kinds[i].in_shared<<<1, threads>>>(memory, out);
        kinds[i].in_global<<<1, threads>>>(memory, out);
        if (cudaDeviceSynchronize() != cudaSuccess)
            printf("%s fails\n", kinds[i].name);
    }
    return cudaFree(memory) != cudaSuccess || cudaFree(out) != cudaSuccess;
}
