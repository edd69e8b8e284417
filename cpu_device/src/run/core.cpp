// SPDX-License-Identifier: MIT
#include "core.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <set>
#include <sys/mman.h>
#include <ucontext.h>

#include "../../include/cuda_runtime_api.h"
#include "../memory/program_image.h"
#include "../say/report.h"
#include "../say/source_line.h"
#include "../settings.h"
#include "switch_stack.h"

// A kernel sees these as constants, and while a thread lives they are: switch_to() sets them for the next thread.
__thread uint3 threadIdx, blockIdx, blockDim, gridDim;

namespace cpu_device
{
__thread core *this_core, *checked_core;

namespace
{
// A GPU gives a thread up to 512 KB of local memory. Only what a thread touches is ever backed by memory.
constexpr size_t stack_size = 576 * 1024;
// No access, below each stack. GCC probes large frames every 64 KB on ARM, so none steps over it; an odd number of
// pages in all spreads the stacks over the sets of the TLB.
constexpr size_t guard_size = 68 * 1024;
constexpr size_t stack_step = stack_size + guard_size;

const char *const no_address = reinterpret_cast<const char *>(-1);

// Whether the instruction before an address of the program is a call.
bool behind_call(const char *address)
{
#if defined(__x86_64__)
    auto byte = [=](int at) { return (unsigned char)address[at]; };
    return byte(-5) == 0xe8 || (byte(-6) == 0xff && byte(-5) == 0x15) || // by a distance, through a table,
           (byte(-2) == 0xff && byte(-1) >> 3 == 0xd0 >> 3) ||           // through a register
           (byte(-3) == 0x41 && byte(-2) == 0xff && byte(-1) >> 3 == 0xd0 >> 3);
#else
    uint32_t instruction;
    memcpy(&instruction, address - 4, sizeof instruction);
    return instruction >> 26 == 0x25 || (instruction & 0xfffffc1f) == 0xd63f0000; // BL, BLR
#endif
}

unsigned lowest_bit(unsigned mask)
{
    return (unsigned)__builtin_ctz(mask);
}

unsigned lanes_after(unsigned lane)
{
    return ~((2u << lane) - 1); // 2u << 31 is 0, so none
}
} // namespace

char *core::reserve_stacks()
{
    // Without MAP_NORESERVE, a strict overcommit policy would count every stack in full.
    void *stacks =
        mmap(nullptr, max_threads * stack_step, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return stacks == MAP_FAILED ? nullptr : static_cast<char *>(stacks);
}

core::core(char *stacks) : stacks_(stacks), checks_(memory_)
{
    idle_stacks_.reserve(max_threads);
}

char *core::new_stack()
{
    char *low = stacks_ + stacks_made_ * stack_step + guard_size;
    if (mprotect(low, stack_size, PROT_READ | PROT_WRITE) != 0)
        die(1, "no memory for the stack of a thread: %s", strerror(errno));
    // Stacks that all began at the same offset in a page would share a few sets of the cache; these begin 192 bytes
    // apart, about what a small kernel uses.
    size_t colour = stacks_made_ * 192 % 4096;
    ++stacks_made_;
    return low + stack_size - colour;
}

// --- from thread to thread ---

void core::make_ready(unsigned warp, unsigned lanes)
{
    ready_[warp] |= lanes;
    if (lanes)
        ready_warps_ |= 1u << turn_[warp];
}

void core::not_ready(unsigned thread)
{
    unsigned warp = thread / warp_size;
    ready_[warp] &= ~(1u << thread % warp_size);
    if (ready_[warp] == 0) {
        ready_warps_ &= ~(1u << turn_[warp]);
        if (asks_[warp])
            answer_active(warp);
    }
}

// The next thread in cyclic order that can run.
unsigned core::next_ready(unsigned after) const
{
    unsigned warp = after / warp_size;
    unsigned lanes = ready_[warp] & lanes_after(after % warp_size);
    if (lanes == 0) {
        if (ready_warps_ == 0)
            return none;
        unsigned later = ready_warps_ & lanes_after(turn_[warp]);
        warp = warp_at_[lowest_bit(later ? later : ready_warps_)];
        lanes = ready_[warp];
    }
    return warp * warp_size + lowest_bit(lanes);
}

void core::begin(unsigned thread)
{
    current_ = thread;
    threadIdx = index_[thread];
}

// Leaves the caller's fiber in *left and runs a thread.
void core::switch_to(unsigned thread, void **left)
{
    begin(thread);
    unsigned bit = 1u << thread % warp_size;
    if (started_[thread / warp_size] & bit) {
        __builtin_prefetch(fiber_of_[(thread + 1) % max_threads]); // likely the next: its stack may have left the cache
        cpu_device_switch_stack(left, fiber_of_[thread]);
        return;
    }
    started_[thread / warp_size] |= bit;
    char *top;
    if (idle_stacks_.empty()) {
        top = new_stack();
    } else {
        top = idle_stacks_.back();
        idle_stacks_.pop_back();
    }
    begun_on_ = top;
    cpu_device_begin_stack(left, top, fiber_main);
}

// The current thread has to wait, or lets others run.
void core::switch_from_current()
{
    unsigned next = next_ready(current_);
    if (next == current_)
        return;
    if (next == none)
        stuck();
    switch_to(next, &fiber_of_[current_]);
}

void core::fiber_main()
{
    core &self = *this_core;
    char *top = self.begun_on_;
    for (;;) {
        self.run_body_(self.launch_->arguments);
        self.finish_current(top);
    }
}

// The current thread has ended. Returns if this fiber is to run the next one, which has not begun yet; else the fiber
// ends too, and its stack is free.
void core::finish_current(char *top)
{
    unsigned warp = current_ / warp_size, bit = 1u << current_ % warp_size;
    not_ready(current_);
    live_[warp] &= ~bit;
    --live_threads_;
    if (at_warp_[warp])
        release_warp(warp);
    if (live_threads_ > 0 && arrived_ == live_threads_)
        release_barrier();

    unsigned next = next_ready(current_);
    if (next != none && !(started_[next / warp_size] & 1u << next % warp_size)) {
        started_[next / warp_size] |= 1u << next % warp_size;
        begin(next);
        return;
    }
    if (next == none && live_threads_ > 0)
        stuck();
    idle_stacks_.push_back(top);
    void *nobody; // goes on here
    if (next == none)
        cpu_device_switch_stack(&nobody, home_);
    else
        switch_to(next, &nobody);
}

void core::yield()
{
    switch_from_current();
}

// --- barriers ---

int core::barrier(cpu_device_barrier_kind kind, bool predicate, const char *file, int line)
{
    const waiting &first = waits_[first_arrived_];
    if (arrived_ == 0) {
        waits_[current_] = {file, line, true, (uint8_t)kind, 0, 0, 0};
        first_arrived_ = current_;
    } else if (__builtin_expect(first.file != file || first.line != line || first.kind != (uint8_t)kind, false)) {
        wait_elsewhere({file, line, true, (uint8_t)kind, 0, 0, 0});
    }
    votes_ += predicate;
    ++arrived_;
    not_ready(current_);
    if (arrived_ == live_threads_)
        release_barrier();
    switch_from_current();
    switch (kind) {
    case cpu_device_barrier_plain: return 0;
    case cpu_device_barrier_count: return votes_result_;
    case cpu_device_barrier_all: return votes_result_ == voters_;
    case cpu_device_barrier_any: return votes_result_ != 0;
    }
    return 0;
}

// The current thread has come to a barrier, and seemingly not to that of the first thread.
void core::wait_elsewhere(const waiting &here)
{
    waits_[current_] = here;
    if (!same_place(here, waits_[first_arrived_])) // the file's name may be another copy
        elsewhere_[current_ / warp_size] |= 1u << current_ % warp_size;
}

// Every thread that has not exited waits at a barrier.
void core::release_barrier()
{
    for (unsigned warp = 0; warp < warps_; ++warp) {
        if (elsewhere_[warp])
            stuck();
        make_ready(warp, live_[warp]);
    }
    if (live_threads_ != threads_)
        warn_of_exited();
    if (checking_)
        checks_.barrier();
    votes_result_ = votes_;
    voters_ = (int)arrived_;
    votes_ = 0;
    arrived_ = 0;
}

// Some threads of the block have exited instead of coming to the barrier. To say so, the running thread leaves its
// fiber, and comes back.
void core::warn_of_exited()
{
    exited_ = true;
    cpu_device_switch_stack(&left_for_warning_, home_);
}

// --- warps ---

uint64_t core::warp_meet(warp_kind kind, unsigned mask, uint64_t value, unsigned source, const char *file, int line)
{
    static const char *const names[] = {"__syncwarp", "a shuffle", "a vote"};
    unsigned warp = current_ / warp_size, bit = 1u << current_ % warp_size;
    if (!(mask & bit))
        break_off(cudaErrorLaunchFailure, [=] {
            return format("Error: a lane outside of its own mask\n    %s\n    calls %s at %s:%d with mask 0x%08x, in "
                          "which its lane, %u, has no bit\n    The mask must name every lane that calls, the caller "
                          "included.",
                          where().c_str(), names[(int)kind], base_name(file), line, mask, current_ % warp_size);
        });
    waits_[current_] = {file, line, false, (uint8_t)kind, mask, source, value};
    at_warp_[warp] |= bit;
    not_ready(current_);
    release_warp(warp);
    if (!(ready_[warp] & bit))
        switch_from_current();
    return waits_[current_].value;
}

// Lets those lanes go on whose whole mask has come.
void core::release_warp(unsigned warp)
{
    waiting *lanes = &waits_[warp * warp_size];
    for (unsigned rest = at_warp_[warp]; rest;) {
        const waiting &one = lanes[lowest_bit(rest)];
        unsigned group = one.mask & live_[warp];
        bool complete = (group & ~at_warp_[warp]) == 0;
        for (unsigned left = complete ? group : 0; left && complete; left &= left - 1) {
            const waiting &other = lanes[lowest_bit(left)];
            complete = other.mask == one.mask && other.kind == one.kind;
        }
        rest &= rest - 1;
        if (!complete)
            continue;
        rest &= ~group;

        uint64_t results[warp_size], ballot = 0;
        for (unsigned left = group; left; left &= left - 1)
            ballot |= (uint64_t)(lanes[lowest_bit(left)].value != 0) << lowest_bit(left);
        for (unsigned left = group; left; left &= left - 1) {
            unsigned lane = lowest_bit(left), source = lanes[lane].source;
            results[lane] = one.kind == (uint8_t)warp_kind::ballot ? ballot
                            : group >> source & 1                  ? lanes[source].value
                                                                   : lanes[lane].value;
        }
        for (unsigned left = group; left; left &= left - 1)
            lanes[lowest_bit(left)].value = results[lowest_bit(left)];
        if (checking_) // shuffles and votes order no memory
            checks_.warp_meets(warp, group, group == live_[warp], one.kind == (uint8_t)warp_kind::sync);
        at_warp_[warp] &= ~group;
        make_ready(warp, group);
    }
}

// __activemask: on a GPU, the lanes that run together. Here a lane waits until no lane of its warp can run; those that
// ask at the same instruction are together then: a line may stand in the program several times, in a function that is
// inlined.
unsigned core::active_lanes(const void *pc)
{
    unsigned warp = current_ / warp_size, bit = 1u << current_ % warp_size;
    waits_[current_] = {static_cast<const char *>(pc), 0, false, (uint8_t)warp_kind::active, bit, 0, 0};
    asks_[warp] |= bit;
    not_ready(current_);
    if (!(ready_[warp] & bit))
        switch_from_current();
    return (unsigned)waits_[current_].value;
}

void core::answer_active(unsigned warp)
{
    waiting *lanes = &waits_[warp * warp_size];
    unsigned asking = asks_[warp];
    for (unsigned rest = asking; rest; rest &= rest - 1) {
        waiting &one = lanes[lowest_bit(rest)];
        for (unsigned others = asking; others; others &= others - 1)
            one.value |= (uint64_t)(one.file == lanes[lowest_bit(others)].file) << lowest_bit(others);
    }
    asks_[warp] = 0;
    make_ready(warp, asking);
}

// --- words, on the core's own stack ---

uint3 core::block_index() const
{
    const dim3 &g = launch_->grid();
    return {(unsigned)(block_number_ % g.x), (unsigned)(block_number_ / g.x % g.y),
            (unsigned)(block_number_ / g.x / g.y)};
}

std::string core::where_block() const
{
    return block_text(launch_->record.name, block_number_);
}

std::string core::where() const
{
    return where_block() + ", " + thread_text(launch_->record.name, current_);
}

bool core::same_place(const waiting &a, const waiting &b)
{
    return a.line == b.line && a.at_barrier == b.at_barrier && a.kind == b.kind && strcmp(a.file, b.file) == 0;
}

// Where a thread that waits does so. At a barrier, only those that are not where the first one is have written it down.
const core::waiting &core::place_of(unsigned thread) const
{
    unsigned warp = thread / warp_size, own = at_warp_[warp] | elsewhere_[warp];
    return waits_[own >> thread % warp_size & 1 ? thread : first_arrived_];
}

// Which threads wait where: a line for each place.
std::string core::waiting_threads() const
{
    std::string text;
    std::vector<bool> done(threads_, false);
    for (unsigned t = 0; t < threads_; ++t) {
        if (done[t] || !(live_[t / warp_size] >> t % warp_size & 1))
            continue;
        const waiting &at = place_of(t);
        std::string which;
        unsigned count = 0;
        for (unsigned u = t, begin = none; u <= threads_; ++u) { // runs of threads with nothing else between
            bool same = u < threads_ && (live_[u / warp_size] >> u % warp_size & 1) && same_place(place_of(u), at);
            if (same) {
                done[u] = true;
                ++count;
                if (begin == none)
                    begin = u;
            } else if (begin != none) {
                if (which.size() < 60)
                    which += format(u - begin > 1 ? "%s%u-%u" : "%s%u", which.empty() ? "" : ", ", begin, u - 1);
                else if (which.back() != '.')
                    which += ", ...";
                begin = none;
            }
        }
        static const char *const barriers[] = {"__syncthreads()", "__syncthreads_count()", "__syncthreads_and()",
                                               "__syncthreads_or()"};
        static const char *const warps[] = {"__syncwarp()", "a shuffle", "a vote"};
        text +=
            format("\n    %u thread%s wait%s in %s at %s:%d: %s", count, count == 1 ? "" : "s", count == 1 ? "s" : "",
                   at.at_barrier ? barriers[at.kind] : warps[at.kind], base_name(at.file), at.line, which.c_str());
    }
    return text;
}

std::string core::stuck_text() const
{
    bool warp = false;
    for (unsigned w = 0; w < warps_; ++w)
        warp |= at_warp_[w] != 0;
    std::string place = where_block();
    std::string exited =
        live_threads_ < threads_ ? format("\n    %u threads have exited", threads_ - live_threads_) : "";
    return format("Error: %s\n    %s, of %u threads (by rank in the block)%s%s\n    %s",
                  warp ? "divergent warp: its threads wait for one another at different places"
                       : "divergent barrier: the threads of a block wait at different barriers",
                  place.c_str(), threads_, waiting_threads().c_str(), exited.c_str(),
                  warp ? "Every lane that the mask names must make the same call, with the same mask. A GPU may hang "
                         "here."
                       : "Every thread of the block must reach the same barrier: take it out of the branch or loop. A "
                         "GPU may hang here, or pair the barriers wrongly.");
}

std::string core::exited_text() const
{
    return format("Warning: barrier left by exited threads\n"
                  "    %s\n"
                  "    of %u threads %u have exited%s\n"
                  "    GPUs since Volta do not wait for exited threads, so this passes there. Better let every thread "
                  "reach the barrier, and return after it.",
                  where_block().c_str(), threads_, threads_ - live_threads_, waiting_threads().c_str());
}

// Where the fault is in the device's own code, or a library's, the line is that of the call which led there: the first
// word on the stack that points behind a call in the program.
std::string core::fault_line() const
{
    std::string line = source_line(fault_.instruction);
    size_t number = (size_t)(fault_.stack - stacks_) / stack_step;
    const char *low = stacks_ + number * stack_step + guard_size, *end = low;
    if (fault_.stack >= stacks_ && number < stacks_made_)
        end = std::min(std::max(fault_.stack, low) + 8192, low + stack_size);
    if (line.empty() && in_program(fault_.caller))
        line = source_line(fault_.caller - 1);
    for (const char *p = std::max(fault_.stack, low); line.empty() && p < end; p += sizeof(void *)) {
        const char *word;
        memcpy(&word, p, sizeof word);
        if (in_program(word) && behind_call(word))
            line = source_line(word - 1);
    }
    return line;
}

std::string core::fault_text() const
{
    const char *address = fault_.address;
    bool overflow = address >= stacks_ && address < stacks_ + max_threads * stack_step;
    std::string line = fault_line();
    std::string place = where() + (line.empty() ? "" : ", at " + line);
    if (fault_.signal == SIGFPE)
        return format("Error: integer division by zero\n    %s\n    A GPU goes on here, with an undefined result.",
                      place.c_str());
    if (fault_.signal == SIGILL || fault_.signal == SIGTRAP)
        return format("Error: trap\n    %s", place.c_str());
    if (overflow)
        return format("Error: stack overflow\n    %s\n    The thread's local variables and calls need more than the "
                      "%zu KB that it has. Endless recursion, or a large local array?",
                      place.c_str(), stack_size / 1024);
    const char *verb = address == fault_.instruction ? "calls" : fault_.access;
    std::string what =
        memory_.near_dynamic(address) ? format("%s %s", verb, memory_.describe_dynamic(address).c_str())
        : address == no_address
            ? format("%s: an address that no pointer can have, or that its type's alignment forbids", verb)
            : format("%s address 0x%zx: %s", verb, (size_t)address, describe_illegal(address).c_str());
    return format("Error: illegal address\n    %s\n    %s", place.c_str(), what.c_str());
}

// --- breaking off ---

void core::leave_fiber()
{
    broken_ = true;
    void *nobody; // comes back here
    cpu_device_switch_stack(&nobody, home_);
    __builtin_unreachable();
}

// No thread can run, and those that are left wait for one another.
void core::stuck()
{
    break_off(cudaErrorLaunchFailure, [this] { return stuck_text(); });
}

void core::fault(int signal, const siginfo_t *info, const void *context)
{
    fault_.signal = signal;
    fault_.address = static_cast<const char *>(info->si_addr);
    fault_.instruction = nullptr;
    fault_.caller = nullptr;
    fault_.access = "accesses";
#if defined(__x86_64__)
    const ucontext_t *registers = static_cast<const ucontext_t *>(context);
    fault_.instruction = reinterpret_cast<const char *>(registers->uc_mcontext.gregs[REG_RIP]);
    fault_.stack = reinterpret_cast<const char *>(registers->uc_mcontext.gregs[REG_RSP] & ~7ll);
    if (signal == SIGSEGV && info->si_code == SI_KERNEL)
        fault_.address = no_address; // not even canonical, so the processor does not tell which
    else if (signal == SIGSEGV)
        fault_.access = registers->uc_mcontext.gregs[REG_ERR] & 2 ? "writes" : "reads";
#elif defined(__aarch64__)
    const ucontext_t *registers = static_cast<const ucontext_t *>(context);
    fault_.instruction = reinterpret_cast<const char *>(registers->uc_mcontext.pc);
    fault_.caller = reinterpret_cast<const char *>(registers->uc_mcontext.regs[30]);
    fault_.stack = reinterpret_cast<const char *>(registers->uc_mcontext.sp & ~7ull);
#endif
    bool memory = signal == SIGSEGV || signal == SIGBUS;
    break_off(memory ? cudaErrorIllegalAddress : cudaErrorLaunchFailure, [this] { return fault_text(); });
}

void core::refuse(wrong what, const announced_access &access)
{
    break_off(what == wrong::misaligned ? cudaErrorMisalignedAddress : cudaErrorIllegalAddress, [=] {
        std::string line = source_line(access.pc);
        return format("Error: %s address\n    %s%s%s\n    %s", what == wrong::misaligned ? "misaligned" : "illegal",
                      where().c_str(), line.empty() ? "" : ", at ", line.c_str(),
                      checks_.describe(what, access).c_str());
    });
}

// --- loads and stores, atomics, fences ---

// A thread that is far ahead lets the others run, so that what is counted can be put together.
void core::let_warp_catch_up()
{
    unsigned warp = current_ / warp_size;
    uint32_t meetings = checks_.meetings(warp);
    yield();
    checks_.meet_unless_met(warp, meetings);
}

void core::touch(access kind, const char *address, size_t size, size_t alignment, const void *pc)
{
    if ((size_t)(address - stacks_) < max_threads * stack_step)
        return; // its own variables, mostly
    const announced_access what = {kind, address, size, alignment, pc};
    // Other threads may run here, so before the check: nothing may come between that and the access.
    if (__builtin_expect(checks_.counts(), false) && !is_atomic(what.kind) && checks_.count(current_, what))
        let_warp_catch_up();
    wrong is = checks_.access_begins(current_, what);
    if (__builtin_expect(is != wrong::nothing, false))
        refuse(is, what);
}

void core::atomic_begins(const announced_access &what)
{
    checks_.atomic_begins(current_, what);
}

void core::atomic_ends(const announced_access &what, bool done)
{
    if (checks_.atomic_ends(current_, what, done))
        let_warp_catch_up();
}

void core::fence(bool of_device)
{
    if (checking_)
        checks_.fence(current_, of_device);
}

// --- a block ---

void core::prepare(grid_launch &launch)
{
    launch_ = &launch;
    threads_ = launch.threads();
    warps_ = (threads_ + warp_size - 1) / warp_size;
    const dim3 &b = launch.block();
    if (b.x != prepared_block_.x || b.y != prepared_block_.y || b.z != prepared_block_.z) {
        unsigned rank = 0;
        for (unsigned z = 0; z < b.z; ++z)
            for (unsigned y = 0; y < b.y; ++y)
                for (unsigned x = 0; x < b.x; ++x)
                    index_[rank++] = {x, y, z};
        prepared_block_ = b;
    }
    memory_.set_dynamic_size(launch.dynamic_shared);
    checking_ = setting.check;
    run_body_ = checking_ ? launch.kernel.run_checked : launch.kernel.run;
    if (checking_)
        checks_.launch_begins(launch.record, launch.arguments, launch.kernel.closure_size);
}

void core::finish()
{
    if (checking_)
        checks_.launch_ends(launch_->kernel.type);
}

// Their own order, or one that follows from the seed and the block alone, so that it can be had again.
void core::order_warps()
{
    for (unsigned warp = 0; warp < warps_; ++warp)
        warp_at_[warp] = warp;
    if (launch_->seed != 0) {
        uint64_t random = launch_->seed + block_number_;
        for (unsigned left = warps_; left > 1; --left)
            std::swap(warp_at_[left - 1], warp_at_[(random = mix(random)) % left]);
    }
    for (unsigned turn = 0; turn < warps_; ++turn)
        turn_[warp_at_[turn]] = turn;
}

bool core::run(uint64_t block_number)
{
    block_number_ = block_number;

    memory_.poison_all();
    this_core = this; // it was thread_local as well
    checked_core = nullptr;
    if (checking_)
        checks_.block_begins(block_number);
    const dim3 &grid = launch_->grid(), &block = launch_->block();
    gridDim = {grid.x, grid.y, grid.z};
    blockDim = {block.x, block.y, block.z};
    blockIdx = block_index();

    order_warps();
    ready_warps_ = 0;
    for (unsigned warp = 0; warp < warps_; ++warp) {
        unsigned lanes = threads_ - warp * warp_size;
        live_[warp] = lanes >= warp_size ? ~0u : (1u << lanes) - 1;
        ready_[warp] = started_[warp] = at_warp_[warp] = asks_[warp] = elsewhere_[warp] = 0;
        make_ready(warp, live_[warp]);
    }
    live_threads_ = threads_;
    arrived_ = 0;
    votes_ = 0;

    error_ = cudaSuccess;
    broken_ = false;
    running_ = true;
    checked_core = checking_ ? this : nullptr;
    switch_to(warp_at_[0] * warp_size, &home_);
    running_ = false;
    checked_core = nullptr;
    while (exited_) { // a thread has left its fiber for a word, and goes on
        exited_ = false;
        const waiting &at = waits_[first_arrived_];
        report_once(severity::warning, format("exited|%s|%d", at.file, at.line), exited_text()); // for each barrier
        running_ = true;
        checked_core = checking_ ? this : nullptr;
        cpu_device_switch_stack(&home_, left_for_warning_);
        running_ = false;
        checked_core = nullptr;
    }
    if (broken_) {
        if (!launch_->reported.exchange(true)) // other blocks break off for the same reason, most likely
            report(severity::error,
                   why_(captured_) + format("\n    The launch at %s:%d fails: %s", launch_->record.name.file,
                                            launch_->record.name.line, cudaGetErrorName(error_)));
        // What the fibers held is abandoned; the next block begins on fresh ones, on the same stacks.
        idle_stacks_.clear();
        stacks_made_ = 0;
    }
    if (checking_)
        checks_.block_ends(block_number, broken_);
    return !broken_;
}

void called_on_host(const char *function)
{
    die(1, "%s is device code, and was called on the host", function);
}
} // namespace cpu_device

// --- what a CUDA thread waits in: here, so that it has one frame only when it switches stacks ---

using cpu_device::core;
using cpu_device::running_core;

[[gnu::flatten]] int cpu_device_barrier(cpu_device_barrier_kind kind, int predicate, const char *file, int line)
{
    return running_core("__syncthreads()").barrier(kind, predicate != 0, file, line);
}

void cpu_device_syncwarp(unsigned mask, const char *file, int line)
{
    running_core("__syncwarp()").warp_meet(core::warp_kind::sync, mask, 0, 0, file, line);
}

unsigned cpu_device_activemask()
{
    return running_core("__activemask()").active_lanes(__builtin_return_address(0));
}

unsigned cpu_device_lane()
{
    return running_core("a shuffle").rank() % cpu_device::warp_size;
}

uint64_t cpu_device_shuffle(unsigned mask, uint64_t bits, unsigned source, const char *file, int line)
{
    return running_core("a shuffle").warp_meet(core::warp_kind::shuffle, mask, bits, source, file, line);
}

unsigned cpu_device_ballot(unsigned mask, int predicate, const char *file, int line)
{
    return (unsigned)running_core("a vote").warp_meet(core::warp_kind::ballot, mask, predicate != 0, 0, file, line);
}
