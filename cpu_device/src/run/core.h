// SPDX-License-Identifier: MIT
// One core of the device: runs the blocks of kernels, one after another, each from its start to its end.
//
// Every CUDA thread of a block that has to wait gets a fiber: a stack, with the registers that it left. Only one runs
// at a time, so a block needs no locks. A thread runs until it waits (at a barrier, for its warp), yields or ends; then
// the next thread that is ready runs, in cyclic order. A thread that ends hands its fiber to the next that has not
// begun, so a kernel without barriers runs on a single stack.
//
// Reports are written on the core's own stack, since a fiber's may be almost full: a thread switches to it, and back,
// or never back where the kernel ends. A bad access ends its thread only, as if it had exited there, so that the checks
// see what the other threads do.
#pragma once

#include <csignal>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "../check/checks.h"
#include "../limits.h"
#include "../memory/block_memory.h"
#include "launch.h"
#include "spinning.h"

namespace cpu_device
{
// A GPU gives a thread up to 512 KB of local memory. Only what a thread touches is ever backed by memory.
constexpr size_t stack_size = 576 * 1024;
// The guard below each stack: no access. GCC probes large frames every 64 KB on ARM, so none steps over it. An odd
// number of pages in all spreads the stacks over the sets of the TLB.
constexpr size_t guard_size = 68 * 1024;
constexpr size_t stack_step = stack_size + guard_size;

class core
{
  public:
    // The addresses of the stacks of a block's threads; null if there are none.
    static char *reserve_stacks();
    explicit core(char *stacks); // called by the core's own host thread
    // From now on it uses the stacks of so many threads, which begin there.
    void use_stacks(char *stacks, unsigned threads);

    // Prepares for the blocks of a kernel.
    void prepare(grid_launch &launch);
    void let_others_run(bool crowded) // more blocks run at once than there are processors
    {
        crowded_ = crowded;
    }
    // This core runs no more of its blocks.
    void finish();
    // Runs one block. False: the launch has ended with an error, and its report is printed.
    bool run(uint64_t block_number);
    bool in_kernel() const
    {
        return running_;
    }

    // --- called by the running thread ---
    int barrier(cpu_device_barrier_kind kind, bool predicate, const char *file, int line);
    void sync(const char *file, int line); // __syncthreads()
    void arrive(cpu_device_barrier_kind kind, bool predicate, const char *file, int line);
    enum class warp_kind : uint8_t {
        sync,
        shuffle,
        ballot,
        group,
        active,
        load_matrix,
        store_matrix,
        multiply_matrices
    };
    uint64_t warp_meet(warp_kind kind, unsigned mask, uint64_t value, unsigned source, const char *file, int line);
    // A call that all lanes of a warp must make; when they have, `work` gets the values of all.
    void work_together(warp_kind kind, void (*work)(void *const *lanes), void *mine, const char *file, int line);
    void yield();
    void poll(); // when polls_left is 0
    void idle()  // it polls, and found nothing new
    {
        if (idle_ == current_)
            yield();
        idle_ = current_;
    }
    void idle_at(const volatile void *address, const void *seen, size_t size); // the same, with what it polls
    void fence(bool of_device);
    void fence_of_atomic(bool of_device, fence_order order); // one by which a thread may wait
    // Whether the running thread's atomic operations are of block scope, as those of a cuda::atomic may be.
    void set_of_block(bool is)
    {
        const unsigned bit = 1u << current_ % warp_size;
        of_block_[current_ / warp_size] = (of_block_[current_ / warp_size] & ~bit) | (is ? bit : 0);
    }
    void set_of_device(bool is) // of device scope: of the running thread, too
    {
        checks_.set_of_device(current_, is);
    }
    bool is_of_block() const
    {
        return of_block_[current_ / warp_size] >> current_ % warp_size & 1;
    }
    unsigned active_lanes(const void *pc);
    // An asynchronous copy that the running thread begins; and a wait for all but its last batches.
    void begin_copy(char *to, const char *from, size_t size, const void *pc);
    // A copy that completes with a phase of a cuda::barrier; null: at once.
    void begin_copy_until(char *to, const char *from, size_t size, const void *pc, const char *barrier);
    void commit_copies();
    void finish_copies(unsigned batches);
    bool in_cooperative_launch() const
    {
        return launch_->record.cooperative;
    }
    int device() const // on which the kernel runs
    {
        return launch_->record.device;
    }
    unsigned rank() const // of the running thread, among those of its block
    {
        return current_;
    }
    std::shared_ptr<void> launches; // of the block's threads, as api/launch.cpp keeps them
    grid_launch &launch() const
    {
        return *launch_;
    }
    uint64_t block_number() const
    {
        return block_number_;
    }
    // The running thread launches a kernel: its vector clock at that moment.
    vector_clock clock_at_launch()
    {
        return checking_ ? checks_.clock_at_launch(current_) : vector_clock();
    }
    void *dynamic_memory()
    {
        return memory_.dynamic();
    }
    unsigned number() const // among the cores
    {
        return number_;
    }
    cpu_device_space space_of(const char *address) const;
    void *shared_address(uint32_t low) const // of which these are the low bits
    {
        return memory_.with_low_bits(low);
    }
    [[noreturn]] void exit_thread();
    template <bool store, size_t size> [[gnu::always_inline]] bool is_recorded(const void *address) const
    {
        return checks_.is_recorded<store, size>(current_, address);
    }
    template <bool store, size_t size> [[gnu::always_inline]] bool goes_on(const void *address, const void *pc)
    {
        return checks_.goes_on<store, size>(current_, static_cast<const char *>(address), pc);
    }
    template <bool store, size_t size> [[gnu::always_inline]] bool begins_quickly(const void *address, const void *pc)
    {
        return checks_.begins_quickly<store, size>(current_, static_cast<const char *>(address), pc);
    }
    template <bool store, size_t size> [[gnu::always_inline]] bool begins_in_shared(const void *address, const void *pc)
    {
        return checks_.begins_in_shared<store, size>(current_, static_cast<const char *>(address), pc);
    }
    bool is_argument(const char *address) const // of the kernel
    {
        return checks_.is_argument(address);
    }
    // The running thread is about to access memory: as in announced_access, which it makes of these.
    void touch(access kind, const char *address, size_t size, size_t alignment, const void *pc, bool of_block = false);
    // The same through a texture or a surface, which the counters leave out.
    void touch_texel(bool stores, const char *address, size_t size, const void *pc);
    // It is about to do a volatile store: where it has just read, others may read before that.
    void let_others_read(const char *address)
    {
        if (checks_.updates(current_, address))
            yield();
    }
    // An atomic update that needs no other check.
    bool updates_quickly(const char *address, size_t size, const void *pc)
    {
        return checks_.updates_quickly(current_, address, size, pc);
    }
    // Whether the address lies in shared memory, which no other core accesses, and accesses are not counted.
    bool is_its_own(const volatile void *address) const
    {
        return !checks_.sees_all() && memory_.holds(static_cast<const char *>(const_cast<const void *>(address)));
    }
    // Around an atomic operation, after its touch().
    void atomic_begins(const announced_access &what);
    void atomic_ends(const announced_access &what, outcome is);
    // Whether it has last read there by a volatile load.
    bool looks_again(const char *address) const
    {
        return checks_.updates(current_, address);
    }
    void uses_exchanged() // the result of the running thread's last exchange
    {
        checks_.uses_exchanged(current_);
    }
    void compare_exchange(const char *address) // before its touch()
    {
        checks_.compare_exchange(current_, address);
    }

    // Ends the block. `text`, a function without arguments, is called on the core's own stack and returns the report.
    // What it captures must be trivially copyable, and must stay alive.
    template <class Text> [[noreturn]] void break_off(cudaError_t error, Text text);
    // Ends the running thread after a bad access at `place`. The launch ends with the error when the other threads have
    // run. `text` as above, with the line in the source as its argument, which may be empty. With the checks off, the
    // block ends at once.
    struct bad_place {
        const void *pc;             // identifies the place; null: unknown
        const char *file = nullptr; // null: `pc` leads to the line
        int line = 0;
        const char *stack = nullptr; // pointer at a fault, from which fault_place() finds the line
    };
    template <class Text> [[noreturn]] void end_thread(cudaError_t error, bad_place place, Text text);
    // The running thread has met a fault. Called in the signal handler; does not return to it.
    [[noreturn]] void fault(int signal, const siginfo_t *info, const void *context);

    // For spinning.h: what the core has seen while the watch asked. Something has happened that no waiting thread does.
    spinning &looks()
    {
        return spinning_;
    }
    void progress();

    std::string where_block() const; // "kernel k, block (0,0,0)"
    std::string where() const;       // "kernel k, block (0,0,0), thread (1,0,0)"
    // Of the running thread; its first line says where that is.
    diagnosis diagnose(report_kind what, const source_position &at, const char *subject = "") const;

  private:
    // Where a thread waits, and for what.
    struct waiting {
        const char *file; // if the line is 0: the instruction
        int line;
        bool at_barrier;
        uint8_t kind;
        unsigned mask;   // of a warp function
        unsigned source; // lane that a shuffle reads
        uint64_t value;  // argument of a warp function, later its result
    };

    static void fiber_main();
    [[gnu::noinline]] void make_stack();
    char *new_stack();
    unsigned next_in_sweep(unsigned thread) const;
    unsigned first_of_turn(unsigned turn) const; // the thread that the turn's warp begins with
    void go_on_with_sweep();
    [[gnu::noinline]] void arrive_first(cpu_device_barrier_kind kind, bool predicate, const char *file, int line);
    [[gnu::noinline]] void arrive_out_of_sweep(cpu_device_barrier_kind kind, bool predicate, const char *file,
                                               int line);
    void count_votes();
    [[gnu::noinline]] void meet_other_blocks();
    [[gnu::noinline]] void end_sweep();
    [[gnu::noinline]] void leave_sweep();
    void order_threads();
    void begin(unsigned thread);
    void switch_to(unsigned thread, void **left);
    void switch_from_current();
    void finish_current();
    static constexpr unsigned none = ~0u;
    unsigned next_ready(unsigned after) const;
    bool looks_in_vain(unsigned thread);
    void make_ready(unsigned warp, unsigned lanes);
    void not_ready(unsigned thread);
    [[gnu::noinline, gnu::cold]] void wait_elsewhere(const waiting &here);
    [[gnu::noinline]] void release_barrier();
    [[gnu::cold]] void warn_of_exited();
    void release_warp(unsigned warp);
    uint64_t value_for(unsigned warp, unsigned lane, unsigned group, uint64_t ballot) const;
    [[gnu::noinline]] void answer_active(unsigned warp);
    [[noreturn, gnu::noinline, gnu::cold]] void stuck();
    static bool orders_memory(uint8_t kind)
    {
        return kind == (uint8_t)warp_kind::sync || kind == (uint8_t)warp_kind::group;
    }
    static bool is_work(uint8_t kind) // a call that all lanes of a warp must make
    {
        return kind >= (uint8_t)warp_kind::load_matrix;
    }
    static const char *work_name(uint8_t kind);
    static bool same_work(const waiting &a, const waiting &b);
    static void do_work(const waiting *lanes, unsigned group);
    static bool same_place(const waiting &a, const waiting &b);
    const waiting &place_of(unsigned thread) const;
    uint3 block_index() const;

    // --- on the core's own stack ---
    enum class off_fiber { nothing, exited, asked, ended, returned, block_broken, launch_broken };
    [[noreturn]] void leave_fiber(off_fiber reason);
    void report_failure(diagnosis what);
    void report_exited();
    void report_ended();
    [[noreturn]] void abandon(bool launch);
    [[gnu::noinline, gnu::cold]] void give_up_in_time();
    char *top_of(size_t stack) const;
    source_position where_bad() const;
    [[noreturn, gnu::noinline, gnu::cold]] void refuse(wrong what, const announced_access &access);
    [[gnu::noinline, gnu::cold]] void look_at_current();
    [[gnu::noinline, gnu::cold]] uint64_t state_of_current() const;
    [[gnu::noinline, gnu::cold]] void note_access(access kind, const char *address, size_t size, const void *pc);
    std::string place_name(const waiting &at) const;
    std::string spinning_threads() const;
    std::string line_of_spinning(unsigned thread) const;
    void describe_spinning();
    void let_warp_catch_up();
    void take_turns(int line);
    void waits_traced(unsigned kind, const char *file, int line);
    source_position fault_place() const;
    diagnosis diagnose_fault(const source_position &at) const;
    diagnosis diagnose_stuck() const;
    diagnosis diagnose_exited() const;
    diagnosis diagnose_grid_stuck() const;
    static std::string line_of(const waiting &at);
    std::string waiting_threads(bool some_spin = false) const;

    // A sweep: every thread of the block runs once, in order, until the same barrier, or until its end. Then the order
    // is enough, and the bits below are not kept. A thread that does anything else, such as yield, ends the sweep;
    // leave_sweep() sets the bits.
    bool sweeping_ = false, all_started_ = false;

    // the block's threads: a bit for each lane, a word for each warp
    unsigned live_[max_warps];           // has not exited
    unsigned ready_[max_warps];          // can run
    unsigned started_[max_warps];        // has run before
    unsigned at_warp_[max_warps];        // waits for its warp
    unsigned asks_[max_warps];           // waits in __activemask()
    unsigned of_block_[max_warps];       // is in an atomic operation of block scope
    unsigned ready_warps_;               // by turn: a bit for each warp with a thread that can run
    unsigned turn_[max_warps];           // of each warp, in the order in which they run
    unsigned warp_at_[max_warps];        // the warp of each turn
    bool downwards_ = false;             // the lanes of a warp run from the last to the first
    unsigned step_ = 1, last_lane_ = 31; // to the next thread of a warp; the lane that runs last
    unsigned warps_, threads_, live_threads_, current_;
    int before_line_[max_threads] = {};     // with a trace: the line of the access for which a thread waits; 0: none
    uint8_t passed_over_[max_threads] = {}; // with a trace: how often other lanes came first
    unsigned idle_ = none;                  // the thread that last polled and found nothing new
    struct look {
        const volatile void *address; // null: it does not poll
        uint64_t seen;
        uint8_t size;      // bytes
        uint8_t turns = 0; // in a row that it has skipped
    };
    bool any_looks_ = false;  // since the block began
    look looks_[max_threads]; // of threads that poll: they let others run until the value changes
    unsigned ended_threads_;  // by a bad access
    waiting waits_[max_threads];
    void *fiber_of_[max_threads]; // of a thread that has started and does not run
    uint3 index_[max_threads];    // threadIdx by rank

    struct copy {
        char *to;
        const char *from;
        size_t size;
        const void *pc;
        unsigned batch;
    };
    struct copies {
        std::vector<copy> under_way;
        unsigned batches = 0; // that were committed
    };
    std::vector<copies> copies_; // by thread; empty: this block has none
    struct copies_until {
        const char *barrier;
        bool phase; // in which the copies began
        std::vector<copy> under_way;
    };
    std::vector<copies_until> copies_until_; // by barrier
    bool announce_copy(char *to, const char *from, size_t size, const void *pc);
    void finish_copies_until(const char *barrier);

    // the barrier
    unsigned arrived_, first_arrived_;
    unsigned elsewhere_[max_warps]; // waits at another barrier than the first one
    int votes_, votes_result_, voters_;

    // fibers
    grid_launch *launch_ = nullptr;
    uint64_t block_number_ = 0;
    bool running_ = false, crowded_ = false;
    dim3 prepared_block_ = dim3(0, 0, 0);
    void *home_ = nullptr;            // the core's own stack
    std::vector<char *> idle_stacks_; // their tops
    const unsigned number_;
    char *stacks_;
    size_t stacks_size_ = max_threads * stack_step;
    unsigned stacks_made_ = 0, stacks_used_ = 0; // the second by this block
    unsigned yields_ = 0;
    uint64_t random_ = 0; // of the seed and the block
    uint64_t next_random()
    {
        return random_ = mix(random_);
    }

    // what its blocks have, and how it is checked
    block_memory memory_;
    bool checking_ = false;
    void (*run_body_)(const void *closure) = nullptr;
    checks checks_;

    // what is to be done on the core's own stack
    off_fiber left_for_ = off_fiber::nothing;
    cudaError_t error_ = cudaSuccess;
    diagnosis (*why_)(const void *captured, const source_position &at) = nullptr; // null: no report
    alignas(16) char captured_[128];
    bad_place bad_place_ = {};
    void *left_for_warning_ = nullptr;
    bool ending_ = false;                         // the running thread ends, on the fiber that has just begun
    char *ended_on_ = nullptr;                    // the top of its stack
    const announced_access *in_atomic_ = nullptr; // operation of the running thread
    int64_t wait_until_ = 0;                      // nanoseconds; after an error, 0: not known yet
    spinning spinning_;
    unsigned live_then_ = 0; // how many threads were live when that was set
    struct {
        int signal;
        const char *address, *access;
        const char *instruction, *stack, *caller; // registers; the last is null where a call leaves it on the stack
    } fault_;
};

// Whether the instruction before an address of the program is a call.
bool behind_call(const char *address);

// The core of the calling host thread; null in the program's own host threads.
extern __thread core *this_core;
// That core, while a kernel runs on it whose accesses are checked; else null.
extern __thread core *checked_core;
// How many atomic operations and other polls of the running block are left until one lets other threads run: the first
// one, and then every 64th, or with a seed some of them.
extern __thread unsigned polls_left;
// Of the atomic operations of a thread of the host's.
extern __thread cpu_device_scope host_scope;
// The core on which the caller, a CUDA thread, runs. Ends the program if the caller is no CUDA thread.
[[noreturn, gnu::cold]] void called_on_host(const char *function);
inline core &running_core(const char *function)
{
    if (__builtin_expect(this_core == nullptr || !this_core->in_kernel(), false))
        called_on_host(function);
    return *this_core;
}

template <class Text> void core::break_off(cudaError_t error, Text text)
{
    static_assert(std::is_trivially_copyable_v<Text> && sizeof text <= sizeof captured_);
    error_ = error;
    bad_place_ = {};
    new (captured_) Text(text);
    why_ = [](const void *captured, const source_position &) { return (*static_cast<const Text *>(captured))(); };
    leave_fiber(off_fiber::launch_broken);
}

template <class Text> void core::end_thread(cudaError_t error, bad_place place, Text text)
{
    static_assert(std::is_trivially_copyable_v<Text> && sizeof text <= sizeof captured_);
    error_ = error;
    bad_place_ = place;
    new (captured_) Text(text);
    why_ = [](const void *captured, const source_position &at) { return (*static_cast<const Text *>(captured))(at); };
    leave_fiber(checking_ ? off_fiber::ended : off_fiber::launch_broken);
}
} // namespace cpu_device
