// SPDX-License-Identifier: MIT
// The interface for cuBLAS and cuRAND (libraries/): their calls are work of a stream, as copies are, and the memory
// that they read and write is checked as a kernel's accesses are.
#include <cstring>
#include <memory>
#include <vector>

#include "../check/host_copies.h"
#include "../check/sampling.h"
#include "../memory/arena.h"
#include "../platform/source_line.h"
#include "../platform/threads.h"
#include "../run/graph.h"
#include "../say/host_findings.h"
#include "../say/kernel_output.h"
#include "../say/report.h"
#include "../settings.h"
#include "api.h"

namespace cpu_device
{
namespace
{
using call_t = cpu_device_library_call;
using operand_t = cpu_device_operand;

call_site site_of(const call_t &call)
{
    const char *instruction = static_cast<const char *>(call.caller) - 1;
    return {format("%s()%s", call.function, at_line(instruction).c_str()), reported_place(instruction)};
}

const char *begin_of(const operand_t &o)
{
    return static_cast<const char *>(o.address);
}

// The used part of a run.
bytes_at run_of(const operand_t &o, size_t number)
{
    const size_t before = o.shape == cpu_device_lower ? number * o.element : 0;
    const size_t end = o.shape == cpu_device_upper ? (number + 1) * o.element : o.width;
    bytes_at run;
    run.begin = begin_of(o) + number * o.pitch + before;
    run.size = run.width = end - before;
    return run;
}

// From the first byte to the last; false: there are no such addresses.
bool span(const operand_t &o, size_t &size)
{
    return !__builtin_mul_overflow(o.count - 1, o.pitch, &size) && !__builtin_add_overflow(size, o.width, &size);
}

// "4 columns of 8 elements, 16 apart" of a matrix, "8 elements" of a vector.
std::string extent(const operand_t &o, size_t size)
{
    const size_t rows = o.width / o.element;
    std::string shape = rows == 1      ? format(o.count == 1 ? "%zu element" : "%zu elements", o.count)
                        : o.count == 1 ? format("%zu elements", rows)
                                       : format("%zu columns of %zu elements", o.count, rows);
    if (o.count > 1 && o.pitch != o.width)
        shape += format(rows == 1 ? ", the increment is %zu" : ", the leading dimension is %zu", o.pitch / o.element);
    return shape + format(", together %zu bytes", size);
}

// What is wrong with the memory of an operand; "": nothing.
std::string wrong_memory(const operand_t &o)
{
    size_t size;
    if (o.address == nullptr)
        return tr("It is a null pointer.");
    if (!span(o, size))
        return tr("No memory is that large.");
    const memory_place place = place_of(o.address, size);
    if (place.is_host())
        return place.registered ? "" : tr("It is host memory: copy it to the device first.");
    if (place.is_linear())
        return (begin_of(o) - (const char *)nullptr) & (o.element <= 8 ? o.element - 1 : 7)
                   ? format("It is misaligned, for elements of %zu bytes.", o.element)
                   : "";
    return format("It is %s; the call uses %s.", memory_at(o.address).c_str(), extent(o, size).c_str());
}

bool is_zero(const operand_t &o)
{
    if (o.factor == nullptr)
        return false;
    for (size_t i = 0; i < o.factor_size; i += o.factor_part) {
        const char *part = static_cast<const char *>(o.factor) + i;
        uint16_t half = 0;
        float f = 0;
        double d = 0;
        switch (o.factor_part) {
        case sizeof half: memcpy(&half, part, sizeof half); break;
        case sizeof f: memcpy(&f, part, sizeof f); break;
        default: memcpy(&d, part, sizeof d);
        }
        if (!((half & 0x7fff) == 0 && f == 0 && d == 0)) // without the sign
            return false;
    }
    return true;
}

// Reports uninitialized elements of the operand, if the call reads it.
void check_written(const call_t &call, const operand_t &o)
{
    const arena &m = the_arena();
    if (!m.in_arena(o.address) || any_left_out() || is_zero(o))
        return;
    const allocation *a = m.owner(o.address);
    if (a == nullptr)
        return;
    a->loaded = true;
    if (!is_device_memory(a->kind))
        return;
    size_t unwritten = 0;
    const char *first = nullptr;
    for (size_t i = 0; i < o.count; ++i) {
        const bytes_at run = run_of(o, i);
        for (size_t at = 0; at < run.size; at += o.element)
            if (!m.any_written(run.begin + at, o.element) && !m.written_unseen(*a, run.begin + at, o.element)) {
                first = unwritten++ == 0 ? run.begin + at : first;
            }
    }
    if (unwritten > 0)
        report_once("library:" + site_of(call).text + o.name,
                    reads_unwritten(site_of(call), o.name, describe_address(first), unwritten));
}

// Whether the memory of an operand can be accessed. If not, reports it, and the device fails as after an illegal access
// by a kernel.
bool is_there(const call_t &call, const operand_t &o)
{
    const std::string wrong = wrong_memory(o);
    if (wrong.empty())
        return true;
    if (setting.check)
        report_once("library:" + site_of(call).text + o.name, cannot_access(site_of(call), o.name, o.writes, wrong));
    cudaError_t none = cudaSuccess;
    the_device().sticky.compare_exchange_strong(none, cudaErrorIllegalAddress);
    return false;
}

void set_written(const call_t &call, const operand_t &o)
{
    const arena &m = the_arena();
    if (!m.in_arena(o.address))
        return;
    for (size_t i = 0; i < o.count; ++i) {
        const bytes_at run = run_of(o, i);
        m.set_written(run.begin, run.size);
    }
    if (const allocation *a = m.owner(o.address))
        a->stored_by = call.function;
}

// Records the memory, so that other streams and the host are compared with the call.
void add_uses(memory_work &uses, const operand_t &o)
{
    size_t size;
    span(o, size);
    for (bool writes : {true, false}) {
        if (!(writes ? o.writes : o.reads))
            continue;
        if (o.shape == cpu_device_full) {
            bytes_at all;
            all.begin = begin_of(o);
            all.size = size;
            all.width = o.width;
            all.pitch = o.count > 1 && o.width < o.pitch ? o.pitch : 0;
            uses.more.push_back({all, writes});
        } else {
            for (size_t i = 0; i < o.count; ++i)
                uses.more.push_back({run_of(o, i), writes});
        }
    }
}

cudaError_t refuse_waiting_in_capture(cudaStream_t handle)
{
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.streams.of(handle);
    if (stream == nullptr || stream->capture == nullptr)
        return cudaSuccess;
    spoil_capture(*stream);
    return refuse(cudaErrorStreamCaptureUnsupported,
                  "The stream is being captured, and this call waits for its result: let it go to device memory.");
}
} // namespace
} // namespace cpu_device

using namespace cpu_device;

cudaError_t cpu_device_library_begins(const cpu_device_library_call *call)
{
    call_begins(call->function, call->caller);
    if (cudaError_t refused = refusal(call->function, call->caller))
        return remember(refused);
    return cudaSuccess;
}

const char *cpu_device_library_translates(const char *english)
{
    return tr(english);
}

void cpu_device_library_refuses(const char *why)
{
    refuse_library(why);
}

void cpu_device_library_unheeded(const char *function, const char *status, const char *file, int line)
{
    if (!setting.check || is_forked_child() || the_device().sticky != cudaSuccess)
        return;
    const std::string why = take_reason();
    if (is_limit(why)) {
        report_once(format("unheeded:%s:%d", file, line), limit_met(function, {file, line}, why));
        return;
    }
    report_once(format("unheeded:%s:%d", file, line), unchecked_call(function, {file, line}, status, "", why));
}

void cpu_device_library_reports(const cpu_device_library_call *call, const char *headline, const char *why)
{
    if (!setting.check || is_forked_child() || the_device().sticky != cudaSuccess)
        return;
    report_once(format("collective:%s%s", site_of(*call).text.c_str(), headline),
                wrong_collective(site_of(*call), headline, why));
}

void cpu_device_library_fails(const cpu_device_library_call *call, const char *why)
{
    if (setting.check)
        report_once("library:" + site_of(*call).text + "index", accesses_outside(site_of(*call), why));
    cudaError_t none = cudaSuccess;
    the_device().sticky.compare_exchange_strong(none, cudaErrorIllegalAddress);
}

void cpu_device_library_place(const cpu_device_library_call *call, char *text, size_t size)
{
    snprintf(text, size, "%s", at_line(static_cast<const char *>(call->caller) - 1).c_str());
}

unsigned cpu_device_library_host_threads(void)
{
    const unsigned threads = threads_of_process();
    return threads > own_threads ? threads - own_threads : 1;
}

int cpu_device_on_device(const void *address)
{
    const side where = place_of(address, 1).where;
    return where == side::device || where == side::invalid;
}

cudaError_t cpu_device_library_queue(const cpu_device_library_call *call, const cpu_device_operand *operands,
                                     size_t count, cudaStream_t stream, int wait, const cpu_device_library_work *work)
{
    std::shared_ptr<void> data(work->data, work->drop);
    if (wait)
        if (cudaError_t refused = refuse_waiting_in_capture(stream))
            return refused;
    auto op = std::make_shared<operation>();
    op->type = cudaGraphNodeTypeKernel; // as it is on a GPU
    bool shared = several_streams;
    std::vector<operand_t> used;
    for (size_t i = 0; i < count; ++i) {
        const operand_t &o = operands[i];
        if (o.width == 0 || o.count == 0)
            continue;
        if (!is_there(*call, o))
            return remember(cudaErrorIllegalAddress);
        shared |= place_of(o.address, 1).where != side::device;
        used.push_back(o);
    }
    if (shared) {
        op->uses.call = copy_from_here(call->function, call->caller, call->frame);
        for (const operand_t &o : used)
            add_uses(op->uses, o);
    }
    const bool check = checked_arena_size > 0;
    op->work = [data, run = work->run, used, call = *call, check] {
        for (const operand_t &o : used)
            if (check && o.reads)
                check_written(call, o);
        run(data.get());
        for (const operand_t &o : used)
            if (check && o.writes)
                set_written(call, o);
    };
    const cudaError_t error = remember(queue_operation(op, stream, wait));
    if (wait) {
        something_came_back();
        show_kernel_output();
    }
    return error;
}

int cpu_device_library_finds(const cpu_device_library_call *call, const cpu_device_operand *operand)
{
    if (!is_there(*call, *operand))
        return 0;
    if (checked_arena_size > 0 && operand->reads)
        check_written(*call, *operand);
    return 1;
}

void cpu_device_library_has_written(const cpu_device_library_call *call, const cpu_device_operand *operand)
{
    if (checked_arena_size > 0)
        set_written(*call, *operand);
}

cudaError_t cpu_device_library_copy(const cpu_device_library_call *call, void *to, size_t to_pitch, const void *from,
                                    size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind,
                                    cudaStream_t stream, int wait)
{
    return copy(linear(to, to_pitch), linear(from, from_pitch), {width, height, 1}, kind, stream, wait,
                copy_from_here(call->function, call->caller, call->frame));
}

void cpu_device_library_writes_host(const void *address, size_t size)
{
    host_memory_changes(address, size);
}
