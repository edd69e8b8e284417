// SPDX-License-Identifier: MIT
// phase_transactions.cu: barriers that count the bytes of asynchronous copies: memcpy_async_tx(), barrier_arrive_tx()
// with one arrival and several, barrier_expect_tx(), bytes before and after the arrivals.
// Compiled with: -arch=sm_90

#include <cuda/barrier>
#include <stdio.h>
#include <utility>

#include "../handle_error.h"

#pragma nv_diag_suppress static_var_with_dynamic_init
constexpr int block = 64, bytes = block * sizeof(int);
__managed__ alignas(16) int in[4 * block];
__managed__ int out[4][block], answers[8];
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void copies()
{
    __shared__ alignas(16) int tile[4][block];
    __shared__ barrier by_one, by_all, expected, of_two;
    const int t = threadIdx.x;
    if (t == 0) {
        init(&by_one, 1);
        init(&by_all, block);
        init(&expected, block);
        init(&of_two, 2);
    }
    __syncthreads();
    if (t == 0) { // the bytes are expected before the copy begins
        auto token = cuda::device::barrier_arrive_tx(by_one, 1, bytes);
        cuda::device::memcpy_async_tx(tile[0], in, cuda::aligned_size_t<16>(bytes), by_one);
        by_one.wait(std::move(token));
        answers[0] = tile[0][block - 1];
    }
    by_one.wait_parity(false);
    out[0][t] = tile[0][t];

    barrier::arrival_token token; // after it; all threads arrive
    if (t == 0) {
        cuda::device::memcpy_async_tx(tile[1], in + block, cuda::aligned_size_t<16>(bytes), by_all);
        token = cuda::device::barrier_arrive_tx(by_all, 1, bytes);
    } else {
        token = by_all.arrive();
    }
    by_all.wait(std::move(token));
    out[1][t] = tile[1][t];

    if (t == 0) { // two copies; the bytes are expected apart from the arrival
        cuda::device::barrier_expect_tx(expected, bytes);
        cuda::device::memcpy_async_tx(tile[2], in + 2 * block, cuda::aligned_size_t<16>(bytes / 2), expected);
        cuda::device::memcpy_async_tx(tile[2] + block / 2, in + 2 * block + block / 2,
                                      cuda::aligned_size_t<16>(bytes / 2), expected);
    }
    expected.arrive_and_wait();
    out[2][t] = tile[2][t];

    if (t == 0) { // two arrivals at once
        (void)cuda::device::barrier_arrive_tx(of_two, 2, bytes);
        answers[1] = of_two.try_wait_parity_for(false, cuda::std::chrono::nanoseconds(1000)); // nothing is on its way
        cuda::device::memcpy_async_tx(tile[3], in + 3 * block, cuda::aligned_size_t<16>(bytes), of_two);
    }
    of_two.wait_parity(false);
    out[3][t] = tile[3][t];
}

int main()
{
    for (int i = 0; i < 4 * block; i++)
        in[i] = 5 * i;
    copies<<<1, block>>>();
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("answers: %d %d\n", answers[0], answers[1]);
    for (int row = 0; row < 4; row++)
        printf("tile %d: %d %d %d\n", row, out[row][0], out[row][block / 2], out[row][block - 1]);
    return 0;
}
