// SPDX-License-Identifier: MIT
// ring.h: judges the exercise "ring".
#pragma once
#include <cuda/barrier>
#include <utility>

#include "judge.h"

#if __has_include(<cpu_device/diary.h>)
#include <cpu_device/diary.h>
#else // a GPU keeps no diary
__device__ inline void cpu_device_diary_note(int, int) {}
#endif

enum { threads_per_block = 64 };

// Names a block's diary: which of the two functions below its threads have called, and in which order. The device
// itself keeps that, where no kernel can write.
struct diary {
    int block;
};

__host__ __device__ inline int mixed(int number, int with)
{
    return (int)((unsigned)number * 1664525u + (unsigned)with * 1013904223u) >> 3;
}

enum { stores = 1, begins_work, ends_work }; // what a diary says, each with the thread's cell

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
    (void)diary;
    cpu_device_diary_note(stores, cell);
    return mixed(cell, 7);
}

// The thread's own work of a round: it needs no other thread.
__device__ inline int own_work(struct diary *diary, int cell, int round)
{
    (void)diary;
    cpu_device_diary_note(begins_work, cell);
    take_time(threadIdx.x < 32 ? 5 : 25);
    cpu_device_diary_note(ends_work, cell);
    return mixed(cell, round);
}

// In each round, each cell becomes own_work() of it, plus number_to_store() of its two neighbours in the block's ring.
// The blocks are full, and have dynamic shared memory for one barrier.
__global__ void ring(const int *in, int *out, int rounds, struct diary *diaries);

#ifdef JUDGES
// What the diaries of all cases together show.
struct sight {
    bool work_before_all_stored = false; // a thread has begun its own work before all have come to store
    bool on_before_all_worked = false;   // a thread has gone on to the next round before all have done their work

    // In each round, cells[round], each thread stores, and then does its own work.
    void add(int blocks, const std::vector<std::vector<int>> &cells)
    {
#ifdef JUDGE_COUNTS
        const int rounds = (int)cells.size();
        std::vector<diary_note> notes((size_t)3 * blocks * threads_per_block * rounds + 1);
        notes.resize(std::min(cpu_device_diary_take(notes.data(), notes.size()), notes.size()));
        std::vector<int> made(blocks * threads_per_block); // notes of each thread
        std::vector<int> stored(blocks), worked(blocks);
        for (const diary_note &note : notes) {
            const size_t thread = note.block * threads_per_block + note.thread;
            const int round = made[thread] / 3, due = stores + made[thread]++ % 3;
            if (round >= rounds || note.topic != due || note.value != cells[round][thread])
                end_judging("wrong",
                            "thread %u of block %d does not call number_to_store() and then own_work(), once and with "
                            "its cell, in round %d",
                            note.thread, (int)note.block, std::min(round, rounds - 1));
            if (note.topic == stores) {
                on_before_all_worked |= worked[note.block] < round * threads_per_block;
                ++stored[note.block];
            } else if (note.topic == begins_work) {
                work_before_all_stored |= stored[note.block] < (round + 1) * threads_per_block;
            } else {
                ++worked[note.block];
            }
        }
        if (notes.size() != (size_t)3 * blocks * threads_per_block * rounds)
            end_judging("wrong", "a thread does not call number_to_store() and own_work() in each round");
#else
        (void)blocks;
        (void)cells;
#endif
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

static std::vector<int> after_round(const std::vector<int> &cells, int round)
{
    std::vector<int> next(cells.size());
    for (int i = 0; i < (int)cells.size(); ++i) {
        const int t = i % threads_per_block, first = i - t;
        const int left = first + (t + threads_per_block - 1) % threads_per_block;
        const int right = first + (t + 1) % threads_per_block;
        next[i] = (int)((unsigned)mixed(cells[i], round) + (unsigned)mixed(cells[left], 7) +
                        (unsigned)mixed(cells[right], 7));
    }
    return next;
}

static void judge()
{
    sight seen;
    for (int blocks : {1, 3})
        for (int rounds : {4, 9}) {
            begin_case("%d blocks, %d rounds", blocks, rounds);
            const int n = blocks * threads_per_block;
            const size_t shared = sizeof(cuda::barrier<cuda::thread_scope_block>);
            array<int> in(n, [](size_t i) { return input(i, 1000); }), out(n);
            array<int> diaries(blocks, [](size_t) { return 0; });
            run([&] { ring<<<blocks, threads_per_block, shared>>>(in, out, rounds, (struct diary *)(int *)diaries); });
            std::vector<std::vector<int>> cells(1, std::vector<int>(n));
            for (int i = 0; i < n; ++i)
                cells[0][i] = in[i];
            for (int round = 0; round < rounds; ++round)
                cells.push_back(after_round(cells[round], round));
            out.expect("out", [&](size_t i) { return cells[rounds][i]; });
            expect_storing_threads(n);
            expect_divided(32 * rounds + 64);
            cells.pop_back();
            seen.add(blocks, cells);
        }
    if (judge_counts())
        seen.expect_split_barrier();
}
#endif
