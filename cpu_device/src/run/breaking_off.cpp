// SPDX-License-Identifier: MIT
// How a kernel is ended by an error: its thread switches to the core's own stack, where the report is written.
#include <algorithm>
#include <cstring>
#include <ucontext.h>

#include "../../include/cuda_runtime_api.h"
#include "../check/trace.h"
#include "../memory/arena.h"
#include "../memory/program_image.h"
#include "../say/kernel_name.h"
#include "../say/report.h"
#include "../say/source_line.h"
#include "../say/symbols.h"
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
} // namespace

// --- reports ---

void undefined_shuffle::report(const launch_name &launch) const
{
    if (block_ == UINT64_MAX)
        return;
    const std::string line =
        at_.line != 0 ? format("at %s:%d", base_name(at_.file), at_.line) : "at " + source_line(at_.file - 1);
    report_if_program_fails(
        "shuffle|" + line,
        format(
            "Warning: a shuffle reads an undefined value\n    %s, %s, %s\n    reads from lane %u of its warp, which %s."
            "\n    Such a value is undefined, and the program has failed: this may be why. An H100 gives 0, and so "
            "does this "
            "device; with CPU_DEVICE_SEED it gives an arbitrary value.",
            block_text(launch, block_).c_str(), thread_text(launch, at_.thread).c_str(), line.c_str(), at_.source,
            at_.has_exited ? "has exited" : "does not call this shuffle with it"));
}

std::string core::where_block() const
{
    return block_text(launch_->record.name, block_number_);
}

std::string core::where() const
{
    return where_block() + ", " + thread_text(launch_->record.name, current_);
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

std::string core::stuck_text() const
{
    bool warp = false, work = false;
    for (unsigned w = 0; w < warps_; ++w) {
        warp |= at_warp_[w] != 0;
        for (unsigned rest = at_warp_[w]; rest; rest &= rest - 1)
            work |= is_work(waits_[w * warp_size + (unsigned)__builtin_ctz(rest)].kind);
    }
    std::string place = where_block();
    std::string exited =
        live_threads_ < threads_ ? format("\n    %u threads have exited", threads_ - live_threads_) : "";
    const char *advice = "Every thread of the block must reach the same barrier: take it out of the branch or loop. A "
                         "GPU may hang here, or pair the barriers wrongly.";
    if (work)
        advice = "All 32 lanes of a warp must make the same call at the same line. What a GPU does here is undefined.";
    else if (warp)
        advice = "Every lane that the mask names must make the same call, with the same mask. A GPU may hang here.";
    return format("Error: %s\n    %s, of %u threads (by rank in the block)%s%s\n    %s",
                  warp ? "divergent warp: its threads wait for one another at different places"
                       : "divergent barrier: the threads of a block wait at different barriers",
                  place.c_str(), threads_, waiting_threads().c_str(), exited.c_str(), advice);
}

std::string core::exited_text() const
{
    return format("Warning: barrier left by exited threads\n"
                  "    %s\n"
                  "    of %u threads %u have exited%s",
                  where_block().c_str(), threads_, threads_ - live_threads_ - ended_threads_,
                  waiting_threads().c_str());
}

std::string core::grid_stuck_text() const
{
    const launch_name &name = launch_->record.name;
    return format(
        "Error: divergent barrier: some blocks have exited, and the others wait for them\n    kernel %s, grid "
        "of %llu blocks%s\n    Every thread of the grid must reach the same barriers: take this one out of the "
        "branch or loop. A GPU hangs here.",
        name.kernel, (unsigned long long)launch_->blocks(), launch_->resident->text().c_str());
}

// Where the fault is in the device's own code, or a library's, the line is that of the call which led there: the first
// word on the stack that points behind a call in the program.
std::string core::fault_line() const
{
    std::string line = source_line(fault_.instruction, nullptr, false);
    size_t number = (size_t)(fault_.stack - stacks_) / stack_step;
    const char *low = stacks_ + number * stack_step + guard_size, *end = low;
    if (fault_.stack >= stacks_ && number < stacks_made_)
        end = std::min(std::max(fault_.stack, low) + 8192, low + stack_size);
    if (line.empty() && in_program(fault_.caller))
        line = source_line(fault_.caller - 1, nullptr, false);
    for (const char *p = std::max(fault_.stack, low); line.empty() && p < end; p += sizeof(void *)) {
        const char *word;
        memcpy(&word, p, sizeof word);
        if (in_program(word) && behind_call(word))
            line = source_line(word - 1, nullptr, false);
    }
    return line;
}

std::string core::fault_text(const std::string &line) const
{
    const char *address = fault_.address;
    bool overflow = address >= stacks_ && address < stacks_ + stacks_size_;
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

// --- on the core's own stack ---

std::string core::bad_line() const
{
    if (bad_place_.file != nullptr)
        return format("%s:%d", base_name(bad_place_.file), bad_place_.line);
    return bad_place_.stack != nullptr ? fault_line() : source_line(bad_place_.pc);
}

void core::report_failure(const std::string &text)
{
    std::string fails;
    if (!launch_->failure_reported.exchange(true))
        fails = format("\n    The launch at %s:%d fails: %s", launch_->record.name.file, launch_->record.name.line,
                       cudaGetErrorName(launch_->error));
    report(severity::error, text + fails);
}

// Writes a report for a thread that then continues.
void core::report_exited()
{
    const waiting &at = waits_[first_arrived_];
    if (tracing())
        trace_remark();
    if (launch_->left.may_be_new(block_number_, at.file, at.line))
        launch_->left.add(block_number_, line_of(at), exited_text());
}

void core::report_ended()
{
    launch_->fails(error_);
    if (launch_->bad_lines.may_be_new(bad_place_.pc)) {
        std::string line = bad_line();
        if (launch_->bad_lines.is_new(line.empty() ? format("%p", bad_place_.pc) : line))
            report_failure(why_(captured_, line));
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
    break_off(cudaErrorLaunchFailure, [this] { return stuck_text(); });
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
                   [this](const std::string &line) { return fault_text(line); });
    break_off(memory ? cudaErrorIllegalAddress : cudaErrorLaunchFailure, [this] { return fault_text(fault_line()); });
}

void core::refuse(wrong what, const announced_access &access)
{
    end_thread(what == wrong::misaligned ? cudaErrorMisalignedAddress : cudaErrorIllegalAddress, {access.pc},
               [=](const std::string &line) {
                   return format("Error: %s address\n    %s%s%s\n    %s%s",
                                 what == wrong::misaligned ? "misaligned" : "illegal", where().c_str(),
                                 line.empty() ? "" : ", at ", line.c_str(), checks_.describe(what, access).c_str(),
                                 what == wrong::illegal ? advice_on_references(*launch_, access.address) : "");
               });
}
} // namespace cpu_device
