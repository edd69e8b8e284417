// SPDX-License-Identifier: MIT
// libcu_wait_interrupted.cu: threads wait at a latch while the process gets signals, as a profiler sends them.
#include <cuda/latch>
#include <new>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

const int blocks = 8, threads = 64, signals = 500;
using latch = cuda::latch<cuda::thread_scope_block>;

__global__ void wait_for_host(volatile int *is_set, int *out)
{
    __shared__ alignas(latch) char place[sizeof(latch)];
    __shared__ int value;
    latch *stored = reinterpret_cast<latch *>(place);
    if (threadIdx.x == 0)
        new (stored) latch(1);
    __syncthreads();
    if (threadIdx.x == 0) {
        while (*is_set == 0)
            ;
        value = 7;
        stored->count_down();
    }
    stored->wait();
    out[blockIdx.x * threads + threadIdx.x] = value;
}

static void on_signal(int) {}

// The process gets signals, and its other threads handle them.
static void send_signals(void)
{
    const struct timespec moment = {0, 1000000};
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGURG);
    sigprocmask(SIG_BLOCK, &one, NULL);
    for (int i = 0; i < signals; i++) {
        kill(getpid(), SIGURG);
        nanosleep(&moment, NULL);
    }
}

int main(void)
{
    int *is_set, *dev, out[blocks * threads], wrong = 0;
    struct sigaction action = {};
    action.sa_handler = on_signal;
    if (sigaction(SIGURG, &action, NULL) != 0 || cudaHostAlloc(&is_set, sizeof *is_set, cudaHostAllocMapped) ||
        cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 77;
    *is_set = 0;
    wait_for_host<<<blocks, threads>>>(is_set, dev);
    send_signals();
    *(volatile int *)is_set = 1;
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < blocks * threads; i++)
        wrong += out[i] != 7;
    printf("%d wrong\n", wrong);
    cudaFree(dev);
    cudaFreeHost(is_set);
    return wrong != 0;
}
