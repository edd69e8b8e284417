// SPDX-License-Identifier: MIT
// libcu_atomic.cu: cuda::atomic and cuda::atomic_ref of each scope, in global and shared memory.
#include <cstdio>
#include <cuda/atomic>

struct results {
    cuda::atomic<int, cuda::thread_scope_device> sum;
    cuda::atomic<unsigned> bits;
    cuda::atomic<long long> wide;
    int plain, least, most, by_blocks, compared;
};

__global__ void count(results *r)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> of_block;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0)
        new (&of_block) cuda::atomic<int, cuda::thread_scope_block>(0);
    __syncthreads();
    of_block.fetch_add(i % 3, cuda::std::memory_order_relaxed);
    of_block++;
    __syncthreads();
    cuda::atomic_ref<int, cuda::thread_scope_device> by_blocks(r->by_blocks), plain(r->plain), least(r->least),
        most(r->most), compared(r->compared);
    if (t == 0)
        by_blocks += of_block.load();
    r->sum.fetch_add(i);
    r->sum -= 1;
    r->bits.fetch_or(1u << i % 20, cuda::std::memory_order_relaxed);
    r->bits.fetch_and(~(1u << 31));
    r->wide.fetch_add(1ll << 33);
    plain.fetch_sub(2, cuda::std::memory_order_acq_rel);
    least.fetch_min(1000 - i);
    most.fetch_max(i * 3);
    for (int old = compared.load(); !compared.compare_exchange_weak(old, old + 3);)
        ;
}

__global__ void alone(int *out)
{
    cuda::atomic<int> a(5);
    int expected = 4;
    *out++ = a.compare_exchange_strong(expected, 6); // no: it is 5
    *out++ = expected;
    *out++ = a.compare_exchange_strong(expected, 6);
    *out++ = a.exchange(7);
    *out++ = a.load();
    *out++ = a.fetch_xor(3);
    a.store(-1, cuda::std::memory_order_release);
    *out++ = a;
    *out++ = ++a;
    *out++ = a.is_lock_free();
}

int main()
{
    results *dev, r;
    int *dev_out, out[9];
    if (cudaMalloc(&dev, sizeof r) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemset(dev, 0, sizeof r);
    count<<<5, 64>>>(dev);
    cudaMemcpy((void *)&r, dev, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d %x %lld\n", r.sum.load(), r.bits.load(), r.wide.load());
    printf("%d %d %d %d %d\n", r.plain, r.least, r.most, r.by_blocks, r.compared);
    alone<<<1, 1>>>(dev_out);
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int x : out)
        printf("%d ", x);
    printf("\n");
    cudaFree(dev);
    cudaFree(dev_out);
    return 0;
}
