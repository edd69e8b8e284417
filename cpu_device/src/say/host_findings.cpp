// SPDX-License-Identifier: MIT
#include "host_findings.h"

#include <cstdlib>
#include <cstring>

#include "../platform/text.h"

namespace cpu_device
{
namespace
{
const char *name_of(bool surface)
{
    return surface ? "surface" : "texture";
}

// What the function frees.
const char *made_for(const char *function)
{
    static const char *const all[][2] = {
        {"cudaFree", "a pointer that cudaMalloc"},
        {"cudaFreeHost", "a pointer that cudaMallocHost"},
        {"cudaFreeArray", "an array that cudaMallocArray"},
        {"cudaIpcCloseMemHandle", "a pointer that cudaIpcOpenMemHandle"},
    };
    for (const auto &[name, made] : all)
        if (strcmp(name, function) == 0)
            return made;
    return "";
}

diagnosis &say_of(diagnosis &d, const unwritten_copy &c)
{
    d.say("Nothing on the device has written %zu of the %zu bytes that %s() copied%s. The first of them is byte %zu of "
          "%s.",
          c.unwritten, c.size, c.function, c.line.c_str(), c.first, c.from.c_str());
    return c.stored_by != nullptr
               ? d.say("Kernel %s has written other parts of this memory: is its grid too small, or an index wrong?",
                       c.stored_by)
               : d.say("No kernel has written to this memory: did one run, and did it get this pointer?");
}
} // namespace

diagnosis worded(const refused_launch &found)
{
    diagnosis d(report_kind::unchecked_launch);
    d.in(doer{found.kernel, {}, {}}).where(found.at);
    if (found.parent.empty())
        d.say("kernel %s at %s:%d: %s (%s)", found.kernel.c_str(), base_name(found.at.file.c_str()), found.at.line,
              found.why.c_str(), found.error.c_str());
    else
        d.say("kernel %s at %s:%d, in kernel %s: %s (%s)", found.kernel.c_str(), base_name(found.at.file.c_str()),
              found.at.line, found.parent.c_str(), found.why.c_str(), found.error.c_str());
    return found.in_graph
               ? d.say("The kernel is not part of a graph. Look at what cudaGetLastError() returns after every launch.")
               : d.say("The kernel never ran. Look at what cudaGetLastError() returns after every launch.");
}

diagnosis called_as_function(const std::string &kernel, const source_position &at)
{
    const std::string line = at.text();
    return diagnosis(report_kind::called_as_function)
        .in(doer{kernel, {}, {}})
        .where(at)
        .say("kernel %s%s%s", kernel.c_str(), line.empty() ? "" : tr(", at "), line.c_str())
        .say("It does not run (cudaErrorMissingConfiguration). Launch it: %s<<<grid, block>>>(...).", kernel.c_str());
}

diagnosis &points_to_memory_of_parent(diagnosis &d, const std::string &child, const source_position &at, bool shared)
{
    return d.where(at)
        .say("launches %s at %s:%d", child.c_str(), base_name(at.file.c_str()), at.line)
        .say("That memory is the %s's own: give the child a pointer to global memory.",
             tr(shared ? "block" : "thread"));
}

diagnosis cut_off(const launch_name &kernel)
{
    return diagnosis(report_kind::kernel_cut_off)
        .in({kernel.kernel, {}, {}})
        .where(kernel.at())
        .say("%s: it was still running after two seconds, and its work is lost. Call cudaDeviceSynchronize() before "
             "the end.",
             format("%s, launched at %s:%d", kernel.kernel, kernel.file, kernel.line).c_str());
}

diagnosis limit_met(const char *function, const source_position &at, const std::string &why)
{
    const std::string line = at.text();
    return diagnosis(report_kind::limit,
                     format("%s()%s", function, line.empty() ? "" : format(" at %s", line.c_str()).c_str()))
        .where(at)
        .add(why)
        .say("This is no error of the program, which may run on a GPU.");
}

diagnosis refused(const char *function, const source_position &at, const std::string &why)
{
    return diagnosis(report_kind::refused_call,
                     format("%s() was refused%s%s", function, at.line == 0 ? "" : tr(", at "), at.text().c_str()))
        .where(at)
        .add(why);
}

diagnosis unchecked_call(const char *function, const source_position &at, const char *status, const char *error,
                         const std::string &why)
{
    diagnosis d(report_kind::unchecked_call, function);
    if (*error == '\0')
        d.say("at %s:%d: %s", base_name(at.file.c_str()), at.line, status);
    else
        d.say("at %s:%d: %s (%s)", base_name(at.file.c_str()), at.line, status, error);
    return d.where(at).add(why).say("Check the status that each call returns.");
}

diagnosis wrong_collective(const call_site &call, const char *headline, const char *why)
{
    return diagnosis(report_kind::wrong_collective, headline).where(call.at).say("%s", call.text.c_str()).add(why);
}

diagnosis sorts_in_place(const source_position &at, size_t bytes)
{
    return diagnosis(report_kind::sort_in_place)
        .where(at)
        .say("the call at %s sorts %zu bytes into memory that overlaps them", at.text().c_str(), bytes)
        .say("CUB's blocks write their part of the result while others still read: sort into another array, "
             "or pass a cub::DoubleBuffer, after which the result is its Current().");
}

diagnosis copied_past_end(const call_site &call, size_t bytes, const std::string &variable, size_t room)
{
    const std::string destination = variable.empty() ? tr("a buffer") : format("the variable %s", variable.c_str());
    return diagnosis(report_kind::copy_past_end)
        .where(call.at)
        .say("%s copies %zu bytes to %s of %zu bytes", call.text.c_str(), bytes, destination.c_str(), room)
        .say("The copy would overwrite what follows the destination, so it was not made. Is the size given in bytes, "
             "and for the right type?");
}

diagnosis copied_onto_itself(const call_site &call, size_t bytes, ptrdiff_t distance)
{
    return diagnosis(report_kind::copy_overlaps)
        .where(call.at)
        .say("%s copies %zu bytes to memory that begins %td bytes %s the source", call.text.c_str(), bytes,
             std::abs(distance), tr(distance > 0 ? "after" : "before"))
        .say("CUDA copies in any order, so the source may be overwritten before it is read: copy to another buffer "
             "first.");
}

diagnosis reads_unwritten(const call_site &call, const char *operand, const place_in_memory &first, size_t elements)
{
    return diagnosis(report_kind::uninitialized_global)
        .where(call.at)
        .about(first)
        .say("%s reads %s: %s", call.text.c_str(), tr(operand), first.text().c_str())
        .say("%zu of its elements there, this one the first: nothing has written them, and cudaMalloc() does not clear "
             "memory.",
             elements);
}

diagnosis cannot_access(const call_site &call, const char *operand, bool writes, const std::string &why)
{
    return diagnosis(report_kind::illegal_address)
        .where(call.at)
        .say("%s %s %s", call.text.c_str(), tr(writes ? "writes" : "reads"), tr(operand))
        .add(why);
}

diagnosis accesses_outside(const call_site &call, const char *why)
{
    return diagnosis(report_kind::illegal_address)
        .where(call.at)
        .say("%s accesses memory outside of its matrix or vector", call.text.c_str())
        .add(why);
}

diagnosis worded(const unwritten_copy &found)
{
    diagnosis d(report_kind::uninitialized_copied);
    return say_of(d.where(found.at), found);
}

diagnosis read_by_host(const unwritten_copy &found, size_t byte, const source_position &at, const std::string &line)
{
    diagnosis d(report_kind::uninitialized_on_host);
    return say_of(d.where(at).say("it reads byte %zu of the copy%s", byte, line.c_str()), found);
}

diagnosis never_copied_back(const std::string &kernel, const std::string &memory)
{
    diagnosis d(report_kind::never_copied_back);
    d.by.kernel = kernel;
    return d.about(place_in_memory{place_in_memory::within, 0, memory, ""})
        .say("kernel %s has written to %s", kernel.c_str(), memory.c_str())
        .say("No kernel and no copy has read it, and nothing else was copied to the host. Is a cudaMemcpy() missing?");
}

diagnosis outlives_local(const call_site &call, bool writes)
{
    return diagnosis(report_kind::gone_local, writes ? "to" : "from")
        .where(call.at)
        .say("%s may still be %s there, and nothing has waited for it", call.text.c_str(),
             tr(writes ? "writing" : "reading"))
        .say("Wait before the function returns, for example with cudaStreamSynchronize(), or use memory that lives "
             "longer.");
}

diagnosis host_too_early(host_act act, const source_position &at, const place_in_memory &memory,
                         const unfinished_work &other, bool freed_without_waiting)
{
    diagnosis d(report_kind::host_too_early, act == host_act::frees    ? "frees"
                                             : act == host_act::writes ? "writes"
                                                                       : "reads");
    d.where(at).about(memory).say("at %s: %s", at.text().c_str(),
                                  memory.empty() ? tr("host memory") : memory.text().c_str());
    if (other.kernel != nullptr)
        return d.say(freed_without_waiting
                         ? "Kernel %s, launched at %s:%d, may still be running, and uses this memory%s. cudaFree() "
                           "does not wait for memory from cudaMallocAsync(): wait for the kernel first, for example "
                           "with cudaStreamSynchronize(), or call cudaFreeAsync() in its stream."
                         : "Kernel %s, launched at %s:%d, may still be running, and uses this memory%s. Wait for the "
                           "kernel first, for example with cudaDeviceSynchronize().",
                     other.kernel->kernel, other.kernel->file, other.kernel->line, other.its_line.c_str());
    return d.say(freed_without_waiting
                     ? "%s may still be %s there. cudaFree() does not wait for memory from cudaMallocAsync(): wait for "
                       "the call to complete first, for example with cudaStreamSynchronize(), or call cudaFreeAsync() "
                       "in its stream."
                     : "%s may still be %s there. Wait for the call to complete first, for example with "
                       "cudaStreamSynchronize().",
                 other.call.c_str(), tr(other.call_writes ? "writing" : "reading"));
}

access_of_stream access_of_copy(const char *function, const std::string &line, const source_position &at, bool writes,
                                const char *verb)
{
    const char *does = verb != nullptr ? verb : writes ? "writes" : "reads";
    return {format("%s()%s %s", function, line.c_str(), tr(does)), {{}, writes, false, false, at}};
}

access_of_stream access_of_kernel(const launch_name &kernel, bool writes, const source_position &at,
                                  const std::string &line)
{
    return {format("kernel %s, launched at %s:%d, %s%s", kernel.kernel, kernel.file, kernel.line,
                   tr(writes ? "writes" : "reads"), line.c_str()),
            {{kernel.kernel, {}, {}}, writes, false, false, at, {}}};
}

diagnosis race_with_copy(const place_in_memory &memory, const access_of_stream &one, const access_of_stream &other,
                         unordered_by why)
{
    diagnosis d(report_kind::race_with_copy);
    d.about(memory).add(memory.text()).add(one.text).add(other.text);
    d.accesses = {one.access, other.access};
    return d.say("Nothing orders the two: %s",
                 why == unordered_by::early_return
                     ? tr("copies within device memory, and those of up to 64 KB from pageable memory to the device, "
                          "may still be under way when cudaMemcpy() returns, and streams made with "
                          "cudaStreamNonBlocking do not wait for the default stream. Copy by cudaMemcpyAsync() in the "
                          "other stream, or call cudaStreamSynchronize(0) after the copy.")
                     : advice_between_streams(why == unordered_by::graph));
}

diagnosis breaks_restrict(const launch_name &launch, const place_in_memory &memory, const std::string &one,
                          const std::string &other, const std::string &store, const std::string &load)
{
    return diagnosis(report_kind::restrict_broken)
        .in({launch.kernel, {}, {}})
        .where(launch.at())
        .about(memory)
        .say("kernel %s, launched at %s:%d, gets one address for %s and %s: %s", launch.kernel, launch.file,
             launch.line, one.c_str(), other.c_str(), memory.object.c_str())
        .say("The kernel stores there%s, and loads from there%s.", store.c_str(), load.c_str())
        .say("By __restrict__ it promises not to load through one pointer what it stores through another, so a "
             "compiler may load before the store, or from a cache that does not see it. Pass two arrays, or leave out "
             "__restrict__.");
}

diagnosis freed_wrongly(const char *function, bool twice, const source_position &at, std::string memory)
{
    if (memory.empty())
        memory = tr("host memory");
    return diagnosis(twice ? report_kind::double_free : report_kind::wrong_free,
                     twice ? function : format("%s of %s", function, tr(made_for(function))))
        .where(at)
        .say("at %s: %s", at.text().c_str(), memory.c_str());
}

diagnosis failed_before_crash(const char *function, const source_position &at, const char *error)
{
    return diagnosis(report_kind::failed_before_crash, function)
        .where(at)
        .say("The call at %s returned %s. After that the host's code accesses a bad address, perhaps by a pointer that "
             "the call has not set: check what each call returns.",
             at.text().c_str(), error);
}

diagnosis touched_by_host(const source_position &at, const place_in_memory &memory, bool writes)
{
    return diagnosis(report_kind::host_touches_device, writes ? "writes" : "reads")
        .where(at)
        .about(memory)
        .say("at %s: %s", at.text().c_str(), memory.text().c_str())
        .say("With a GPU the program would crash here. Copy with cudaMemcpy() instead.");
}

diagnosis worded(const leaked_memory &found)
{
    return diagnosis(report_kind::leak,
                     format("%zu bytes of %s memory%s", found.bytes, tr(found.kind),
                            found.allocations > 1 ? format(" in %zu allocations", found.allocations).c_str() : ""))
        .where(found.at)
        .say("from %s%s: %s() is missing", found.made_by.c_str(), found.line.c_str(), found.freed_by.c_str());
}

diagnosis leaked_objects(bool surface, size_t count, const std::string &line, const source_position &at)
{
    const char *word = surface ? "Surface" : "Texture";
    return diagnosis(report_kind::leak,
                     format(count == 1 ? "%zu %s object" : "%zu %s objects", count, tr(name_of(surface))))
        .where(at)
        .say("from cudaCreate%sObject%s: cudaDestroy%sObject() is missing", word, line.c_str(), word);
}

diagnosis destroyed_twice(bool surface, const source_position &at, const std::string &made,
                          const std::string &destroyed)
{
    return diagnosis(report_kind::object_destroyed_twice, name_of(surface))
        .where(at)
        .say("at %s: made%s, destroyed%s", at.text().c_str(), made.c_str(), destroyed.c_str());
}

diagnosis destroyed_wrongly(bool surface, const source_position &at, bool other_kind)
{
    return diagnosis(report_kind::wrong_object_destroyed, name_of(surface))
        .where(at)
        .say("at %s: %s", at.text().c_str(),
             tr(other_kind ? "it is one of the other kind" : "there never was one with this number"));
}

diagnosis lacks_surface_flag(const source_position &at, const place_in_memory &array)
{
    return diagnosis(report_kind::surface_flag)
        .where(at)
        .about(array)
        .say("at %s: %s", at.text().c_str(), array.text().c_str())
        .say("CUDA asks for that flag, although some GPUs do without it.");
}
} // namespace cpu_device
