// SPDX-License-Identifier: MIT
#include "block.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <link.h>
#include <mutex>
#include <set>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define CPU_DEVICE_RUNTIME
#include "../../include/cpu_device/threads.h"
#include "../../include/cpu_device/warps.h"
#include "../runtime.h"
#include "switch_stack.h"

// A kernel sees these as constants, and while a thread lives they are: switch_to() sets them for the next thread.
__thread uint3 threadIdx, blockIdx, blockDim, gridDim;

namespace cpu_device
{
__thread core *this_core;
static __thread unsigned polls;

namespace
{
// A GPU gives a thread up to 512 KB of local memory. Only what a thread touches is ever backed by memory.
constexpr size_t stack_size = 576 * 1024;
// No access, below each stack. GCC probes large frames every 64 KB on ARM, so none steps over it; an odd number of
// pages in all spreads the stacks over the sets of the TLB.
constexpr size_t guard_size = 68 * 1024;
constexpr size_t stack_step = stack_size + guard_size;

constexpr size_t max_dynamic_shared = 228 * 1024; // a multiple of the page; 227 KB can be asked for
constexpr size_t dynamic_guard = 1 << 20;         // no access, behind it

const char *const no_address = reinterpret_cast<const char *>(-1);

// The thread_local variables of the program, as the calling thread of the operating system has them.
int find_thread_local(dl_phdr_info *program, size_t, void *range)
{
    auto &[begin, size] = *static_cast<std::pair<char *, size_t> *>(range);
    begin = static_cast<char *>(program->dlpi_tls_data);
    for (int i = 0; i < program->dlpi_phnum; ++i)
        if (program->dlpi_phdr[i].p_type == PT_TLS)
            size = program->dlpi_phdr[i].p_memsz;
    return 1; // the program itself comes first; its libraries are not asked
}

// Whether there is memory of the process at an address.
bool is_mapped(const char *address)
{
    unsigned char resident;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return mincore(reinterpret_cast<void *>((uintptr_t)address / page * page), 1, &resident) == 0;
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

core::core()
{
    // Without MAP_NORESERVE, a strict overcommit policy would count every stack in full.
    void *stacks =
        mmap(nullptr, max_threads * stack_step, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    void *dynamic = mmap(nullptr, max_dynamic_shared + dynamic_guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stacks == MAP_FAILED || dynamic == MAP_FAILED ||
        mprotect(dynamic, max_dynamic_shared, PROT_READ | PROT_WRITE) != 0) {
        perror("CPU device: cannot reserve the stacks and the shared memory of a block");
        _exit(1);
    }
    dynamic_end_ = static_cast<char *>(dynamic) + max_dynamic_shared;
    stacks_ = static_cast<char *>(stacks);
    idle_stacks_.reserve(max_threads);

    std::pair<char *, size_t> range;
    dl_iterate_phdr(find_thread_local, &range);
    static_shared_ = range.first;
    static_shared_size_ = range.first ? range.second : 0;
}

char *core::new_stack()
{
    char *low = stacks_ + stacks_made_ * stack_step + guard_size;
    if (mprotect(low, stack_size, PROT_READ | PROT_WRITE) != 0) {
        perror("CPU device: cannot make a stack for a thread");
        _exit(1);
    }
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
        report_stuck();
    switch_to(next, &fiber_of_[current_]);
}

void core::fiber_main()
{
    core &self = *this_core;
    char *top = self.begun_on_;
    for (;;) {
        self.run_body_(self.launch_->body.closure.get());
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
        report_stuck();
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

int core::barrier(barrier_kind kind, bool predicate, const char *file, int line)
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
    case barrier_kind::plain: return 0;
    case barrier_kind::count: return votes_result_;
    case barrier_kind::all: return votes_result_ == voters_;
    case barrier_kind::any: return votes_result_ != 0;
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
            report_stuck();
        make_ready(warp, live_[warp]);
    }
    if (live_threads_ != threads_)
        warn_of_exited();
    if (checking_) {
        shared_check_.barrier();
        between_blocks_.barrier();
    }
    if (counting_)
        counter_.flush_all();
    votes_result_ = votes_;
    voters_ = (int)arrived_;
    votes_ = 0;
    arrived_ = 0;
}

// Some threads of the block have exited instead of coming to the barrier.
void core::warn_of_exited()
{
    static std::mutex mutex;
    static std::set<std::pair<const char *, int>> warned; // once for each barrier
    const waiting &at = waits_[first_arrived_];
    mutex.lock();
    bool first = warned.emplace(at.file, at.line).second;
    mutex.unlock();
    if (first)
        report(
            severity::warning,
            format("Warning: barrier left by exited threads\n"
                   "    %s\n"
                   "    of %u threads %u have exited%s\n"
                   "    GPUs since Volta do not wait for exited threads, so this passes there. Better let every thread "
                   "reach the barrier, and return after it.",
                   where_block().c_str(), threads_, threads_ - live_threads_, waiting_threads().c_str()));
}

// --- warps ---

uint64_t core::warp_meet(warp_kind kind, unsigned mask, uint64_t value, unsigned source, const char *file, int line)
{
    static const char *const names[] = {"__syncwarp", "a shuffle", "a vote"};
    unsigned warp = current_ / warp_size, bit = 1u << current_ % warp_size;
    if (!(mask & bit))
        break_off(cudaErrorLaunchFailure,
                  format("Error: a lane outside of its own mask\n    %s\n    calls %s at %s:%d with mask 0x%08x, in "
                         "which its lane, %u, has no bit\n    The mask must name every lane that calls, the caller "
                         "included.",
                         where().c_str(), names[(int)kind], base_name(file), line, mask, current_ % warp_size));
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
        if (checking_ && one.kind == (uint8_t)warp_kind::sync) { // shuffles and votes order no memory
            shared_check_.warp_sync(warp, group);
            between_blocks_.warp_sync(warp, group);
        }
        if (counting_ && group == live_[warp])
            counter_.flush(warp);
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

// --- reports ---

std::string core::where_block() const
{
    uint3 b = block_index();
    return format("kernel %s, block (%u,%u,%u)", launch_->body.name, b.x, b.y, b.z);
}

std::string core::where() const
{
    uint3 t = index_[current_];
    return where_block() + format(", thread (%u,%u,%u)", t.x, t.y, t.z);
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

// No thread can run, and those that are left wait for one another.
void core::report_stuck()
{
    bool warp = false;
    for (unsigned w = 0; w < warps_; ++w)
        warp |= at_warp_[w] != 0;
    std::string place = where_block();
    std::string exited =
        live_threads_ < threads_ ? format("\n    %u threads have exited", threads_ - live_threads_) : "";
    break_off(
        cudaErrorLaunchFailure,
        format("Error: %s\n    %s, of %u threads (by rank in the block)%s%s\n    %s",
               warp ? "divergent warp: its threads wait for one another at different places"
                    : "divergent barrier: the threads of a block wait at different barriers",
               place.c_str(), threads_, waiting_threads().c_str(), exited.c_str(),
               warp ? "Every lane that the mask names must make the same call, with the same mask. A GPU may hang "
                      "here."
                    : "Every thread of the block must reach the same barrier: take it out of the branch or loop. A "
                      "GPU may hang here, or pair the barriers wrongly."));
}

void core::break_off(cudaError_t error, const std::string &text)
{
    if (!launch_->reported.exchange(true)) // other blocks break off for the same reason, most likely
        cpu_device::report(severity::error, text + format("\n    The launch at %s:%d fails: %s", launch_->file,
                                                          launch_->line, cudaGetErrorName(error)));
    error_ = error;
    longjmp(broken_, 1);
}

// Called in a signal handler, on the signal's own stack: only remembers, and leaves.
void core::fault(int signal, const siginfo_t *info, const void *context)
{
    fault_.signal = signal;
    fault_.address = static_cast<const char *>(info->si_addr);
    fault_.instruction = nullptr;
    fault_.access = "accesses";
#if defined(__x86_64__)
    const ucontext_t *registers = static_cast<const ucontext_t *>(context);
    fault_.instruction = reinterpret_cast<const void *>(registers->uc_mcontext.gregs[REG_RIP]);
    if (signal == SIGSEGV && info->si_code == SI_KERNEL)
        fault_.address = no_address; // not even canonical, so the processor does not tell which
    else if (signal == SIGSEGV)
        fault_.access = registers->uc_mcontext.gregs[REG_ERR] & 2 ? "writes" : "reads";
#elif defined(__aarch64__)
    fault_.instruction = reinterpret_cast<const void *>(static_cast<const ucontext_t *>(context)->uc_mcontext.pc);
#else
    (void)context;
#endif
    longjmp(broken_, 2);
}

void core::report_fault()
{
    std::string line = source_line(atomic_pc_ ? atomic_pc_ : fault_.instruction);
    atomic_pc_ = nullptr;
    std::string place = where() + (line.empty() ? "" : ", at " + line);
    if (fault_.signal == SIGFPE)
        break_off(cudaErrorLaunchFailure,
                  format("Error: integer division by zero\n    %s\n    A GPU goes on here, with an undefined result.",
                         place.c_str()));
    if (fault_.signal == SIGILL || fault_.signal == SIGTRAP)
        break_off(cudaErrorLaunchFailure, format("Error: trap\n    %s", place.c_str()));

    const char *address = fault_.address;
    if (address >= stacks_ && address < stacks_ + max_threads * stack_step)
        break_off(cudaErrorIllegalAddress,
                  format("Error: stack overflow\n    %s\n    The thread's local variables and calls need more than the "
                         "%zu KB that it has. Endless recursion, or a large local array?",
                         place.c_str(), stack_size / 1024));
    if (address >= dynamic_end_ && address < dynamic_end_ + dynamic_guard)
        dynamic_out_of_bounds(address, fault_.access, line);
    illegal_address(address, address == fault_.instruction ? "calls" : fault_.access, line);
}

void core::illegal_address(const char *address, const char *verb, const std::string &line)
{
    std::string what = describe_address(address);
    if (what.empty())
        what = address == no_address ? "an address that no pointer can have, or that its type's alignment forbids"
               : (uintptr_t)address < 1u << 16 ? "a null pointer, or an element of one"
               : is_mapped(address)            ? "host memory: a kernel needs a pointer from cudaMalloc()"
                                               : "not device memory: a wild or uninitialized pointer";
    std::string number = address == no_address ? "" : format(" address 0x%zx", (size_t)address);
    break_off(cudaErrorIllegalAddress,
              format("Error: illegal address\n    %s%s%s\n    %s%s: %s", where().c_str(), line.empty() ? "" : ", at ",
                     line.c_str(), verb, number.c_str(), what.c_str()));
}

void core::index_out_of_bounds(const char *file, int line, long long index, const char *array)
{
    std::string type = array; // in quotes
    type = type.size() > 2 ? type.substr(1, type.size() - 2) : type;
    break_off(cudaErrorIllegalAddress, format("Error: index out of bounds\n    %s, at %s:%d\n    index %lld of an "
                                              "array %s",
                                              where().c_str(), base_name(file), line, index, type.c_str()));
}

// --- the checks of loads and stores ---

namespace
{
struct program_image {
    std::vector<std::pair<const char *, const char *>> segments;
    std::vector<global_cell *> cells;             // of each
    std::vector<uint16_t> variable_at;            // by offset in thread-local storage: 1 + its number; 0: none
    static constexpr uint16_t guard = UINT16_MAX; // what the compiler keeps there for variables with a constructor
    program_image()
    {
        dl_iterate_phdr(
            [](dl_phdr_info *program, size_t, void *image) {
                for (int i = 0; i < program->dlpi_phnum; ++i) {
                    const auto &header = program->dlpi_phdr[i];
                    if (header.p_type == PT_LOAD) {
                        auto begin = reinterpret_cast<const char *>(program->dlpi_addr + header.p_vaddr);
                        static_cast<program_image *>(image)->segments.push_back({begin, begin + header.p_memsz});
                        static_cast<program_image *>(image)->cells.push_back(new_cells(header.p_memsz / 4 + 2));
                    }
                }
                return 1; // the program itself comes first
            },
            this);
        uint16_t number = 0;
        for (const auto &v : thread_local_variables()) {
            ++number;
            if (variable_at.size() < v.offset + v.size)
                variable_at.resize(v.offset + v.size);
            std::fill_n(variable_at.begin() + (ptrdiff_t)v.offset, v.size, v.guard ? guard : number);
        }
    }
    // What the check between blocks keeps of __device__ variables; null: nothing.
    global_cell *cells_of(const char *address) const
    {
        for (size_t i = 0; i < segments.size(); ++i)
            if (address >= segments[i].first && address < segments[i].second)
                return cells[i] + ((uintptr_t)address / 4 - (uintptr_t)segments[i].first / 4);
        return nullptr;
    }
    bool holds(const char *address) const
    {
        for (auto [begin, end] : segments)
            if (address >= begin && address < end)
                return true;
        return false;
    }
};

const program_image &image()
{
    static const auto *only = new program_image;
    return *only;
}
} // namespace

// The variable that holds an offset, or that ends nearest before it.
static const thread_local_variable *nearest_variable(size_t offset)
{
    const thread_local_variable *nearest = nullptr;
    for (const auto &v : thread_local_variables())
        if (v.offset <= offset && (nearest == nullptr || v.offset > nearest->offset))
            nearest = &v;
    return nearest;
}

std::string shared_variable(size_t offset)
{
    const auto &at = image().variable_at;
    return offset < at.size() && at[offset] && at[offset] != program_image::guard
               ? thread_local_variables()[at[offset] - 1u].name
               : "dynamic shared memory";
}

void core::begin_checks()
{
    checking_ = setting.check;
    counting_ = checking_ && counting();
    run_body_ = checking_ ? launch_->body.run_checked : launch_->body.run;
    if (!checking_)
        return;
    image();
    shared_check_.prepare(threads_, static_shared_size_ + launch_->dynamic_shared);
    between_blocks_.prepare(*launch_, shared_check_);
}

// Notes down an access of the running thread, before it is checked: other threads may run in between.
void core::count(bool shared, access kind, uintptr_t address, size_t size, const void *pc)
{
    if (!counter_.count(current_, shared, kind, address, size, pc))
        return;
    unsigned warp = current_ / warp_size;
    uint32_t flushes = counter_.flushes(warp);
    yield();
    if (counter_.flushes(warp) == flushes)
        counter_.flush(warp);
}

bool core::begin_atomic(const char *address, const void *pc)
{
    atomic_pc_ = pc;
    if (!checking_ || (size_t)(address - static_shared_) < static_shared_size_ ||
        (size_t)(address - dynamic_shared_) < max_dynamic_shared)
        return false;
    return between_blocks_.begin_atomic(current_, address);
}

void core::end_atomic(access kind, const char *address, size_t size, const void *pc, bool done, bool begun)
{
    atomic_pc_ = nullptr;
    if (begun)
        between_blocks_.end_atomic(current_, address);
    if (!counting_ || !done)
        return;
    size_t in_static = (size_t)(address - static_shared_), in_dynamic = (size_t)(address - dynamic_shared_);
    if (in_static < static_shared_size_)
        count(true, kind, in_static, size, pc);
    else if (in_dynamic < max_dynamic_shared)
        count(true, kind, in_dynamic, size, pc);
    else if (reinterpret_cast<uintptr_t>(address) - checked_arena < checked_arena_size || image().holds(address))
        count(false, kind, reinterpret_cast<uintptr_t>(address), size, pc);
}

void core::end_checks(bool broken)
{
    if (counting_ && broken)
        counter_.discard();
    else if (counting_)
        counter_.flush_all();
    shared_check_.end_block(block_number_, broken, launch_->findings);
    between_blocks_.end_block(launch_->findings);
    for (finding &f : found_in_global_) {
        f.block[0] = block_number_;
        launch_->findings.add(f);
    }
    found_in_global_.clear();
}

void core::touch(access kind, const char *address, size_t size, size_t alignment, const void *pc)
{
    size_t offset;
    if ((size_t)(address - stacks_) < max_threads * stack_step)
        return; // its own variables, mostly
    if (__builtin_expect((reinterpret_cast<uintptr_t>(address) & (alignment - 1)) != 0, false))
        break_off(
            cudaErrorMisalignedAddress,
            format("Error: misaligned address\n    %s, at %s\n    %s %zu bytes at address %p, which is no multiple "
                   "of %zu",
                   where().c_str(), source_line(pc).c_str(), writes(kind) ? "writes" : "reads", size,
                   (const void *)address, alignment));
    if ((offset = (size_t)(address - static_shared_)) < static_shared_size_) {
        const auto &at = image().variable_at;
        if (!at.empty() && (offset + size > at.size() || !at[offset] || at[offset + size - 1] != at[offset])) {
            const thread_local_variable *near = nearest_variable(offset);
            std::string what = "shared memory that belongs to no variable";
            if (near != nullptr && at[near->offset])
                what = offset < near->offset + near->size
                           ? format("the end of %s and what lies behind", near->name.c_str())
                           : format("%zu bytes past the end of %s", offset - near->offset - near->size,
                                    near->name.c_str());
            break_off(cudaErrorIllegalAddress,
                      format("Error: illegal address\n    %s, at %s\n    %s shared memory: %s", where().c_str(),
                             source_line(pc).c_str(), writes(kind) ? "writes" : "reads", what.c_str()));
        }
        if (!at.empty() && at[offset] == program_image::guard)
            return;
        if (__builtin_expect(counting_, false) && !is_atomic(kind))
            count(true, kind, offset, size, pc);
        shared_check_.touch(current_, kind, address, offset, size, pc);
    } else if ((offset = (size_t)(address - (dynamic_end_ - max_dynamic_shared))) <
               max_dynamic_shared + dynamic_guard) {
        size_t at = (size_t)(address - dynamic_shared_);
        if (address < dynamic_shared_ || at + size > launch_->dynamic_shared)
            dynamic_out_of_bounds(address, writes(kind) ? "writes" : "reads", source_line(pc));
        if (__builtin_expect(counting_, false) && !is_atomic(kind))
            count(true, kind, at, size, pc);
        shared_check_.touch(current_, kind, address, static_shared_size_ + at, size, pc);
    } else if (reinterpret_cast<uintptr_t>(address) - checked_arena < checked_arena_size) {
        if (__builtin_expect(counting_, false) && !is_atomic(kind))
            count(false, kind, reinterpret_cast<uintptr_t>(address), size, pc);
        bool reads = kind != access::write && kind != access::volatile_write && kind != access::atomic_write;
        global_cell *cells;
        memory_state state = touch_memory(address, size, reads, writes(kind), &cells);
        if (__builtin_expect(state == memory_state::illegal, false))
            illegal_address(address, writes(kind) ? "writes" : "reads", source_line(pc));
        if (__builtin_expect(state == memory_state::uninitialized, false))
            merge(found_in_global_, {finding::kind::uninitialized_global,
                                     {pc, nullptr},
                                     {},
                                     {},
                                     {},
                                     {current_, 0},
                                     {},
                                     (uint64_t)address,
                                     1,
                                     false});
        kind = shared_check_.touch_flag(current_, kind, address);
        between_blocks_.touch(current_, kind, address, size, pc, cells);
    } else {
        touch_elsewhere(kind, address, size, pc);
    }
}

// Neither shared nor allocated by cudaMalloc: the kernel's arguments, __device__ variables and constants; else wrong.
void core::touch_elsewhere(access kind, const char *address, size_t size, const void *pc)
{
    const char *arguments = static_cast<const char *>(launch_->body.closure.get());
    if ((size_t)(address - arguments) < launch_->body.closure_size)
        return;
    if (image().holds(address) || is_registered(address)) {
        if (counting_ && writes(kind) && !is_atomic(kind)) // a load may be of a __constant__
            count(false, kind, reinterpret_cast<uintptr_t>(address), size, pc);
        kind = shared_check_.touch_flag(current_, kind, address);
        between_blocks_.touch(current_, kind, address, size, pc, image().cells_of(address));
        return;
    }
    illegal_address(address, writes(kind) ? "writes" : "reads", source_line(pc));
}

void core::dynamic_out_of_bounds(const char *address, const char *verb, const std::string &line)
{
    std::string at = address >= dynamic_shared_
                         ? format("%zu bytes past the start", (size_t)(address - dynamic_shared_))
                         : format("%zu bytes before the start", (size_t)(dynamic_shared_ - address));
    break_off(cudaErrorIllegalAddress,
              format("Error: illegal address\n    %s%s%s\n    %s %s of the %zu bytes of dynamic shared memory that the "
                     "launch gave: the third argument of <<<...>>>",
                     where().c_str(), line.empty() ? "" : ", at ", line.c_str(), verb, at.c_str(),
                     launch_->dynamic_shared));
}

// --- a block ---

uint3 core::block_index() const
{
    const dim3 &g = launch_->grid;
    return {(unsigned)(block_number_ % g.x), (unsigned)(block_number_ / g.x % g.y),
            (unsigned)(block_number_ / g.x / g.y)};
}

void core::prepare(const grid_launch &launch)
{
    launch_ = &launch;
    threads_ = launch.threads();
    warps_ = (threads_ + warp_size - 1) / warp_size;
    const dim3 &b = launch.block;
    if (b.x != prepared_block_.x || b.y != prepared_block_.y || b.z != prepared_block_.z) {
        unsigned rank = 0;
        for (unsigned z = 0; z < b.z; ++z)
            for (unsigned y = 0; y < b.y; ++y)
                for (unsigned x = 0; x < b.x; ++x)
                    index_[rank++] = {x, y, z};
        prepared_block_ = b;
    }
    dynamic_shared_ = dynamic_end_ - (launch.dynamic_shared + 127) / 128 * 128;
    begin_checks();
}

void core::finish()
{
    if (counting_)
        counter_.end_kernel(kernel_symbol(launch_->body.type));
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
    const grid_launch &launch = *launch_;
    block_number_ = block_number;

    memset(static_shared_, poison, static_shared_size_);
    memset(dynamic_shared_, poison, launch.dynamic_shared);
    this_core = this; // it was thread_local as well
    checked_core = nullptr;
    if (checking_) {
        shared_check_.begin_block();
        between_blocks_.begin_block(block_number);
    }
    gridDim = {launch.grid.x, launch.grid.y, launch.grid.z};
    blockDim = {launch.block.x, launch.block.y, launch.block.z};
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
    int broken = setjmp(broken_);
    if (broken == 0) {
        running_ = true;
        checked_core = checking_ ? this : nullptr;
        switch_to(warp_at_[0] * warp_size, &home_);
        running_ = false;
        checked_core = nullptr;
        if (checking_)
            end_checks(false);
        return true;
    }
    checked_core = nullptr;
    if (broken == 2 && running_) {
        running_ = false;
        report_fault(); // comes back here
    }
    // What the fibers held is abandoned; the next block begins on fresh ones, on the same stacks.
    running_ = false;
    if (checking_)
        end_checks(true);
    idle_stacks_.clear();
    stacks_made_ = 0;
    return false;
}
} // namespace cpu_device

// --- what kernels call ---

using cpu_device::core;

namespace
{
core &running_core(const char *function)
{
    if (cpu_device::this_core == nullptr || !cpu_device::this_core->in_kernel()) {
        fprintf(stderr, "CPU device: %s is device code, and was called on the host\n", function);
        abort();
    }
    return *cpu_device::this_core;
}
} // namespace

// Its own frame is gone when it switches stacks, so that a waiting thread occupies little of the cache.
[[gnu::flatten]] void __syncthreads(const char *file, int line)
{
    running_core(__func__).barrier(core::barrier_kind::plain, false, file, line);
}

int __syncthreads_count(int predicate, const char *file, int line)
{
    return running_core(__func__).barrier(core::barrier_kind::count, predicate != 0, file, line);
}

int __syncthreads_and(int predicate, const char *file, int line)
{
    return running_core(__func__).barrier(core::barrier_kind::all, predicate != 0, file, line);
}

int __syncthreads_or(int predicate, const char *file, int line)
{
    return running_core(__func__).barrier(core::barrier_kind::any, predicate != 0, file, line);
}

void __syncwarp(unsigned mask, const char *file, int line)
{
    running_core(__func__).warp_meet(core::warp_kind::sync, mask, 0, 0, file, line);
}

unsigned __activemask()
{
    return running_core(__func__).active_lanes(__builtin_return_address(0));
}

namespace
{
void fence(const char *function, bool of_device)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    running_core(function).fence(of_device);
    cpu_device::poll();
}
} // namespace

void __threadfence_block()
{
    fence(__func__, false);
}

void __threadfence()
{
    fence(__func__, true);
}

void __threadfence_system()
{
    fence(__func__, true);
}

long long clock64()
{
    cpu_device::yield();
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

void __nanosleep(unsigned nanoseconds)
{
    for (long long end = clock64() + nanoseconds; clock64() < end;)
        ;
}

void __trap()
{
    core &c = running_core(__func__);
    c.break_off(cudaErrorLaunchFailure, "Error: __trap()\n    " + c.where());
}

namespace cpu_device
{
void poll()
{
    if (++polls % 64 == 0)
        yield();
}

void yield()
{
    if (this_core != nullptr && this_core->in_kernel())
        this_core->yield();
}

unsigned lane()
{
    return this_core->rank() % warp_size;
}

uint64_t shuffle(unsigned mask, uint64_t bits, unsigned source, const char *file, int line)
{
    return running_core("a shuffle").warp_meet(core::warp_kind::shuffle, mask, bits, source, file, line);
}

unsigned ballot(unsigned mask, bool predicate, const char *file, int line)
{
    return (unsigned)running_core("a vote").warp_meet(core::warp_kind::ballot, mask, predicate, 0, file, line);
}

dynamic_memory dynamic_shared()
{
    return {running_core("extern __shared__").dynamic_memory()};
}
} // namespace cpu_device
