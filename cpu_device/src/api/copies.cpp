// SPDX-License-Identifier: MIT
// The API functions that copy and fill memory.
#include <algorithm>
#include <cstdlib>

#include "../memory/arena.h"
#include "../memory/heap.h"
#include "../platform/program_image.h"
#include "../platform/source_line.h"
#include "../run/device.h"
#include "../say/host_findings.h"
#include "../say/kernel_output.h"
#include "../say/report.h"
#include "../settings.h"
#include "api.h"

namespace cpu_device
{
// The address of a variable may come from a kernel, which uses the address common to all devices.
copy_end in_place(const copy_end &end, int device)
{
    copy_end there = end;
    if (variables_are_many() && end.at != nullptr)
        there.at = const_cast<char *>(variable_on(device, end.at));
    return there;
}

namespace
{
const char *const kind_names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                                  "cudaMemcpyDeviceToDevice"};

// Whether anything has been written to a place of device memory.
bool is_written_there(const void *p)
{
    const arena &m = the_arena();
    const char *address = static_cast<const char *>(p);
    return checked_arena_size == 0 || !m.in_arena(address) || m.any_written(address, 1);
}

// The name of a copy's direction.
std::string wrong_direction(cudaMemcpyKind kind, const void *to, bool to_host, const void *from, bool from_host)
{
    std::string text =
        format("The direction is wrong: the kind is %s, but the destination is %s, and the source is %s. ",
               kind_names[kind], memory_at(to).c_str(), memory_at(from).c_str());
    if (to_host && from_host && kind != cudaMemcpyHostToHost)
        return text + tr("Neither is device memory, as cudaMalloc() gives it.");
    // Data go to the device before there are any, and from there when there are.
    if ((kind == cudaMemcpyHostToDevice && to_host && !is_written_there(from)) ||
        (kind == cudaMemcpyDeviceToHost && from_host && is_written_there(to)))
        return text + tr("The first two arguments are swapped: the destination comes first.");
    return text + format("The kind must be %s; the destination is the first argument.",
                         kind_names[(from_host ? 0 : 2) + (to_host ? 0 : 1)]);
}

// From the first byte to the last; false: there are no such addresses.
bool span(const box &b, size_t pitch, size_t slice, size_t &size)
{
    size_t slices;
    return !__builtin_mul_overflow(b.depth - 1, slice, &slices) &&
           !__builtin_mul_overflow(b.height - 1, pitch, &size) && !__builtin_add_overflow(size, slices, &size) &&
           !__builtin_add_overflow(size, b.width, &size);
}

bytes_at rows_at(const copy_end &end, size_t size, const box &b)
{
    const bool gaps = b.height > 1 && b.width < end.pitch && (b.depth == 1 || end.slice % end.pitch == 0);
    return {end.at, size, b.width, gaps ? end.pitch : 0};
}
call_site site_of(const copy_call &call)
{
    return {format("%s()%s", call.function, at_line(static_cast<const char *>(call.caller) - 1).c_str()), call.at()};
}

// A copy to a buffer of the host's must not go past its end.
cudaError_t check_extent(const bytes_at &to, side target, const copy_call &call)
{
    if (target != side::host)
        return cudaSuccess;
    std::string name; // of a variable
    host_buffer buffer = host_buffer_at(to.begin);
    if (buffer.size == 0) {
        const program_variable variable = variable_at(to.begin);
        buffer.size = buffer.usable = variable.size - variable.offset;
        name = variable.name;
    }
    if (buffer.size == 0 || to.size <= buffer.usable)
        return cudaSuccess;
    const call_site site = site_of(call);
    report_once("beyond:" + site.text, copied_past_end(site, to.size, name, buffer.size));
    return refused_and_reported(cudaErrorInvalidValue);
}

void warn_of_overlap(const bytes_at &to, const bytes_at &from, const copy_call &call)
{
    if (!to.overlaps(from))
        return;
    const call_site site = site_of(call);
    report_once("overlap:" + site.text, copied_onto_itself(site, to.size, to.begin - from.begin));
}
// A copy: its two ends, and what lies there.
struct copy_request {
    const copy_end to, from;
    const box &b;
    const cudaMemcpyKind kind;
    size_t to_span = 0, from_span = 0; // bytes, from the first to the last
    memory_place target = {}, origin = {};

    cudaError_t check(); // sets the last four
    std::shared_ptr<const node_parameters> parameters() const;
    bool is_linear() const
    {
        return !to.is_array && !from.is_array;
    }
};

cudaError_t copy_request::check()
{
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return refuse(cudaErrorInvalidMemcpyDirection, format("There is no cudaMemcpyKind %d.", (int)kind));
    if (to.at == nullptr || from.at == nullptr)
        return refuse(cudaErrorInvalidValue,
                      format("The %s is a null pointer.", tr(to.at == nullptr ? "destination" : "source")));
    if (b.width > to.pitch || b.width > from.pitch)
        return refuse(b.height > 1 || to.is_array || from.is_array ? cudaErrorInvalidPitchValue : cudaErrorInvalidValue,
                      format("A row of %zu bytes is longer than its pitch: %zu in the destination, %zu in the source.",
                             b.width, to.pitch, from.pitch));
    if (!span(b, to.pitch, to.slice, to_span) || !span(b, from.pitch, from.slice, from_span))
        return remember(cudaErrorInvalidValue);
    // The bounds of an array were checked by the caller.
    target = place_of(to.at, to.is_array ? 0 : to_span);
    origin = place_of(from.at, from.is_array ? 0 : from_span);
    for (memory_place *array : {to.is_array ? &target : nullptr, from.is_array ? &origin : nullptr})
        if (array != nullptr)
            array->where = side::device;
    // Memory that the kind calls device memory must be that. What it calls host memory may be device memory too.
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (!target.is_linear())
        return refuse(cudaErrorInvalidValue, why_invalid("destination", to.at, to_span));
    if (!origin.is_linear())
        return refuse(cudaErrorInvalidValue, why_invalid("source", from.at, from_span));
    if ((to_device && target.is_host()) || (from_device && origin.is_host()))
        return refuse(cudaErrorInvalidValue, wrong_direction(kind, to.at, target.is_host(), from.at, origin.is_host()));
    return cudaSuccess;
}

// What a graph's node is made of.
std::shared_ptr<const node_parameters> copy_request::parameters() const
{
    auto made_of = std::make_shared<node_parameters>();
    made_of->has_array = to.is_array || from.is_array;
    auto pitched = [&](const copy_end &end) {
        return cudaPitchedPtr{end.at, end.pitch, end.pitch, b.depth > 1 ? end.slice / end.pitch : b.height};
    };
    made_of->copy.srcPtr = pitched(from);
    made_of->copy.dstPtr = pitched(to);
    made_of->copy.extent = {b.width, b.height, b.depth};
    made_of->copy.kind = kind;
    return made_of;
}

constexpr size_t most_staged =
    64 << 10; // bytes: "memory copies from host to device of a memory block of 64 KB or less"
// By calls that are asynchronous by their name: an H200 stages 1 MB, and waits for its turn with 16 MB.
constexpr size_t most_staged_async = 1 << 20;
} // namespace

cudaError_t make_copy(operation &op, const copy_end &given_to, const copy_end &given_from, const box &b,
                      cudaMemcpyKind kind, bool wait, const copy_call &call)
{
    const copy_end to = in_place(given_to, op.device), from = in_place(given_from, op.device);
    copy_request c = {to, from, b, kind};
    if (cudaError_t error = c.check())
        return error;
    const bytes_at to_rows = rows_at(to, c.to_span, b), from_rows = rows_at(from, c.from_span, b);
    if (cudaError_t error = setting.check && !to.is_array ? check_extent(to_rows, c.target.where, call) : cudaSuccess)
        return error;
    if (setting.check && c.is_linear() && to.at != from.at)
        warn_of_overlap(to_rows, from_rows, call);
    const bool of_peers = (op.joins & (op.joins - 1)) != 0; // which is in order with all work of both devices
    for (const memory_place *end : {&c.target, &c.origin})  // copies of the default stream are in order with their work
        if (setting.devices > 1 && end->device >= 0)
            op.joins |= 1u << end->device;
    op.copy.has_variables = c.target.is_variable || c.origin.is_variable;
    op.type = cudaGraphNodeTypeMemcpy;
    if (several_streams) // else there are no graphs
        op.parameters = c.parameters();
    op.work = work_of_copy(to, from, b, call);
    // CUDA promises that a copy within host memory is over when the call returns. Where the memory is
    // pageable, the copy is too; but all that CUDA promises is that the host may change what it has copied to the
    // device.
    const bool to_pageable = c.target.is_host() && !c.target.registered;
    const bool from_pageable = c.origin.is_host() && !c.origin.registered;
    op.copy.pageable = to_pageable || from_pageable;
    // A call that is not asynchronous by its name returns before a copy within device memory, and when it has taken
    // what it copies from pageable memory, if that is little. Its stream's earlier work is over in the second case.
    const bool to_device = c.is_linear() && c.target.where == side::device;
    op.copy.waits_before = wait && several_streams && to_device && from_pageable && to_rows.size <= most_staged;
    op.copy.within_device = wait && c.target.where == side::device && c.origin.where == side::device && !of_peers;
    op.uses.returns_early = op.copy.waits_before || (op.copy.within_device && c.is_linear());
    op.copy.can_be_staged =
        !wait && c.target.where == side::device && from_pageable && c.from_span <= most_staged_async;
    op.copy.promised = (wait && !op.uses.returns_early) ||
                       ((c.target.is_host() || c.target.pinned) && (c.origin.is_host() || c.origin.pinned));
    if (c.target.where == side::either || c.origin.where == side::either || several_streams ||
        (!op.copy.promised && (c.target.is_host() || c.origin.is_host()))) {
        op.uses.call = call;
        op.uses.to = to_rows;
        (from_pageable ? op.uses.taken : op.uses.from) = from_rows;
    }
    return cudaSuccess;
}

cudaError_t make_fill(operation &op, const copy_end &given, unsigned value, unsigned element, const box &b,
                      const copy_call &call)
{
    const copy_end where = in_place(given, op.device);
    if (b.height > 1 && b.width > where.pitch)
        return remember(cudaErrorInvalidValue);
    size_t size = 0;
    const bool has_bytes = where.at != nullptr && span(b, where.pitch, where.slice, size);
    const memory_place target = has_bytes ? place_of(where.at, size) : memory_place();
    const bool registered = target.is_host() && target.registered;
    if ((target.is_host() && !registered) || !target.is_linear())
        return refuse(cudaErrorInvalidValue, target.is_host() ? "This is host memory, which memset() fills."
                                                              : why_invalid("memory", where.at, where.at ? size : 0));
    if (const int device = setting.devices > 1 ? target.device : -1;
        device >= 0 && device != op.device && (target.is_variable || !the_arena().is_peer(op.device, device)))
        return refuse(cudaErrorInvalidValue,
                      format("It is memory of device %d, and a fill by device %d: call cudaSetDevice(%d) before, or "
                             "cudaDeviceEnablePeerAccess(%d, 0) while device %d is the current one.",
                             device, op.device, device, device, op.device));
    op.copy.has_variables = target.is_variable;
    op.type = cudaGraphNodeTypeMemset;
    if (several_streams) {
        auto made_of = std::make_shared<node_parameters>();
        made_of->fill = {where.at, where.pitch, value, element, b.width / element, b.height};
        op.parameters = std::move(made_of);
    }
    // "fully synchronous", if the call is not asynchronous by its name
    op.copy.promised = target.where == side::either || registered;
    if (op.copy.promised || several_streams) {
        op.uses.call = call;
        op.uses.to = rows_at(where, size, b);
    }
    op.work = work_of_fill(where, value, element, b);
    return cudaSuccess;
}

std::string why_gone(const memory_work &uses)
{
    std::string why;
    uses.for_each_use([&](const bytes_at &bytes, bool writes) {
        if (why.empty() && place_of(bytes.begin, bytes.size).where == side::invalid)
            why = why_invalid(!uses.more.empty() ? "memory"
                              : writes           ? "destination"
                                                 : "source",
                              bytes.begin, bytes.size);
    });
    return why;
}

cudaError_t copy(const copy_end &to, const copy_end &from, const box &b, cudaMemcpyKind kind, cudaStream_t stream,
                 bool wait, const copy_call &call, unsigned joins)
{
    auto op = std::make_shared<operation>();
    op->device = device_of_stream(stream);
    op->joins = joins;
    if (b.width == 0 || b.height == 0 || b.depth == 0)
        return cudaSuccess;
    if (cudaError_t error = make_copy(*op, to, from, b, kind, wait, call))
        return error;
    wait = wait && !op->copy.within_device;
    if (op->copy.can_be_staged && would_wait(stream)) {
        op->work = work_of_staged(in_place(to, op->device), from, b, call);
        op->copy.pageable = false;
    }
    cudaError_t error = queue_operation(op, stream, wait || op->copy.promised || op->copy.pageable, op->copy.promised);
    if (wait)
        show_kernel_output();
    return remember(error);
}

namespace
{
// `wait`: it is no asynchronous call.
cudaError_t fill(const copy_end &where, int value, const box &b, cudaStream_t stream, bool wait, const copy_call &call)
{
    if (b.width == 0 || b.height == 0 || b.depth == 0)
        return cudaSuccess;
    auto op = std::make_shared<operation>();
    op->device = device_of_stream(stream);
    if (cudaError_t error = make_fill(*op, where, (unsigned)value, 1, b, call))
        return error;
    return remember(queue_operation(op, stream, wait && op->copy.promised));
}

// Both ends of a copy between devices.
cudaError_t check_peers(int to, int from)
{
    for (int device : {to, from})
        if (device < 0 || device >= setting.devices)
            return refuse(cudaErrorInvalidDevice, format("There is no device %d.", device));
    return cudaSuccess;
}
} // namespace
} // namespace cpu_device

using namespace cpu_device;

cudaError_t cudaMemcpy(void *to, const void *from, size_t count, cudaMemcpyKind kind)
{
    RETURN_IF_REFUSED();
    return copy(linear(to, count), linear(from, count), {count, 1, 1}, kind, nullptr, true, THIS_CALL);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, cudaMemcpyKind kind, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    return copy(linear(to, count), linear(from, count), {count, 1, 1}, kind, stream, false, THIS_CALL);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind)
{
    RETURN_IF_REFUSED();
    return copy(linear(to, to_pitch), linear(from, from_pitch), {width, height, 1}, kind, nullptr, true, THIS_CALL);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    return copy(linear(to, to_pitch), linear(from, from_pitch), {width, height, 1}, kind, stream, false, THIS_CALL);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t count)
{
    RETURN_IF_REFUSED();
    if (cudaError_t error = check_peers(to_device, from_device))
        return error;
    return copy(linear(to, count), linear(from, count), {count, 1, 1}, cudaMemcpyDeviceToDevice, nullptr, true,
                THIS_CALL, 1u << to_device | 1u << from_device);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t count,
                                cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    if (cudaError_t error = check_peers(to_device, from_device))
        return error;
    return copy(linear(to, count), linear(from, count), {count, 1, 1}, cudaMemcpyDeviceToDevice, stream, false,
                THIS_CALL, 1u << to_device | 1u << from_device);
}

cudaError_t cudaMemset(void *pointer, int value, size_t count)
{
    RETURN_IF_REFUSED();
    return fill(linear(pointer, count), value, {count, 1, 1}, nullptr, true, THIS_CALL);
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    return fill(linear(pointer, count), value, {count, 1, 1}, stream, false, THIS_CALL);
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    RETURN_IF_REFUSED();
    return fill(linear(pointer, pitch), value, {width, height, 1}, nullptr, true, THIS_CALL);
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    return fill(linear(pointer, pitch), value, {width, height, 1}, stream, false, THIS_CALL);
}

cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent)
{
    RETURN_IF_REFUSED();
    return fill(pitched(pointer, {0, 0, 0}), value, {extent.width, extent.height, extent.depth}, nullptr, true,
                THIS_CALL);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    return fill(pitched(pointer, {0, 0, 0}), value, {extent.width, extent.height, extent.depth}, stream, false,
                THIS_CALL);
}
