// SPDX-License-Identifier: MIT
// What is found at barriers with phases or a number, and of threads that wait for ever, in words. Each function adds to
// a diagnosis that says already who it is about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "diagnosis.h"
#include "findings.h"

namespace cpu_device
{
// --- barriers in shared memory; `name` is "barrier (shared memory)", `who` "thread (1,0,0), at f.cu:12" ---

std::string thread_at(const std::string &thread, const source_position &at);
diagnosis counts_wrongly(diagnosis d, const std::string &name, unsigned count, unsigned most);
// `phase`: with arrivals that are forgotten; none: null.
diagnosis begins_twice(diagnosis d, const std::string &name, const std::string &who, const uint64_t *phase);
diagnosis used_before_visible(diagnosis d, const std::string &name, const std::string &who);
diagnosis used_after_end(diagnosis d, const std::string &name, const std::string &who);
diagnosis ends_in_use(diagnosis d, const std::string &name, const std::string &who, bool waits);
// A barrier in a phase, and what it still expects.
struct phase_state {
    std::string name;
    uint64_t phase;
    unsigned expected, come, pending;
    long long bytes;
    bool has_let_pass; // threads, in an earlier phase
};
diagnosis arrives_too_often(diagnosis d, const phase_state &b, unsigned count);
diagnosis token_of_other(diagnosis d, const std::string &name);
diagnosis token_too_old(diagnosis d, const std::string &name, uint64_t phase, uint64_t arrived);

// --- barriers with a number ---

diagnosis number_too_high(diagnosis d, unsigned number);
diagnosis wrong_thread_count(diagnosis d, unsigned number, unsigned threads, unsigned of_block, bool whole_warps);
struct expecting_warp {
    unsigned warp, threads;
    source_position at;
};
diagnosis counts_differ(diagnosis d, unsigned number, const expecting_warp &one, const expecting_warp &other);
diagnosis count_and_none(diagnosis d, unsigned number, const expecting_warp &counts, const expecting_warp &other);

// --- threads that wait ---

// "    32 threads wait in __syncthreads() at f.cu:12: 0-31", a line of its own for each.
std::string text_of(const std::vector<waiting_group> &waiting);
diagnosis &of_waiting(diagnosis &d, const std::vector<waiting_group> &waiting);
diagnosis &of_threads(diagnosis &d, const std::string &block, unsigned threads);
diagnosis &some_exited(diagnosis &d, unsigned count, const std::string &which);
diagnosis &some_of_exited(diagnosis &d, unsigned count, unsigned threads, const std::string &which);
diagnosis &some_skipped(diagnosis &d, unsigned count, const std::string &which);
// What to do about a barrier at that place which some threads skip.
std::string advice_on_skipped(const source_position &barrier);
enum class stuck_in { barrier, warp_call, tile, whole_warp_call, barriers_apart };
std::string advice_on_stuck(stuck_in where);
std::string continue_skips(int line, int barrier);
std::string loop_is_uneven(int barrier, int loop);
diagnosis &of_grid(diagnosis &d, const char *kernel, uint64_t blocks, const std::string &waiting);
diagnosis &of_cluster_block(diagnosis &d, const std::string &block, bool has_exited,
                            const std::vector<waiting_group> &waiting);
diagnosis &advise_cluster(diagnosis &d);
diagnosis &missed_by_exited(diagnosis &d, unsigned count, unsigned threads);

// Who has not arrived at a barrier: those that have exited, wait there without having arrived, or are elsewhere.
struct missing_threads {
    std::string exited, there, elsewhere;
};
diagnosis &say_missing(diagnosis &d, const missing_threads &threads);
diagnosis &never_initialized(diagnosis &d, const std::string &name, const std::string &users);
diagnosis &lacks_arrivals(diagnosis &d, const phase_state &b, const source_position &initialized);
diagnosis &lacks_threads(diagnosis &d, unsigned number, unsigned expected, unsigned come);
enum class phase_advice { initialize, bytes, parity, phase_before, drop, count };
std::string words_of(phase_advice advice);

// --- a launch in which all threads wait or spin ---

diagnosis &and_others(diagnosis &d, const std::string &block, size_t others);
// `most`: so many blocks an H100 can run at once.
diagnosis &not_begun(diagnosis &d, uint64_t count, uint64_t blocks, uint64_t most);
diagnosis &say_that_it_spins(diagnosis &d);
// The launch waits for the load of its kernel.
diagnosis &must_be_loaded(diagnosis &d, const launch_name &kernel);
} // namespace cpu_device
