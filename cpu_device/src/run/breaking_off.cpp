// SPDX-License-Identifier: MIT
// How a kernel is ended by an error: its thread switches to the core's own stack, where the report is written.
#include <algorithm>
#include <cstring>

#include "../../include/cuda_runtime_api.h"
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
bool behind_call(const char *address)
{
#if defined(__x86_64__)
    auto byte = [=](int at) { return (unsigned char)address[at]; };
    return byte(-5) == 0xe8 || (byte(-6) == 0xff && byte(-5) == 0x15) || // by a distance, through a table,
           (byte(-2) == 0xff && byte(-1) >> 3 == 0xd0 >> 3) ||           // through a register
           (byte(-3) == 0x41 && byte(-2) == 0xff && byte(-1) >> 3 == 0xd0 >> 3);
#elif defined(__wasm__)
    return address == nullptr; // a module cannot read its code
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
            return tr(
                "\n    A parameter of the kernel is a reference: let it refer to managed memory, or pass the value.");
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
    const std::string line = at_.line != 0 ? format("at %s:%d", base_name(at_.file), at_.line)
                                           : format("at %s", source_line(at_.file - 1).c_str());
    diagnosis d(report_kind::undefined_shuffle);
    d.in(doer_in(launch, block_, at_.thread));
    d.where(at_.line != 0 ? source_position{at_.file, at_.line} : reported_place(at_.file - 1));
    d.say("%s, %s, %s", block_text(launch, block_).c_str(), thread_text(launch, at_.thread).c_str(), line.c_str());
    d.say("reads from lane %u of its warp, which %s.", at_.source,
          tr(at_.has_exited ? "has exited" : "does not call this shuffle with it"));
    report_if_program_fails("shuffle|" + line,
                            d.say("Such a value is undefined, and the program has failed: this may be why. An H100 "
                                  "gives 0, and so does this device; with CPU_DEVICE_SEED it gives an arbitrary "
                                  "value."));
}

void overlapping_copy::report(const launch_name &launch) const
{
    if (block_ == UINT64_MAX)
        return;
    diagnosis d(report_kind::copy_overlaps);
    d.in(doer_in(launch, block_, at_.thread)).where(reported_place(at_.pc));
    const std::string line = d.at.text();
    d.say("%s, %s, %s", block_text(launch, block_).c_str(), thread_text(launch, at_.thread).c_str(),
          format("at %s", line.c_str()).c_str());
    d.say("memcpy() copies %zu bytes to memory that begins %zu bytes %s the source.", at_.size, at_.distance,
          tr(at_.is_after ? "after" : "before"));
    report_once("overlap|" + line,
                d.say("memcpy() may copy in any order, so the source may be overwritten before it is read: use a loop "
                      "that begins at the right end."));
}

std::string core::where_block() const
{
    return block_text(b_.launch->record.name, b_.number);
}

std::string core::where() const
{
    return where_block() + tr(", ") + thread_text(b_.launch->record.name, b_.current);
}

diagnosis core::diagnose(report_kind what, const source_position &at, const char *subject) const
{
    const std::string line = at.text();
    diagnosis d(what, subject);
    return d.in(doer_in(b_.launch->record.name, b_.number, b_.current))
        .where(at)
        .say("%s%s%s", where().c_str(), line.empty() ? "" : tr(", at "), line.c_str());
}

std::string core::line_of(const waiting &at)
{
    return at.line != 0 ? format(" at %s:%d", base_name(at.file), at.line) : at_line(at.file - 1);
}

// Which threads wait where: a line for each place. `some_spin`: those that can run are left out.
std::string core::waiting_threads(bool some_spin) const
{
    std::string text;
    std::vector<bool> done(b_.order.threads, false);
    auto waits = [&](unsigned t) {
        return (b_.order.live[t / warp_size] & ~(some_spin ? b_.order.ready[t / warp_size] : 0)) >> t % warp_size & 1;
    };
    for (unsigned t = 0; t < b_.order.threads; ++t) {
        if (done[t] || !waits(t))
            continue;
        const waiting &at = place_of(t);
        std::string which;
        unsigned count = 0;
        for (unsigned u = t, begin = none; u <= b_.order.threads; ++u) { // runs of threads with nothing else between
            bool same = u < b_.order.threads && waits(u) && same_place(place_of(u), at);
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

// Of threads that wait at two barriers, of which one is in a loop; else "".
std::string core::advice_on_split() const
{
    const waiting *one = nullptr, *other = nullptr;
    for (unsigned t = 0; t < b_.order.threads; ++t) {
        if (!is_live(t))
            continue;
        const waiting &at = place_of(t);
        if (one == nullptr)
            one = &at;
        else if (!same_place(*one, at) && other == nullptr)
            other = &at;
        else if (!same_place(*one, at) && !same_place(*other, at))
            return "";
    }
    if (other == nullptr)
        return "";
    const split_barriers why = find_split(position_of({one->file, one->line}), position_of({other->file, other->line}));
    if (why.skips != 0)
        return format(
            "The continue at line %d skips the barrier at line %d: let every thread of the block reach the same "
            "barriers in each round of the loop. A GPU may hang here, or pair the barriers wrongly.",
            why.skips, why.barrier);
    if (why.loop != 0)
        return format(
            "The barrier at line %d is in the loop at line %d, which not all threads go through equally often: "
            "let all threads of the block make the same number of rounds, and test in the loop which of them "
            "have work. A GPU may hang here, or pair the barriers wrongly.",
            why.barrier, why.loop);
    return "";
}

diagnosis core::diagnose_stuck() const
{
    if (waits_at_numbers_or_phases())
        return diagnose_stuck_apart();
    bool warp = false, work = false, tile = false;
    for (unsigned w = 0; w < b_.order.warps; ++w) {
        warp |= b_.lanes.waiting_lanes(w) != 0;
        for (unsigned rest = b_.lanes.waiting_lanes(w); rest; rest &= rest - 1) {
            const uint8_t kind = b_.waits[w * warp_size + (unsigned)__builtin_ctz(rest)].kind;
            work |= is_work(kind);
            tile |= kind == (uint8_t)warp_kind::tile;
        }
    }
    const char *advice = "Every thread of the block must reach the same barrier: take it out of the branch or loop. A "
                         "GPU may hang here, or pair the barriers wrongly.";
    if (work)
        advice = "All 32 lanes of a warp must make the same call at the same line. What a GPU does here is undefined.";
    else if (tile)
        advice = "All threads of the tile must make the same call. A GPU may hang here, or pair the calls wrongly.";
    else if (warp)
        advice = "Every lane that the mask names must make the same call, with the same mask. A GPU may hang here.";
    diagnosis d(tile   ? report_kind::divergent_tile
                : warp ? report_kind::divergent_warp
                       : report_kind::divergent_barrier);
    d.in(doer_in(b_.launch->record.name, b_.number, {}));
    d.say("%s, of %u threads (by rank in the block)", where_block().c_str(), b_.order.threads).add(waiting_threads());
    if (b_.order.live_threads < b_.order.threads)
        d.say(b_.order.threads - b_.order.live_threads == 1 ? "%u thread has exited: %s" : "%u threads have exited: %s",
              b_.order.threads - b_.order.live_threads, exited_threads().c_str());
    const std::string of_loop = d.what == report_kind::divergent_barrier ? advice_on_split() : "";
    return d.advise(of_loop.empty() ? tr(advice) : of_loop);
}

diagnosis core::diagnose_exited(report_kind as) const
{
    diagnosis d(as);
    const unsigned exited = b_.order.threads - b_.order.live_threads - b_.ended_threads;
    return d.in(doer_in(b_.launch->record.name, b_.number, {}))
        .add(where_block())
        .say(exited == 1 ? "%u of %u threads has exited: %s" : "%u of %u threads have exited: %s", exited,
             b_.order.threads, exited_threads().c_str())
        .add(waiting_threads());
}

diagnosis core::diagnose_grid_stuck() const
{
    const launch_name &name = b_.launch->record.name;
    diagnosis d(report_kind::divergent_grid);
    return d.in(doer{name.kernel, {}, {}})
        .say("kernel %s, grid of %llu blocks", name.kernel, (unsigned long long)b_.launch->blocks())
        .add(b_.launch->resident->text())
        .say("Every thread of the grid must reach the same barriers: take this one out of the branch or loop. A GPU "
             "hangs here.");
}

diagnosis core::diagnose_cluster_stuck() const
{
    diagnosis d(report_kind::divergent_cluster);
    d.in(doer{b_.launch->record.name.kernel, {}, {}}).add(cluster_->text());
    for (unsigned rank = 0; rank < cluster_->size(); ++rank) {
        const core &one = cluster_->member(rank);
        const std::string block = block_in_grid(b_.launch->record.name, cluster_->block(rank));
        if (cluster_->has_ended(rank))
            d.say("%s has exited", block.c_str());
        else
            d.say("%s:", block.c_str()).add(one.waiting_threads());
    }
    return d.say("Every thread of the cluster must reach the same barriers: take them out of the branch or loop. A GPU "
                 "hangs here.");
}

diagnosis core::diagnose_cluster_left() const
{
    diagnosis d(report_kind::cluster_left);
    return d.in(doer{b_.launch->record.name.kernel, {}, {}})
        .add(cluster_->text())
        .say(cluster_->missed_it() == 1 ? "%u of %u threads has exited" : "%u of %u threads have exited",
             cluster_->missed_it(), cluster_->threads())
        .add(waiting_threads());
}

// Where the fault is in the device's own code, or a library's, the line is that of the call which led there: the first
// word on the stack that points behind a call in the program.
source_position core::fault_place() const
{
    source_position at = reported_place(b_.out.fault.instruction, false);
    const auto [begin, end] = b_.stacks.part_from(b_.out.fault.stack, 8192);
    if (at.line == 0 && in_program(b_.out.fault.caller))
        at = reported_place(b_.out.fault.caller - 1, false);
    for (const char *p = begin; at.line == 0 && p < end; p += sizeof(void *)) {
        const char *word;
        memcpy(&word, p, sizeof word);
        if (in_program(word) && behind_call(word))
            at = reported_place(word - 1, false);
    }
    return at;
}

diagnosis core::diagnose_fault(const source_position &at) const
{
    const char *address = b_.out.fault.address;
    bool overflow = b_.stacks.holds(address);
    if (b_.out.fault.is == fault_record::kind::division)
        return diagnose(report_kind::division_by_zero, at).say("A GPU continues here, with an undefined result.");
    if (b_.out.fault.is == fault_record::kind::trap)
        return diagnose(report_kind::trap, at, "trap");
    if (overflow)
        return diagnose(report_kind::stack_overflow, at)
            .say("The thread's local variables and calls need more than its %zu KB of stack. Does it recurse without "
                 "end, "
                 "or is a local array too large?",
                 stack_size / 1024);
    const char *verb = tr(address == b_.out.fault.instruction ? "calls" : b_.out.fault.access);
    std::string what =
        b_.memory.near_dynamic(address) ? format("%s %s", verb, b_.memory.describe_dynamic(address).c_str())
        : address == fault_record::no_address
            ? format("%s: an address that no pointer can have, or one that is not aligned for its type", verb)
            : describe_illegal(verb, address, &b_.launch->record.name);
    return diagnose(report_kind::illegal_address, at)
        .about(illegal_memory(address, &b_.launch->record.name))
        .add(what)
        .add(advice_on_heap(address, device()));
}

// --- on the core's own stack ---

source_position core::where_bad() const
{
    const bad_place &at = b_.out.place();
    if (at.file != nullptr)
        return {at.file, at.line};
    return at.stack != nullptr ? fault_place() : reported_place(at.pc);
}

void core::report_failure(diagnosis what)
{
    if (!b_.launch->failure_reported.exchange(true))
        what.say("The launch at %s:%d fails: %s", b_.launch->record.name.file, b_.launch->record.name.line,
                 cudaGetErrorName(b_.launch->error));
    if (is_of_waiting(what.what) && !what.is_of_count && !setting.fatal)
        b_.launch->stuck.keep(what);
    else
        report(what);
}

// Whether the threads wait in a collective that an exited one should have called, too.
bool core::lacks_threads() const
{
    if (b_.waits[b_.barrier.first()].kind != cpu_device_barrier_collective)
        return false;
    for (unsigned t = 0; t < std::min(b_.barrier.expected(), b_.order.threads); ++t)
        if (!is_live(t))
            return true;
    return false;
}

// Writes a report for threads that then continue.
void core::report_exited()
{
    const waiting &at = b_.waits[b_.barrier.first()];
    b_.checker.tell(&observer::barrier_left);
    const bool incomplete = lacks_threads();
    left_barriers &left = incomplete ? b_.launch->incomplete : b_.launch->left;
    if (left.may_be_new(b_.number, at.file, at.line))
        left.add(b_.number, line_of(at),
                 diagnose_exited(incomplete ? report_kind::part_of_block : report_kind::barrier_left));
}

void core::report_ended()
{
    b_.launch->fails(b_.out.error());
    if (b_.launch->bad_lines.may_be_new(b_.out.place().pc)) {
        const source_position at = where_bad();
        if (b_.launch->bad_lines.is_new(at.line == 0 ? format("%p", b_.out.place().pc) : at.text()))
            report_failure(b_.out.report(at));
    }
}

// --- breaking off, and the end of a thread ---

void core::leave_fiber(off_fiber reason)
{
    if (in_atomic_ != nullptr) // and it has met a fault
        b_.checker.atomic_ends(b_.current, *in_atomic_, outcome::tried_again);
    in_atomic_ = nullptr;
    b_.out.reason = reason;
    if (reason == off_fiber::ended || reason == off_fiber::returned) {
        b_.ended_threads += reason == off_fiber::ended;
        leave_sweep();
        b_.out.ending = true;
        const void *on = reason == off_fiber::ended && b_.out.place().stack != nullptr ? b_.out.place().stack
                                                                                       : __builtin_frame_address(0);
        b_.out.fresh_on = b_.stacks.top_under(on);
    }
    void *unused; // comes back here
    cpu_device_switch_stack(&unused, b_.stacks.home);
    __builtin_unreachable();
}

void core::exit_thread()
{
    leave_fiber(off_fiber::returned);
}

// Ends the block without a report: for what follows from an error that was reported.
void core::abandon(bool launch)
{
    b_.out.prepare_silence();
    leave_fiber(launch ? off_fiber::launch_broken : off_fiber::block_broken);
}

// No thread can run, and those that are left wait for one another.
void core::stuck()
{
    if (b_.ended_threads > 0) // most likely for those
        abandon(false);
    break_off(cudaErrorLaunchFailure, [this] { return diagnose_stuck(); });
}

// A thread of this launch was ended by an error, and the running thread yields: it may wait for what the ended thread
// has not done.
void core::give_up_in_time()
{
    if (b_.out.waits_in_vain(b_.order.live_threads))
        abandon(true);
}

void core::fault(const fault_record &met)
{
    const fault_record &f = b_.out.fault = met;
    const bool of_memory = f.is == fault_record::kind::memory;
    if (of_memory && !b_.stacks.holds(f.address) && b_.stacks.holds(f.stack))
        end_thread(cudaErrorIllegalAddress, {in_program(f.instruction) ? f.instruction : nullptr, nullptr, 0, f.stack},
                   [this](const source_position &at) { return diagnose_fault(at); });
    break_off(of_memory ? cudaErrorIllegalAddress : cudaErrorLaunchFailure,
              [this] { return diagnose_fault(fault_place()); });
}

void core::refuse(wrong what, const announced_access &access)
{
    end_thread(what == wrong::misaligned ? cudaErrorMisalignedAddress : cudaErrorIllegalAddress, {access.pc},
               [=](const source_position &at) {
                   const bool misaligned = what == wrong::misaligned;
                   return diagnose(misaligned ? report_kind::misaligned_address : report_kind::illegal_address, at)
                       .about(illegal_memory(access.address, &b_.launch->record.name))
                       .add(describe_wrong(what, access, b_.checker.here()))
                       .add(what == wrong::illegal ? advice_on_references(*b_.launch, access.address) : "")
                       .add(what == wrong::illegal ? advice_on_heap(access.address, device()) : "");
               });
}
} // namespace cpu_device
