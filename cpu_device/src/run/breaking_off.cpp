// SPDX-License-Identifier: MIT
#include "breaking_off.h"

#include <algorithm>
#include <cstring>

#include "../../include/cuda_runtime_api.h"
#include "../memory/arena.h"
#include "../memory/heap.h"
#include "../platform/kernel_name.h"
#include "../platform/program_image.h"
#include "../platform/source_line.h"
#include "../platform/symbols.h"
#include "../say/kernel_findings.h"
#include "../say/report.h"
#include "core.h"
#include "switch_stack.h"

namespace cpu_device
{
bool follows_call(const char *address)
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

// The grid was rounded up to whole blocks: a thread takes the element of its own number, and the array ends before it.
std::string advice_on_guard(const block &b, const place_in_memory &place, const char *address)
{
    const launch_name &launch = b.launch->record.name;
    const size_t in_block = launch.block.x, threads = in_block * launch.grid.x;
    if (b.launch->threads() != in_block || b.launch->blocks() != launch.grid.x ||
        place.where != place_in_memory::past || place.unit == 0)
        return "";
    const size_t index = ((uintptr_t)address - place.first) / place.unit;
    const size_t elements = ((uintptr_t)address - place.bytes - place.first) / place.unit;
    if (index != b.number * in_block + b.current || elements > threads || threads - elements >= in_block)
        return "";
    return format(
        "\n    The grid has %zu threads, and there is no %s: let a thread without an element do nothing, as in "
        "if (i < n).",
        threads, place.element.c_str());
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
    const std::string line = at_.line != 0 ? format("%s:%d", base_name(at_.file), at_.line) : source_line(at_.file - 1);
    const source_position at = at_.line != 0 ? source_position{at_.file, at_.line} : reported_place(at_.file - 1);
    const diagnosis d = found_at_line(report_kind::undefined_shuffle, doer_in(launch, block_, at_.thread), at,
                                      block_text(launch, block_), thread_text(launch, at_.thread), line);
    report_if_program_fails("shuffle|" + line, reads_undefined(d, {at_.source, at_.has_exited}));
}

void result_of_other::report(const launch_name &launch) const
{
    if (block_ == UINT64_MAX)
        return;
    const source_position at = reported_place(at_.pc);
    const diagnosis d = found_at_line(report_kind::result_of_other, doer_in(launch, block_, at_.thread), at,
                                      block_text(launch, block_), thread_text(launch, at_.thread), at.text());
    report_once("result|" + at.text(), stores_result_of_other(d, at_.of_warp));
}

void overlapping_copy::report(const launch_name &launch) const
{
    if (block_ == UINT64_MAX)
        return;
    const source_position at = reported_place(at_.pc);
    const diagnosis d = found_at_line(report_kind::copy_overlaps, doer_in(launch, block_, at_.thread), at,
                                      block_text(launch, block_), thread_text(launch, at_.thread), at.text());
    report_once("overlap|" + at.text(), memcpy_overlaps(d, at_.size, at_.distance, at_.is_after));
}

std::vector<const char *> breaking_off::callers_on(const char *stack) const
{
    std::vector<const char *> all;
    const auto [begin, end] = b_.stacks.part_from(stack, 8192);
    for (const char *p = begin; p < end; p += sizeof(void *)) {
        const char *word;
        memcpy(&word, p, sizeof word);
        if (in_program(word) && follows_call(word))
            all.push_back(word - 1);
    }
    return all;
}

// Where the fault is in the device's own code, or a library's, the line is that of the call which led there: the first
// word on the stack that points after a call in the program.
source_position breaking_off::fault_place() const
{
    source_position at = reported_place(b_.out.fault.instruction, false);
    if (at.line == 0 && in_program(b_.out.fault.caller))
        at = reported_place(b_.out.fault.caller - 1, false);
    if (at.line == 0)
        for (const char *call : callers_on(b_.out.fault.stack))
            if ((at = reported_place(call, false)).line != 0)
                break;
    return at;
}

diagnosis breaking_off::diagnose_fault(const source_position &at) const
{
    const char *address = b_.out.fault.address;
    bool overflow = b_.stacks.holds(address);
    if (b_.out.fault.is == fault_record::kind::division) // in a function that the program does not have
        return divides_by_zero(b_.diagnose(report_kind::division_by_zero, at));
    if (b_.out.fault.is == fault_record::kind::trap)
        return b_.diagnose(report_kind::trap, at, "trap");
    if (overflow)
        return overflows_stack(b_.diagnose(report_kind::stack_overflow, at), stack_size);
    const char *verb = tr(address == b_.out.fault.instruction ? "calls" : b_.out.fault.access);
    std::string access =
        b_.memory.near_dynamic(address)       ? format("%s %s", verb, b_.memory.describe_dynamic(address).c_str())
        : address == fault_record::no_address ? no_address(verb)
                                              : describe_illegal(verb, address, &b_.launch->record.name);
    const place_in_memory place = illegal_memory(address, &b_.launch->record.name);
    return b_.diagnose(report_kind::illegal_address, at)
        .about(place)
        .add(access)
        .add(advice_on_guard(b_, place, address))
        .add(advice_on_heap(address, core_.device()));
}

// --- on the core's own stack ---

source_position breaking_off::where_bad() const
{
    const bad_place &at = b_.out.place();
    if (at.file != nullptr)
        return {at.file, at.line};
    return at.stack != nullptr ? fault_place() : reported_place(at.pc);
}

void breaking_off::report_failure(diagnosis d)
{
    if (!b_.launch->failure_reported.exchange(true))
        d = launch_fails(d, b_.launch->record.name, cudaGetErrorName(b_.launch->error));
    if (is_of_waiting(d.kind) && !d.is_of_count && !setting.fatal)
        b_.launch->stuck.keep(d);
    else
        report(d);
}

// Writes a report for threads that then continue.
void breaking_off::report_exited()
{
    const waiting &at = b_.waits[b_.barrier.first()];
    b_.checker.tell(&observer::barrier_left);
    const bool incomplete = core_.deadlock.lacks_threads(), skipped = core_.deadlock.is_skipped(at);
    left_barriers &left = incomplete ? b_.launch->incomplete : skipped ? b_.launch->skipped : b_.launch->left;
    if (!left.may_be_new(b_.number, at.file, at.line))
        return;
    const deadlock_report &all = core_.deadlock;
    if (incomplete)
        left.add(b_.number, all.line_of(at), all.diagnose_exited(report_kind::part_of_block));
    else if (skipped)
        left.add(b_.number, all.line_of(at), all.diagnose_skipped(at),
                 advice_on_skipped(position_of({at.file, at.line})));
    else
        left.add(b_.number, all.line_of(at), all.diagnose_exited(report_kind::barrier_left));
}

void breaking_off::report_ended()
{
    b_.launch->fails(b_.out.error());
    b_.launch->divided.report(b_.launch->record.name); // of which the error may be a consequence
    if (b_.launch->bad_lines.may_be_new(b_.out.place().pc)) {
        const source_position at = where_bad();
        if (b_.launch->bad_lines.is_new(at.line == 0 ? format("%p", b_.out.place().pc) : at.text()))
            report_failure(b_.out.report(at));
    }
}

// --- breaking off, and the end of a thread ---

void breaking_off::leave_fiber(off_fiber reason)
{
    core_.atomics.give_up();
    b_.out.reason = reason;
    if (reason == off_fiber::ended || reason == off_fiber::returned) {
        b_.ended_threads += reason == off_fiber::ended;
        b_.exits.ends(b_.current);
        b_.leave_sweep();
        b_.out.ending = true;
        const void *on = reason == off_fiber::ended && b_.out.place().stack != nullptr ? b_.out.place().stack
                                                                                       : __builtin_frame_address(0);
        b_.out.fresh_on = b_.stacks.top_under(on);
    }
    void *unused; // comes back here
    cpu_device_switch_stack(&unused, b_.stacks.home);
    __builtin_unreachable();
}

void breaking_off::exit_thread()
{
    leave_fiber(off_fiber::returned);
}

// Ends the block without a report: for what follows from an error that was reported.
void breaking_off::abandon(bool launch)
{
    b_.out.prepare_silence();
    leave_fiber(launch ? off_fiber::launch_broken : off_fiber::block_broken);
}

// No thread can run, and those that are left wait for one another.
void breaking_off::stuck()
{
    if (b_.ended_threads > 0) // most likely for those
        abandon(false);
    break_off(cudaErrorLaunchFailure, [this] { return core_.deadlock.diagnose_stuck(); });
}

// A thread of this launch was ended by an error, and the running thread yields: it may wait for what the ended thread
// has not done.
void breaking_off::give_up_in_time()
{
    if (b_.out.waits_in_vain(b_.order.live_threads))
        abandon(true);
}

void breaking_off::break_off_after(const fault_record &met)
{
    b_.out.fault = met;
    b_.out.prepare(met.is == fault_record::kind::memory ? cudaErrorIllegalAddress : cudaErrorLaunchFailure, {},
                   [this](const source_position &) { return diagnose_fault(fault_place()); });
    b_.out.reason = off_fiber::launch_broken;
}

void breaking_off::fault(const fault_record &met)
{
    const fault_record &f = b_.out.fault = met;
    if (core_.in_loop())
        leave_fiber(off_fiber::loop_broken);
    const bool of_memory = f.is == fault_record::kind::memory;
    if (of_memory && !b_.stacks.holds(f.address) && b_.stacks.holds(f.stack))
        end_thread(cudaErrorIllegalAddress, {in_program(f.instruction) ? f.instruction : nullptr, nullptr, 0, f.stack},
                   [this](const source_position &at) { return diagnose_fault(at); });
    break_off(of_memory ? cudaErrorIllegalAddress : cudaErrorLaunchFailure,
              [this] { return diagnose_fault(fault_place()); });
}

void breaking_off::refuse(access_error error, const announced_access &access)
{
    end_thread(error == access_error::misaligned ? cudaErrorMisalignedAddress : cudaErrorIllegalAddress, {access.pc},
               [=](const source_position &at) {
                   const bool misaligned = error == access_error::misaligned;
                   const place_in_memory place = illegal_memory(access.address, &b_.launch->record.name);
                   return b_.diagnose(misaligned ? report_kind::misaligned_address : report_kind::illegal_address, at)
                       .about(place)
                       .add(describe_wrong(error, access, b_.checker.here()))
                       .add(error == access_error::illegal ? advice_on_guard(b_, place, access.address) : "")
                       .add(error == access_error::illegal ? advice_on_references(*b_.launch, access.address) : "")
                       .add(error == access_error::illegal ? advice_on_heap(access.address, core_.device()) : "");
               });
}
} // namespace cpu_device
