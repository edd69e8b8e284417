// SPDX-License-Identifier: MIT
// nv_atomics.cu: atomic functions with an order and a scope (__nv_atomic_...), in global and shared memory.
#include <stdio.h>

struct results {
    int sum, less, least, most, by_blocks, compared, taken;
    unsigned bits, flipped, kept;
    unsigned long long wide;
    long long lowest;
    float real;
    double twice;
};

__global__ void count(results *r)
{
    __shared__ int of_block;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, one = 1;
    if (t == 0)
        __nv_atomic_store(&of_block, &one, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    __syncthreads();
    __nv_atomic_fetch_add(&of_block, i % 3, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_add(&of_block, 1, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
    __syncthreads();
    if (t == 0)
        __nv_atomic_add(&r->by_blocks, __nv_atomic_load_n(&of_block, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK),
                        __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_add(&r->sum, i, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_sub(&r->less, 2, __NV_ATOMIC_RELAXED);
    __nv_atomic_sub(&r->less, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);
    __nv_atomic_fetch_min(&r->least, 1000 - i, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_max(&r->most, i * 3, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_min(&r->lowest, -i * (1ll << 33), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_or(&r->bits, 1u << i % 20, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_xor(&r->flipped, 1u << i % 7, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_and(&r->kept, ~(1u << i % 11), __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_add(&r->wide, 1ull << 33, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_add(&r->real, 0.25f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_sub(&r->twice, 0.5, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    int old = __nv_atomic_load_n(&r->compared, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    while (!__nv_atomic_compare_exchange_n(&r->compared, &old, old + 3, true, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED,
                                           __NV_THREAD_SCOPE_DEVICE))
        ;
    // A lock of its own for what is added plainly.
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    if (i == 77)
        __nv_atomic_store_n(&r->taken, i, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}

__global__ void alone(int *out)
{
    int a = 5, expected = 4, six = 6, got = 0;
    short narrow = 7;
    float real = 1.5f, other = 2.5f, before = 0;
    *out++ = __nv_atomic_compare_exchange(&a, &expected, &six, false, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_ACQUIRE);
    *out++ = expected; // no: it is 5
    *out++ = __nv_atomic_compare_exchange(&a, &expected, &six, false, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_ACQUIRE);
    *out++ = __nv_atomic_exchange_n(&a, 7, __NV_ATOMIC_RELAXED);
    __nv_atomic_exchange(&a, &six, &got, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_THREAD);
    *out++ = got;
    __nv_atomic_load(&a, &got, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    *out++ = got;
    __nv_atomic_store_n(&narrow, 9, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    *out++ = __nv_atomic_load_n(&narrow, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_exchange(&real, &other, &before, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    *out++ = (int)(10 * before + real);
    *out++ = __NV_ATOMIC_RELAXED + 10 * __NV_ATOMIC_ACQUIRE + 100 * __NV_ATOMIC_RELEASE + 1000 * __NV_ATOMIC_SEQ_CST;
}

int main()
{
    results *dev, r = {};
    int *dev_out, out[9];
    r.kept = 0xffffffff;
    if (cudaMalloc(&dev, sizeof r) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemcpy(dev, &r, sizeof r, cudaMemcpyHostToDevice);
    count<<<5, 64>>>(dev);
    cudaMemcpy(&r, dev, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %lld\n", r.sum, r.less, r.least, r.most, r.lowest);
    printf("%x %x %x %llu\n", r.bits, r.flipped, r.kept, r.wide);
    printf("%g %g %d %d %d\n", r.real, r.twice, r.by_blocks, r.compared, r.taken);
    alone<<<1, 1>>>(dev_out);
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int x : out)
        printf("%d ", x);
    printf("\n");
    cudaFree(dev);
    cudaFree(dev_out);
    return 0;
}
