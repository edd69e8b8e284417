// SPDX-License-Identifier: MIT
// devices_flags.cu: kernels on two devices hand a buffer to each other and back while both run: by a volatile flag and
// fences, and by a cuda::atomic of system scope; and a sum to which a system-wide atomic adds.
//
// Needs 2 devices.

#include <cuda/atomic>
#include <stdio.h>

const int n = 256, rounds = 10;

struct shared_by_two {
    int data[n];
    volatile int turn;
    int finished;
    int sum;
};

// In turn each of the two adds one to all elements.
__global__ void take_turns(shared_by_two *s, int me)
{
    for (int round = 0; round < rounds; ++round) {
        if (threadIdx.x == 0) {
            while (s->turn != 2 * round + me)
                ;
            __threadfence_system();
        }
        __syncthreads();
        s->data[threadIdx.x] += 1;
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence_system();
            s->turn = 2 * round + me + 1;
        }
    }
    __syncthreads();
    atomicAdd_system(&s->sum, 1);
    if (threadIdx.x == 0 && me == 1)
        cuda::atomic_ref<int, cuda::thread_scope_system>(s->finished).store(1, cuda::memory_order_release);
}

// Waits for the end of it, and doubles what has come of it.
__global__ void double_all(shared_by_two *s)
{
    if (threadIdx.x == 0)
        while (cuda::atomic_ref<int, cuda::thread_scope_system>(s->finished).load(cuda::memory_order_acquire) == 0)
            ;
    __syncthreads();
    s->data[threadIdx.x] *= 2;
}

int main()
{
    int devices = 0, data[n], sum = 0;
    cudaGetDeviceCount(&devices);
    if (devices < 2)
        return 77;
    shared_by_two *s;
    cudaMalloc(&s, sizeof *s);
    cudaMemset(s, 0, sizeof *s);
    cudaDeviceSynchronize();
    cudaStream_t other;
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    take_turns<<<1, n>>>(s, 0);
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    take_turns<<<1, n>>>(s, 1);
    cudaSetDevice(0);
    double_all<<<1, n, 0, other>>>(s); // the last: on two cores, two kernels run at a time
    cudaDeviceSynchronize();
    cudaSetDevice(1);
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    cudaMemcpy(data, s->data, sizeof data, cudaMemcpyDeviceToHost);
    cudaMemcpy(&sum, &s->sum, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", data[0], data[n - 1], sum);
    cudaStreamDestroy(other);
    cudaFree(s);
    return data[0] != 4 * rounds || data[n - 1] != 4 * rounds || sum != 2 * n;
}
