// SPDX-License-Identifier: MIT
// How a kernel is ended by an error: its thread switches to the core's own stack, where the report is written.
#include <algorithm>
#include <cstring>
#include <ucontext.h>

#include "../../include/cuda_runtime_api.h"
#include "../check/trace.h"
#include "../memory/arena.h"
#include "../memory/heap.h"
#include "../platform/kernel_name.h"
#include "../platform/program_image.h"
#include "../platform/source_line.h"
#include "../platform/symbols.h"
#include "../say/report.h"
#include "core.h"
#include "switch_stack.h"

namespace cpu_device
{
namespace
{
const char *const no_address = reinterpret_cast<const char *>(-1);

} // namespace

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

namespace
{
// Whether a parameter of a function is a reference: of "k(int&)" or "void t<int>(int&, float*)", say.
bool takes_reference(const std::string &function)
{
    int depth = 0;
    for (size_t i = function.size(); i-- > 0;) {
        depth += (function[i] == ')') - (function[i] == '(');
        if (depth == 0)
            return function.find('&', i) != std::string::npos;
    }
    return false;
}

// A kernel gets the address of a reference, which does not show in the launch.
const char *advice_on_references(const grid_launch &launch, const char *address)
{
    if ((uintptr_t)address < 1u << 16 || !is_mapped(address) || !describe_address(address).empty() ||
        !takes_reference(demangled(kernel_symbol(launch.kernel.type).c_str())))
        return "";
    for (size_t i = 0; i + sizeof(char *) <= launch.kernel.closure_size; i += sizeof(char *)) {
        const char *argument;
        memcpy(&argument, launch.arguments + i, sizeof argument);
        if ((uintptr_t)address - (uintptr_t)argument < 4096)
            return "\n    A parameter of the kernel is a reference: let it refer to managed memory, or pass the value.";
    }
    return "";
}

// Nobody has asked whether malloc() gave anything.
std::string advice_on_heap(const char *address, int device)
{
    if ((uintptr_t)address >= 1u << 16 || !heap_was_full(device))
        return "";
    return format("\n    malloc() in a kernel has returned null: its heap has %zu MB, and "
                  "cudaDeviceSetLimit(cudaLimitMallocHeapSize, ...) before the first launch makes it larger.",
                  heap_limit >> 20);
}
} // namespace

// --- reports ---

void undefined_shuffle::report(const launch_name &launch) const
{
    if (block_ == UINT64_MAX)
        return;
    const std::string line =
        at_.line != 0 ? format("at %s:%d", base_name(at_.file), at_.line) : "at " + source_line(at_.file - 1);
    diagnosis d(report_kind::undefined_shuffle);
    d.in(doer_in(launch, block_, at_.thread));
    d.where(at_.line != 0 ? source_position{at_.file, at_.line} : reported_place(at_.file - 1));
    d.say("%s, %s, %s", block_text(launch, block_).c_str(), thread_text(launch, at_.thread).c_str(), line.c_str());
    d.say("reads from lane %u of its warp, which %s.", at_.source,
          at_.has_exited ? "has exited" : "does not call this shuffle with it");
    report_if_program_fails("shuffle|" + line,
                            d.say("Such a value is undefined, and the program has failed: this may be why. An H100 "
                                  "gives 0, and so does this device; with CPU_DEVICE_SEED it gives an arbitrary "
                                  "value."));
}

std::string core::where_block() const
{
    return block_text(launch_->record.name, block_number_);
}

std::string core::where() const
{
    return where_block() + ", " + thread_text(launch_->record.name, current_);
}

diagnosis core::diagnose(report_kind what, const source_position &at, const char *subject) const
{
    const std::string line = at.text();
    diagnosis d(what, subject);
    return d.in(doer_in(launch_->record.name, block_number_, current_))
        .where(at)
        .say("%s%s%s", where().c_str(), line.empty() ? "" : ", at ", line.c_str());
}

const char *core::work_name(uint8_t kind)
{
    static const char *const names[] = {"load_matrix_sync()", "store_matrix_sync()", "mma_sync()"};
    return names[kind - (uint8_t)warp_kind::load_matrix];
}

std::string core::line_of(const waiting &at)
{
    return at.line != 0 ? format(" at %s:%d", base_name(at.file), at.line) : at_line(at.file - 1);
}

// Which threads wait where: a line for each place. `some_spin`: those that can run are left out.
std::string core::waiting_threads(bool some_spin) const
{
    std::string text;
    std::vector<bool> done(threads_, false);
    auto waits = [&](unsigned t) {
        return (live_[t / warp_size] & ~(some_spin ? ready_[t / warp_size] : 0)) >> t % warp_size & 1;
    };
    for (unsigned t = 0; t < threads_; ++t) {
        if (done[t] || !waits(t))
            continue;
        const waiting &at = place_of(t);
        std::string which;
        unsigned count = 0;
        for (unsigned u = t, begin = none; u <= threads_; ++u) { // runs of threads with nothing else between
            bool same = u < threads_ && waits(u) && same_place(place_of(u), at);
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
        std::string line = line_of(at);
        text += format("\n    %u thread%s wait%s in %s%s: %s", count, count == 1 ? "" : "s", count == 1 ? "s" : "",
                       place_name(at).c_str(), line.c_str(), which.c_str());
    }
    return text;
}

diagnosis core::diagnose_stuck() const
{
    bool warp = false, work = false;
    for (unsigned w = 0; w < warps_; ++w) {
        warp |= at_warp_[w] != 0;
        for (unsigned rest = at_warp_[w]; rest; rest &= rest - 1)
            work |= is_work(waits_[w * warp_size + (unsigned)__builtin_ctz(rest)].kind);
    }
    const char *advice = "Every thread of the block must reach the same barrier: take it out of the branch or loop. A "
                         "GPU may hang here, or pair the barriers wrongly.";
    if (work)
        advice = "All 32 lanes of a warp must make the same call at the same line. What a GPU does here is undefined.";
    else if (warp)
        advice = "Every lane that the mask names must make the same call, with the same mask. A GPU may hang here.";
    diagnosis d(warp ? report_kind::divergent_warp : report_kind::divergent_barrier);
    d.in(doer_in(launch_->record.name, block_number_, {}));
    d.say("%s, of %u threads (by rank in the block)", where_block().c_str(), threads_).add(waiting_threads());
    if (live_threads_ < threads_)
        d.say("%u threads have exited", threads_ - live_threads_);
    return d.add(advice);
}

diagnosis core::diagnose_exited() const
{
    diagnosis d(report_kind::barrier_left);
    return d.in(doer_in(launch_->record.name, block_number_, {}))
        .add(where_block())
        .say("of %u threads %u have exited", threads_, threads_ - live_threads_ - ended_threads_)
        .add(waiting_threads());
}

diagnosis core::diagnose_grid_stuck() const
{
    const launch_name &name = launch_->record.name;
    diagnosis d(report_kind::divergent_grid);
    return d.in(doer{name.kernel, {}, {}})
        .say("kernel %s, grid of %llu blocks", name.kernel, (unsigned long long)launch_->blocks())
        .add(launch_->resident->text())
        .say("Every thread of the grid must reach the same barriers: take this one out of the branch or loop. A GPU "
             "hangs here.");
}

// Where the fault is in the device's own code, or a library's, the line is that of the call which led there: the first
// word on the stack that points behind a call in the program.
source_position core::fault_place() const
{
    source_position at = reported_place(fault_.instruction, false);
    size_t number = (size_t)(fault_.stack - stacks_) / stack_step;
    const char *low = stacks_ + number * stack_step + guard_size, *end = low;
    if (fault_.stack >= stacks_ && number < stacks_made_)
        end = std::min(std::max(fault_.stack, low) + 8192, low + stack_size);
    if (at.line == 0 && in_program(fault_.caller))
        at = reported_place(fault_.caller - 1, false);
    for (const char *p = std::max(fault_.stack, low); at.line == 0 && p < end; p += sizeof(void *)) {
        const char *word;
        memcpy(&word, p, sizeof word);
        if (in_program(word) && behind_call(word))
            at = reported_place(word - 1, false);
    }
    return at;
}

diagnosis core::diagnose_fault(const source_position &at) const
{
    const char *address = fault_.address;
    bool overflow = address >= stacks_ && address < stacks_ + stacks_size_;
    if (fault_.signal == SIGFPE)
        return diagnose(report_kind::division_by_zero, at).say("A GPU goes on here, with an undefined result.");
    if (fault_.signal == SIGILL || fault_.signal == SIGTRAP)
        return diagnose(report_kind::trap, at, "trap");
    if (overflow)
        return diagnose(report_kind::stack_overflow, at)
            .say(
                "The thread's local variables and calls need more than the %zu KB that it has. Endless recursion, or a "
                "large local array?",
                stack_size / 1024);
    const char *verb = address == fault_.instruction ? "calls" : fault_.access;
    std::string what =
        memory_.near_dynamic(address) ? format("%s %s", verb, memory_.describe_dynamic(address).c_str())
        : address == no_address
            ? format("%s: an address that no pointer can have, or that its type's alignment forbids", verb)
            : format("%s address 0x%zx: %s", verb, (size_t)address, describe_illegal(address).c_str());
    return diagnose(report_kind::illegal_address, at)
        .about(describe_address(address))
        .add(what)
        .add(advice_on_heap(address, device()));
}

// --- on the core's own stack ---

source_position core::where_bad() const
{
    if (bad_place_.file != nullptr)
        return {bad_place_.file, bad_place_.line};
    return bad_place_.stack != nullptr ? fault_place() : reported_place(bad_place_.pc);
}

void core::report_failure(diagnosis what)
{
    if (!launch_->failure_reported.exchange(true))
        what.say("The launch at %s:%d fails: %s", launch_->record.name.file, launch_->record.name.line,
                 cudaGetErrorName(launch_->error));
    report(what);
}

// Writes a report for a thread that then continues.
void core::report_exited()
{
    const waiting &at = waits_[first_arrived_];
    if (tracing())
        trace_remark();
    if (launch_->left.may_be_new(block_number_, at.file, at.line))
        launch_->left.add(block_number_, line_of(at), diagnose_exited());
}

void core::report_ended()
{
    launch_->fails(error_);
    if (launch_->bad_lines.may_be_new(bad_place_.pc)) {
        const source_position at = where_bad();
        if (launch_->bad_lines.is_new(at.line == 0 ? format("%p", bad_place_.pc) : at.text()))
            report_failure(why_(captured_, at));
    }
}

// --- breaking off, and the end of a thread ---

void core::leave_fiber(off_fiber reason)
{
    if (in_atomic_ != nullptr) // and it has met a fault
        checks_.atomic_ends(current_, *in_atomic_, outcome::tried_again);
    in_atomic_ = nullptr;
    left_for_ = reason;
    if (reason == off_fiber::ended || reason == off_fiber::returned) {
        ended_threads_ += reason == off_fiber::ended;
        leave_sweep();
        ending_ = true;
        const void *on =
            reason == off_fiber::ended && bad_place_.stack != nullptr ? bad_place_.stack : __builtin_frame_address(0);
        ended_on_ = top_of((size_t)(static_cast<const char *>(on) - stacks_) / stack_step);
    }
    void *unused; // comes back here
    cpu_device_switch_stack(&unused, home_);
    __builtin_unreachable();
}

void core::exit_thread()
{
    leave_fiber(off_fiber::returned);
}

// Ends the block without a report: for what follows from an error that was reported.
void core::abandon(bool launch)
{
    why_ = nullptr;
    leave_fiber(launch ? off_fiber::launch_broken : off_fiber::block_broken);
}

// No thread can run, and those that are left wait for one another.
void core::stuck()
{
    if (ended_threads_ > 0) // most likely for those
        abandon(false);
    break_off(cudaErrorLaunchFailure, [this] { return diagnose_stuck(); });
}

// A thread of this launch was ended by an error, and the running thread yields: it may wait for what the ended thread
// has not done. That is assumed if no thread of the block ends for a second.
void core::give_up_in_time()
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t nanoseconds = now.tv_sec * 1000000000ll + now.tv_nsec;
    if (wait_until_ != 0 && nanoseconds > wait_until_ && live_threads_ == live_then_)
        abandon(true);
    if (wait_until_ == 0 || nanoseconds > wait_until_) {
        wait_until_ = nanoseconds + 1000000000;
        live_then_ = live_threads_;
    }
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
        fault_.address = no_address; // not canonical, so the processor does not report it
    else if (signal == SIGSEGV)
        fault_.access = registers->uc_mcontext.gregs[REG_ERR] & 2 ? "writes" : "reads";
#elif defined(__aarch64__)
    const ucontext_t *registers = static_cast<const ucontext_t *>(context);
    fault_.instruction = reinterpret_cast<const char *>(registers->uc_mcontext.pc);
    fault_.caller = reinterpret_cast<const char *>(registers->uc_mcontext.regs[30]);
    fault_.stack = reinterpret_cast<const char *>(registers->uc_mcontext.sp & ~7ull);
#endif
    auto in_stacks = [this](const char *p) { return (size_t)(p - stacks_) < stacks_size_; };
    bool memory = signal == SIGSEGV || signal == SIGBUS;
    if (memory && !in_stacks(fault_.address) && in_stacks(fault_.stack))
        end_thread(cudaErrorIllegalAddress,
                   {in_program(fault_.instruction) ? fault_.instruction : nullptr, nullptr, 0, fault_.stack},
                   [this](const source_position &at) { return diagnose_fault(at); });
    break_off(memory ? cudaErrorIllegalAddress : cudaErrorLaunchFailure,
              [this] { return diagnose_fault(fault_place()); });
}

void core::refuse(wrong what, const announced_access &access)
{
    end_thread(what == wrong::misaligned ? cudaErrorMisalignedAddress : cudaErrorIllegalAddress, {access.pc},
               [=](const source_position &at) {
                   const bool misaligned = what == wrong::misaligned;
                   return diagnose(misaligned ? report_kind::misaligned_address : report_kind::illegal_address, at)
                       .about(describe_address(access.address))
                       .add(checks_.describe(what, access))
                       .add(what == wrong::illegal ? advice_on_references(*launch_, access.address) : "")
                       .add(what == wrong::illegal ? advice_on_heap(access.address, device()) : "");
               });
}
} // namespace cpu_device
