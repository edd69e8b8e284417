// SPDX-License-Identifier: MIT
// One core of the device: runs the blocks of kernels, one after another, each from its start to its end.
//
// Every CUDA thread of a block that has to wait gets a fiber: a stack, with the registers that it left. Only one runs
// at a time, so a block needs no locks. A thread runs until it waits (at a barrier, for its warp), yields or ends; then
// the next thread that is ready runs, in cyclic order. A thread that ends hands its fiber to the next that has not
// begun, so a kernel without barriers runs on a single stack.
#pragma once

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "../../include/cpu_device/launch.h"
#include "../check/between_blocks.h"
#include "../check/counters.h"
#include "../say/findings.h"
#include "../check/shared_memory.h"

namespace cpu_device
{
constexpr unsigned max_threads = 1024; // a block, as on compute capability 9.0
constexpr unsigned warp_size = 32;

// SplitMix64's step: a number from a number, in which neighbours become unlike.
inline uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

// A kernel on its way through the device.
struct grid_launch {
    kernel_body body;
    dim3 grid, block;
    size_t dynamic_shared; // bytes
    const char *file;      // of the <<<
    int line;
    uint64_t seed;                             // of the order in which the warps of a block run; 0: their own
    mutable std::atomic<bool> reported{false}; // that it broke off
    mutable launch_findings findings;
    mutable release_logs releases;
    mutable std::atomic<uint32_t> number{0}; // for the check between blocks; 0: none yet

    uint64_t blocks() const
    {
        return (uint64_t)grid.x * grid.y * grid.z;
    }
    unsigned threads() const
    {
        return block.x * block.y * block.z;
    }
};

class core
{
  public:
    core();

    // Makes ready for the blocks of a kernel.
    void prepare(const grid_launch &launch);
    // This core will run no more of them.
    void finish();
    // Runs one of them. False: it broke off, the report is printed, and error() says with what.
    bool run(uint64_t block_number);
    cudaError_t error() const
    {
        return error_;
    }

    // --- called by the thread that runs ---
    enum class barrier_kind : uint8_t { plain, count, all, any };
    int barrier(barrier_kind kind, bool predicate, const char *file, int line);
    enum class warp_kind : uint8_t { sync, shuffle, ballot, active };
    uint64_t warp_meet(warp_kind kind, unsigned mask, uint64_t value, unsigned source, const char *file, int line);
    void yield();
    unsigned rank() const // of the running thread, among those of its block
    {
        return current_;
    }
    unsigned active_lanes(const void *pc);
    void *dynamic_memory()
    {
        return dynamic_shared_;
    }
    std::string where_block() const; // "kernel k, block (0,0,0)"
    std::string where() const;       // "kernel k, block (0,0,0), thread (1,0,0)"
    // Reports what is wrong and abandons the block.
    [[noreturn]] void break_off(cudaError_t error, const std::string &text);
    uint3 block_index() const;
    bool in_kernel() const
    {
        return running_;
    }
    [[noreturn]] void fault(int signal, const siginfo_t *info, const void *context);
    // The running thread is about to access memory.
    void touch(access kind, const char *address, size_t size, size_t alignment, const void *pc);
    // Around an atomic operation of the running thread. Not done: it is tried again.
    bool begin_atomic(const char *address, const void *pc); // for end_atomic
    void end_atomic(access kind, const char *address, size_t size, const void *pc, bool done, bool begun);
    [[noreturn]] void index_out_of_bounds(const char *file, int line, long long index, const char *array);
    void fence(bool of_device)
    {
        if (!checking_)
            return;
        shared_check_.fence(current_);
        between_blocks_.fence(current_, of_device);
    }

  private:
    // Where a thread waits, and for what.
    struct waiting {
        const char *file;
        int line;
        bool at_barrier;
        uint8_t kind;
        unsigned mask;   // of a warp function
        unsigned source; // lane that a shuffle reads
        uint64_t value;  // brought to a warp function; after it, what it gives
    };

    static void fiber_main();
    [[gnu::noinline]] char *new_stack();
    void order_warps();
    void begin(unsigned thread);
    void switch_to(unsigned thread, void **left);
    void switch_from_current();
    void finish_current(char *top);
    static constexpr unsigned none = ~0u;
    unsigned next_ready(unsigned after) const;
    void make_ready(unsigned warp, unsigned lanes);
    void not_ready(unsigned thread);
    [[gnu::noinline, gnu::cold]] void wait_elsewhere(const waiting &here);
    [[gnu::noinline]] void release_barrier();
    [[gnu::cold]] void warn_of_exited();
    void release_warp(unsigned warp);
    [[gnu::noinline]] void answer_active(unsigned warp);
    [[noreturn, gnu::noinline, gnu::cold]] void report_stuck();
    static bool same_place(const waiting &a, const waiting &b);
    const waiting &place_of(unsigned thread) const;
    std::string waiting_threads() const;
    void report_fault();
    [[noreturn, gnu::cold]] void illegal_address(const char *address, const char *verb, const std::string &line);
    [[noreturn, gnu::cold]] void dynamic_out_of_bounds(const char *address, const char *verb, const std::string &line);
    [[gnu::cold]] void touch_elsewhere(access kind, const char *address, size_t size, const void *pc);
    void count(bool shared, access kind, uintptr_t address, size_t size, const void *pc);
    void begin_checks();
    void end_checks(bool broken);

    // the block's threads: a bit for each lane, a word for each warp
    unsigned live_[max_threads / warp_size];    // has not exited
    unsigned ready_[max_threads / warp_size];   // can run
    unsigned started_[max_threads / warp_size]; // has run before
    unsigned at_warp_[max_threads / warp_size]; // waits for its warp
    unsigned asks_[max_threads / warp_size];    // waits to learn which lanes are at the same place
    unsigned ready_warps_;                      // the turns of the warps with a thread that can run
    unsigned turn_[max_threads / warp_size];    // of each warp, in the order in which they run
    unsigned warp_at_[max_threads / warp_size]; // the warp of each turn
    unsigned warps_, threads_, live_threads_, current_;
    waiting waits_[max_threads];
    void *fiber_of_[max_threads]; // of a thread that has started and does not run
    uint3 index_[max_threads];    // threadIdx by rank

    // the barrier
    unsigned arrived_, first_arrived_;
    unsigned elsewhere_[max_threads / warp_size]; // waits at another barrier than the first one
    int votes_, votes_result_, voters_;

    // fibers
    const grid_launch *launch_ = nullptr;
    uint64_t block_number_ = 0;
    bool running_ = false;
    dim3 prepared_block_ = dim3(0, 0, 0);
    void *home_ = nullptr;            // the stack of run()
    std::vector<char *> idle_stacks_; // their tops
    char *begun_on_ = nullptr;        // the top of the stack on which a fiber begins just now
    char *stacks_ = nullptr;
    unsigned stacks_made_ = 0;

    // shared memory
    char *static_shared_ = nullptr; // the program's thread_local variables on this thread of the operating system
    size_t static_shared_size_ = 0;
    char *dynamic_end_ = nullptr;    // the dynamic shared memory of every block ends here, before memory without access
    char *dynamic_shared_ = nullptr; // where that of the launch begins

    // the checks of what it accesses
    bool checking_ = false;
    void (*run_body_)(const void *closure) = nullptr;
    shared_memory_check shared_check_;
    between_blocks_check between_blocks_;
    std::vector<finding> found_in_global_;
    bool counting_ = false;
    access_counter counter_;

    // breaking off
    jmp_buf broken_;
    cudaError_t error_ = cudaSuccess;
    struct {
        int signal;
        const char *address, *access;
        const void *instruction;
    } fault_;
    const void *atomic_pc_ = nullptr; // of an atomic operation that hooks.cpp is about to do
};

// The core of the calling thread of the operating system; null on the host's threads.
extern __thread core *this_core;
} // namespace cpu_device
