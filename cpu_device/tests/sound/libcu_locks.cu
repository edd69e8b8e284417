// SPDX-License-Identifier: MIT
// libcu_locks.cu: threads wait for one another by what libcu++ has: locks of an atomic, a flag, a barrier of the block,
// a semaphore, a latch. Everything between is plain.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/utility>

using counter = cuda::atomic<int, cuda::thread_scope_device>;

struct exchange_lock {
    counter held;
    __device__ void lock()
    {
        while (held.exchange(1, cuda::std::memory_order_acquire) != 0)
            ;
    }
    __device__ void unlock()
    {
        held.store(0, cuda::std::memory_order_release);
    }
};

struct compare_lock {
    counter held;
    __device__ void lock()
    {
        for (int free = 0; !held.compare_exchange_weak(free, 1, cuda::std::memory_order_acquire); free = 0)
            ;
    }
    __device__ void unlock()
    {
        held.store(0, cuda::std::memory_order_release);
    }
};

struct ticket_lock {
    counter next, serving;
    __device__ void lock()
    {
        int mine = next.fetch_add(1, cuda::std::memory_order_relaxed);
        while (serving.load(cuda::std::memory_order_acquire) != mine)
            ;
    }
    __device__ void unlock()
    {
        serving.fetch_add(1, cuda::std::memory_order_release);
    }
};

struct semaphore_lock {
    cuda::binary_semaphore<cuda::thread_scope_device> free{1};
    __device__ void lock()
    {
        free.acquire();
    }
    __device__ void unlock()
    {
        free.release();
    }
};

template <class Lock> __global__ void make(Lock *lock)
{
    new (lock) Lock{};
}

template <class Lock> __global__ void add_up(Lock *lock, int *sum)
{
    for (int i = 0; i < 2; i++) {
        lock->lock();
        *sum += 1;
        lock->unlock();
    }
}

template <class Lock> int add_up()
{
    Lock *lock;
    int *sum, result = -1;
    cudaMalloc(&lock, sizeof *lock);
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    make<<<1, 1>>>(lock);
    add_up<<<6, 4>>>(lock, sum);
    cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(lock);
    cudaFree(sum);
    return result;
}

// The last block adds up what all have stored; the default order of cuda::atomic is sequentially consistent.
__global__ void last_block(int *parts, counter *done, int *sum)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = blockIdx.x + 1;
        last = done->fetch_add(1) == (int)gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 1)
        for (unsigned i = 0; i < gridDim.x; i++)
            *sum += parts[i];
}

// The same by fences around relaxed operations.
__global__ void fenced_flag(int *data, counter *flag, int *out)
{
    if (blockIdx.x == 0) {
        *data = 5;
        cuda::atomic_thread_fence(cuda::std::memory_order_release, cuda::thread_scope_device);
        flag->store(1, cuda::std::memory_order_relaxed);
    } else {
        while (flag->load(cuda::std::memory_order_relaxed) == 0)
            ;
        cuda::atomic_thread_fence(cuda::std::memory_order_acquire, cuda::thread_scope_device);
        *out = *data;
    }
}

#pragma nv_diag_suppress static_var_with_dynamic_init // init() makes it
__global__ void rotate(int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    __shared__ int values[64];
    int t = threadIdx.x;
    if (t == 0)
        init(&all, blockDim.x);
    __syncthreads();
    values[t] = t;
    auto token = all.arrive();
    all.wait(cuda::std::move(token));
    int next = values[(t + 1) % 64];
    all.arrive_and_wait();
    values[t] = 2 * next;
    all.arrive_and_wait();
    out[t] = values[63 - t];
}

__global__ void all_ready(cuda::latch<cuda::thread_scope_device> *ready, int *values, int *out)
{
    values[threadIdx.x] = threadIdx.x;
    ready->arrive_and_wait();
    out[threadIdx.x] = values[threadIdx.x ^ 1];
}
__global__ void make_latch(cuda::latch<cuda::thread_scope_device> *ready, int n)
{
    new (ready) cuda::latch<cuda::thread_scope_device>(n);
}

int main()
{
    int *dev, out[64];
    counter *count;
    cuda::latch<cuda::thread_scope_device> *ready;
    cudaMalloc(&dev, 128 * sizeof(int));
    cudaMemset(dev, 0, 128 * sizeof(int));
    cudaMalloc(&count, 2 * sizeof *count);
    cudaMemset(count, 0, 2 * sizeof *count);
    cudaMalloc(&ready, sizeof *ready);

    bool right = add_up<exchange_lock>() == 48 && add_up<compare_lock>() == 48 && add_up<ticket_lock>() == 48 &&
                 add_up<semaphore_lock>() == 48;

    last_block<<<20, 32>>>(dev, count, dev + 20);
    fenced_flag<<<2, 1>>>(dev + 21, count + 1, dev + 22);
    cudaMemcpy(out, dev + 20, 3 * sizeof(int), cudaMemcpyDeviceToHost);
    right &= out[0] == 210 && out[2] == 5;

    rotate<<<1, 64>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int t = 0; t < 64; t++)
        right &= out[t] == 2 * ((64 - t) % 64);

    make_latch<<<1, 1>>>(ready, 2);
    all_ready<<<1, 2>>>(ready, dev + 64, dev + 66);
    cudaMemcpy(out, dev + 66, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    right &= out[0] == 1 && out[1] == 0;

    cudaFree(dev);
    cudaFree(count);
    cudaFree(ready);
    printf("%s\n", right ? "right" : "WRONG");
    return !right;
}
