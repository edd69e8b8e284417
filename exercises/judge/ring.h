// SPDX-License-Identifier: MIT
// ring.h: judges the exercise "ring".
#pragma once
#include <cuda/barrier>
#include <utility>

#include "judge.h"

enum { threads_per_block = 64 };

// Of a block, for the judge: how often the two functions below have been called and have ended, and what they saw.
struct diary {
    int stored, worked;
    int work_before_all_stored; // a thread has begun its own work before all have come to store
    int on_before_all_worked;   // a thread has gone on to the next round before all have done their work
};

__host__ __device__ inline int mixed(int number, int with)
{
    return (int)((unsigned)number * 1664525u + (unsigned)with * 1013904223u) >> 3;
}

// Lets the other threads run that need not wait for this one.
__device__ inline void take_time(int times)
{
    for (int i = 0; i < times; ++i)
        __nanosleep(100);
}

// The number that a thread stores in a round. The second warp takes longer, so that the first can go on before it.
__device__ inline int number_to_store(struct diary *diary, int cell)
{
    take_time(threadIdx.x < 32 ? 0 : 10);
    int before = atomicAdd(&diary->stored, 1);
    if (atomicAdd(&diary->worked, 0) < before / threads_per_block * threads_per_block)
        atomicExch(&diary->on_before_all_worked, 1);
    return mixed(cell, 7);
}

// The thread's own work of a round: it needs no other thread.
__device__ inline int own_work(struct diary *diary, int cell, int round)
{
    if (atomicAdd(&diary->stored, 0) < (round + 1) * threads_per_block)
        atomicExch(&diary->work_before_all_stored, 1);
    take_time(threadIdx.x < 32 ? 5 : 25);
    atomicAdd(&diary->worked, 1);
    return mixed(cell, round);
}

// In each round, each cell becomes own_work() of it, plus number_to_store() of its two neighbours in the block's ring.
// The blocks are full, and have dynamic shared memory for one barrier.
__global__ void ring(const int *in, int *out, int rounds, struct diary *diaries);

#ifdef JUDGES
// What the threads of all cases together have seen.
struct sight {
    bool work_before_all_stored = false, on_before_all_worked = false;
    void add(const array<int> &diaries, int blocks)
    {
        for (int block = 0; block < blocks; ++block) {
            work_before_all_stored |= diaries[4 * (size_t)block + 2] != 0;
            on_before_all_worked |= diaries[4 * (size_t)block + 3] != 0;
        }
    }
    void expect_split_barrier() const
    {
        if (!work_before_all_stored)
            end_judging("waits",
                        "no thread begins its own work before all have stored: let that work stand before wait()");
        if (!on_before_all_worked)
            end_judging("waits",
                        "no thread goes on to the next round before all have done their own work: let arrive() stand "
                        "before that work, and let nothing else wait for it");
    }
};

static void judge()
{
    sight seen;
    for (int blocks : {1, 3})
        for (int rounds : {4, 9}) {
            begin_case("%d blocks, %d rounds", blocks, rounds);
            const int n = blocks * threads_per_block;
            const size_t shared = sizeof(cuda::barrier<cuda::thread_scope_block>);
            array<int> in(n, [](size_t i) { return input(i, 1000); }), out(n);
            array<int> diaries(4 * (size_t)blocks, [](size_t) { return 0; });
            run([&] { ring<<<blocks, threads_per_block, shared>>>(in, out, rounds, (struct diary *)(int *)diaries); });
            std::vector<int> cells(n), next(n);
            for (int i = 0; i < n; ++i)
                cells[i] = in[i];
            for (int round = 0; round < rounds; ++round) {
                for (int i = 0; i < n; ++i) {
                    const int t = i % threads_per_block, first = i - t;
                    const int left = first + (t + threads_per_block - 1) % threads_per_block;
                    const int right = first + (t + 1) % threads_per_block;
                    next[i] = (int)((unsigned)mixed(cells[i], round) + (unsigned)mixed(cells[left], 7) +
                                    (unsigned)mixed(cells[right], 7));
                }
                cells = next;
            }
            out.expect("out", [&](size_t i) { return cells[i]; });
            expect_storing_threads(n);
            expect_divided(32 * rounds + 64);
            diaries.copy_back();
            seen.add(diaries, blocks);
        }
    if (judge_counts())
        seen.expect_split_barrier();
}
#endif
