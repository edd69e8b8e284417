// SPDX-License-Identifier: MIT
// phase_barriers.cu: what a barrier in shared memory answers: counts that its tokens hold, phases by token and by
// parity, arrivals for several threads, threads that drop out, a completion function, and a barrier that begins anew.

#include <cuda/barrier>
#include <cuda_awbarrier_primitives.h>
#include <new>
#include <stdio.h>
#include <string.h>
#include <utility>

#include "../handle_error.h"

constexpr int block = 64;
__managed__ int answers[block][16];

// One thread alone, so that each answer is certain.
__global__ void counts()
{
    __shared__ __mbarrier_t barrier;
    int *mine = answers[0], i = 0;
    __mbarrier_init(&barrier, 3);
    mine[i++] = __mbarrier_test_wait_parity(&barrier, true); // the phase before the first
    mine[i++] = __mbarrier_test_wait_parity(&barrier, false);
    __mbarrier_token_t first = __mbarrier_arrive(&barrier), second = __mbarrier_arrive(&barrier);
    mine[i++] = __mbarrier_token_pending_count(first);
    mine[i++] = __mbarrier_token_pending_count(second);
    mine[i++] = __mbarrier_test_wait(&barrier, first);
    __mbarrier_token_t third = __mbarrier_arrive_and_drop(&barrier);
    mine[i++] = __mbarrier_token_pending_count(third);
    mine[i++] = __mbarrier_test_wait(&barrier, first);
    mine[i++] = __mbarrier_test_wait_parity(&barrier, false);
    mine[i++] = __mbarrier_test_wait_parity(&barrier, true);
    first = __mbarrier_arrive(&barrier); // two are expected now
    mine[i++] = __mbarrier_token_pending_count(first);
    mine[i++] = __mbarrier_try_wait(&barrier, first, 100);
    second = __mbarrier_arrive(&barrier);
    mine[i++] = __mbarrier_try_wait(&barrier, second, 100);
    __mbarrier_inval(&barrier);
    __mbarrier_init(&barrier, 1);
    mine[i++] = __mbarrier_test_wait(&barrier, __mbarrier_arrive(&barrier));
    mine[i++] = __mbarrier_maximum_count();
}

struct add_up {
    int *values, *total;
    __device__ void operator()()
    {
        for (int i = 0; i < block; i++)
            *total += values[i];
    }
};
using with_function = cuda::barrier<cuda::thread_scope_block, add_up>;
#pragma nv_diag_suppress static_var_with_dynamic_init

__global__ void by_class()
{
    __shared__ int values[block], total;
    __shared__ cuda::barrier<cuda::thread_scope_block> plain, by_warps;
    __shared__ alignas(with_function) char memory[sizeof(with_function)];
    with_function *adds = reinterpret_cast<with_function *>(memory);
    const int t = threadIdx.x;
    int *mine = answers[t], i = 0;
    if (t == 0) {
        total = 0;
        init(&plain, block);
        init(&by_warps, block);
        new (adds) with_function(block, add_up{values, &total});
    }
    __syncthreads();
    values[t] = t;
    plain.arrive_and_wait();
    mine[i++] = values[(t + 40) % block];
    if (t % 32 == 0)
        (void)by_warps.arrive(32); // for its warp
    by_warps.wait_parity(false);
    mine[i++] = values[block - 1 - t];
    adds->arrive_and_wait();
    mine[i++] = total;
    auto token = adds->arrive();
    adds->wait(std::move(token));
    mine[i++] = total;
    if (t >= 32) {
        plain.arrive_and_drop();
    } else {
        plain.arrive_and_wait();
        mine[i++] = values[t] + 1;
        plain.arrive_and_wait(); // of the first warp alone
        mine[i++] = plain.try_wait_parity_for(true, cuda::std::chrono::nanoseconds(100));
        mine[i++] = plain.try_wait_parity_for(false, cuda::std::chrono::nanoseconds(100));
    }
    if (t == 0)
        mine[i++] = (int)cuda::barrier<cuda::thread_scope_block>::max();
}

int main()
{
    counts<<<1, 1>>>();
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("one thread:");
    for (int i = 0; i < 14; i++)
        printf(" %d", answers[0][i]);
    printf("\n");
    memset(answers, 0, sizeof answers);
    by_class<<<1, block>>>();
    HANDLE_ERROR(cudaDeviceSynchronize());
    const int shown[] = {0, 1, 31, 32, 63};
    for (int t : shown) {
        printf("thread %d:", t);
        for (int i = 0; i < 8; i++)
            printf(" %d", answers[t][i]);
        printf("\n");
    }
    return 0;
}
