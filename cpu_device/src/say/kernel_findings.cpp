// SPDX-License-Identifier: MIT
#include "kernel_findings.h"

#include "../platform/text.h"

namespace cpu_device
{
diagnosis found_in_kernel(report_kind kind, const char *subject, const doer &by, const std::string &who,
                          const source_position &at)
{
    const std::string line = at.text_with_calls();
    return diagnosis(kind, subject)
        .in(by)
        .where(at)
        .say("%s%s%s", who.c_str(), line.empty() ? "" : tr(", at "), line.c_str());
}

diagnosis launch_fails(diagnosis d, const launch_name &launch, const char *error)
{
    if (d.at.line == 0 && d.accesses.empty() && d.waiting.empty())
        d.where(launch.at());
    return d.say("The launch at %s:%d fails: %s", launch.file, launch.line, error);
}

diagnosis timed_out(const launch_name &launch, int seconds)
{
    diagnosis d(report_kind::timeout);
    d.by.kernel = launch.kernel;
    return d
        .say(seconds == 1 ? "kernel %s, after %d second: CPU_DEVICE_TIMEOUT"
                          : "kernel %s, after %d seconds: CPU_DEVICE_TIMEOUT",
             launch.kernel, seconds)
        .where(launch.at())
        .say("The launch at %s:%d fails: cudaErrorLaunchTimeout", launch.file, launch.line);
}

diagnosis same_at_more(diagnosis d, size_t barriers)
{
    return barriers == 0
               ? d
               : d.say(barriers == 1 ? "The same at one more barrier" : "The same at %zu more barriers", barriers);
}

// --- calls ---

diagnosis calls_host_function(diagnosis d, const char *function)
{
    return d.say("calls %s(): nvcc does not compile that.", function);
}

diagnosis calls_grid_barrier(diagnosis d, const source_position &at)
{
    return d.where(at)
        .say("calls sync() of a grid_group at %s:%d", base_name(at.file.c_str()), at.line)
        .say("A barrier of the grid needs all blocks to run at once, which only a cooperative launch ensures: launch "
             "the kernel with cudaLaunchCooperativeKernel().");
}

diagnosis calls_outside_mask(diagnosis d, const char *call, const source_position &at, unsigned mask, unsigned lane)
{
    return d.where(at)
        .say("calls %s at %s:%d with mask 0x%08x, in which its lane, %u, has no bit", tr(call),
             base_name(at.file.c_str()), at.line, mask, lane)
        .say("The mask must name every lane that calls, the caller included.");
}

diagnosis calls_for_whole_warp(diagnosis d, const char *call, const source_position &at, int lanes)
{
    return d.where(at)
        .say("calls %s at %s:%d, and its warp has %d lanes: the others have exited, or there are none", call,
             base_name(at.file.c_str()), at.line, lanes)
        .say("All 32 lanes of a warp must make the same call. What a GPU does here is undefined.");
}

diagnosis arrives_out_of_turn(diagnosis d, const source_position &at)
{
    return d.where(at)
        .say("at %s:%d", base_name(at.file.c_str()), at.line)
        .say("A thread arrives at the barrier of its cluster and then waits, in turns: sync() does both.");
}

diagnosis maps_from_rank(diagnosis d, unsigned rank, unsigned size)
{
    return d.say("map_shared_rank() for the block of rank %u of a cluster of %u", rank, size);
}

diagnosis maps_no_shared_memory(diagnosis d)
{
    return d.say("map_shared_rank() of an address that is not in shared memory");
}

diagnosis misuses_pipeline(diagnosis d, cpu_device_pipeline_error why, const char *call)
{
    static const char *const texts[] = {
        "calls %s, which is for producers, and is a consumer of this pipeline. A GPU does not notice: it may take a "
        "stage for full before it is.",
        "calls %s, which is for consumers, and is a producer of this pipeline. A GPU does not notice: it may let a "
        "stage be overwritten while consumers read it.",
        "calls %s after quit(): it has left the pipeline.",
        "calls %s with a state in its local memory. Every thread has a state of its own then, and they never meet: "
        "declare the state __shared__.",
        "calls %s, and none of the threads is a producer: the consumers would wait for ever.",
        "calls %s, and none of the threads is a consumer: the producers would wait for ever.",
        "calls %s with more producers than the group has threads.",
        "calls %s with a size that is no multiple of what cuda::aligned_size_t promises. A GPU copies whole pieces, "
        "and so writes past the end.",
        "calls %s with another size than 4, 8 or 16 bytes, or with more zeros than bytes. A GPU ends the kernel here.",
    };
    return d.say(texts[why], call);
}

diagnosis assertion_failed(diagnosis d, const char *expression, const char *file, unsigned line)
{
    return d.where({file, (int)line}).say("%s:%u: `%s`", base_name(file), line, expression);
}

namespace
{
std::string what_is(const place_in_memory &memory)
{
    const std::string text = memory.text();
    return text.empty() ? tr("an address that neither malloc() in a kernel nor cudaMalloc() has returned") : text;
}
} // namespace

diagnosis frees_in_kernel(diagnosis d, const char *function, const place_in_memory &memory)
{
    return d.about(memory).say("%s: %s", function, what_is(memory).c_str());
}

diagnosis host_frees_in_device(const source_position &at, const char *function, const place_in_memory &memory)
{
    return diagnosis(report_kind::host_frees_device)
        .where(at)
        .about(memory)
        .say("at %s, %s: %s", at.text().c_str(), function, what_is(memory).c_str())
        .say("With a GPU the program would crash here.");
}

// --- faults ---

diagnosis divides_by_zero(diagnosis d)
{
    return d.say("The result is undefined. A GPU continues, so the thread goes on with what a GPU computes.");
}

diagnosis overflows_stack(diagnosis d, size_t bytes)
{
    return d.say("The thread's local variables and calls need more than its %zu KB of stack. Does it recurse without "
                 "end, or is a local array too large?",
                 bytes / 1024);
}

diagnosis indexes_out_of_bounds(diagnosis d, long long index, const std::string &type)
{
    return d.say("index %lld of an array %s", index, type.c_str());
}

std::string no_address(const char *verb)
{
    return format("%s: an address that no pointer can have, or one that is not aligned for its type", verb);
}

// --- textures and surfaces ---

std::string made_and_destroyed(const std::string &made_at, const std::string &destroyed_at)
{
    return format("It was made%s and destroyed%s.", made_at.c_str(), destroyed_at.c_str());
}

std::string no_such_object(uint64_t number)
{
    return format("There never was one with the number %llu.", (unsigned long long)number);
}

std::string object_of_other_kind(bool surface)
{
    return tr(surface ? "It is a surface object." : "It is a texture object.");
}

std::string linear_texture()
{
    return tr("A texture of linear memory is read by tex1Dfetch() alone.");
}

diagnosis misaligned_on_surface(diagnosis d, bool writes, int bytes, int x)
{
    return d.say("%s %d bytes at byte %d of a surface's row, which is no multiple of that: x is in bytes",
                 tr(writes ? "writes" : "reads"), bytes, x);
}

diagnosis beyond_surface(diagnosis d, bool writes, const surface_place &p)
{
    const std::string rows = format(p.rows == 1 ? "%u row" : "%u rows", p.rows),
                      slices = format(p.slices == 1 ? "%u slice" : "%u slices", p.slices),
                      where = format("byte %d of row %d, slice %d: the surface has rows of %zu bytes, %s and %s. x is "
                                     "in bytes.",
                                     p.x, p.y, p.z, p.row, rows.c_str(), slices.c_str());
    return d.say("%s %s", tr(writes ? "writes" : "reads"), where.c_str());
}

// --- values and copies that are right by luck ---

diagnosis reads_undefined(diagnosis d, const shuffle_from_nowhere &from)
{
    return d
        .say("reads from lane %u of its warp, which %s.", from.lane,
             tr(from.has_exited ? "has exited" : "does not call this shuffle with it"))
        .say("Such a value is undefined, and the program has failed: this may be why. An H100 gives 0, and so does "
             "this device; with CPU_DEVICE_SEED it gives an arbitrary value.");
}

diagnosis stores_result_of_other(diagnosis d, bool of_warp)
{
    return d
        .say(of_warp ? "stores a result of CUB that only the first thread of its warp, or of its part of the warp, "
                       "gets. What the other threads get is undefined."
                     : "stores a result of CUB that only the first thread of the block gets. What the other "
                       "threads get is undefined.")
        .say(of_warp ? "Let that thread alone store it. If the others need it, too, pass it on by __shfl_sync()."
                     : "Let that thread alone store it. If the others need it, too, let it store the result in a "
                       "__shared__ variable, and call __syncthreads() before they read that.");
}

diagnosis memcpy_overlaps(diagnosis d, size_t bytes, size_t distance, bool after)
{
    return d
        .say("memcpy() copies %zu bytes to memory that begins %zu bytes %s the source.", bytes, distance,
             tr(after ? "after" : "before"))
        .say("memcpy() may copy in any order, so the source may be overwritten before it is read: use a loop that "
             "begins at the right end.");
}

diagnosis found_at_line(report_kind kind, const doer &by, const source_position &at, const std::string &block,
                        const std::string &thread, const std::string &line)
{
    return diagnosis(kind).in(by).where(at).say("%s, %s, %s", block.c_str(), thread.c_str(),
                                                format("at %s", line.c_str()).c_str());
}
} // namespace cpu_device
