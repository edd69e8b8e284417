// SPDX-License-Identifier: MIT
#include "memory_names.h"

#include <algorithm>
#include <cstring>
#include <mutex>

#include "../limits.h"
#include "../memory/arena.h"
#include "../platform/debug_info.h"
#include "../platform/program_image.h"
#include "../platform/symbols.h"
#include "../say/report.h"
#include "cluster_checks.h"

namespace cpu_device
{
namespace
{
const char *verb_of(access kind)
{
    return writes(kind) ? "writes" : "reads";
}

place_in_memory describe_variable_on_device(const char *address)
{
    const int device = variable_device(address);
    place_in_memory place = describe_variable(variable_in_program(address));
    if (device >= 0 && !place.empty())
        place.object += format(" on device %d", device);
    return place;
}

// The memory of the running block or, in a cluster, of whichever block holds an address.
const block_memory &memory_at(const char *address, const running_block &here)
{
    const unsigned owner = here.cluster == nullptr ? cluster_checks::none : here.cluster->owner_of(address);
    return owner == cluster_checks::none ? here.memory : *here.cluster->of(owner).memory;
}

// A line for the report of an access, where the address lies in another block's shared memory.
std::string of_peer(const char *address, const running_block &here)
{
    const unsigned owner = here.cluster == nullptr ? cluster_checks::none : here.cluster->owner_of(address);
    if (owner == cluster_checks::none || owner == here.rank)
        return "";
    return format("\n    That is shared memory of %s.",
                  block_in_grid(here.launch->name, here.cluster->of(owner).block).c_str());
}

} // namespace

std::string describe_wrong(access_error error, const announced_access &a, const running_block &here)
{
    const block_memory &memory = memory_at(a.address, here);
    const char *verb = tr(verb_of(a.kind));
    switch (error) {
    case access_error::nothing: break;
    case access_error::misaligned:
        return format("%s %zu bytes at address %p, which is no multiple of %zu", verb, a.size, (const void *)a.address,
                      a.alignment);
    case access_error::illegal: {
        const int owner = variable_device(a.address);
        const std::string foreign =
            here.launch == nullptr ? ""
            : owner >= 0
                ? format("It is a variable of device %d, and the kernel runs on device %d. Peer access is for memory "
                         "from cudaMalloc(): copy the variable to the device.",
                         owner, here.launch->device)
                : describe_foreign(a.address, here.launch->device);
        return format("%s%s%s",
                      describe_illegal(verb, a.address, here.launch == nullptr ? nullptr : &here.launch->name).c_str(),
                      foreign.empty() ? "" : "\n    ", foreign.c_str());
    }
    case access_error::outside_variable:
        return format("%s shared memory: %s%s", verb, memory.describe_static(memory.in_static(a.address)).c_str(),
                      of_peer(a.address, here).c_str());
    case access_error::outside_dynamic:
        return format("%s %s%s", verb, memory.describe_dynamic(a.address).c_str(), of_peer(a.address, here).c_str());
    case access_error::of_other_thread:
        return format("%s a local variable of another thread", verb) + "\n    " +
               tr("Each thread has its own local memory, and finds that at such an address on a GPU: exchange values "
                  "through __shared__ variables.");
    }
    return "";
}

std::string name_of(const char *address, const running_block &here)
{
    finding f = {};
    const bool shared = here.memory.holds(address);
    f.kind = shared ? report_kind::race_on_shared : report_kind::race_between_blocks;
    f.address = shared ? here.offset_in_shared(address) : (uint64_t)here.in_place(address);
    return memory_name(f, here.launch->name).brief();
}

namespace
{
// Whether a pointer leads into the object of a place, or to its end.
bool leads_into(const char *pointer, const place_in_memory &place)
{
    arena &m = the_arena();
    const auto first = reinterpret_cast<const char *>(place.first);
    if (!m.in_arena(first)) {
        std::lock_guard<std::mutex> lock(m.mutex);
        const auto *of = m.registered.find(first);
        return of != nullptr && m.registered.find(pointer) == of;
    }
    const allocation *of = m.owner(first);
    return of != nullptr && of->blocks == nullptr && m.in_arena(pointer) && m.owner(pointer) == of;
}

// The element that a pointer among the arguments has at an address, which may lie before it: "a[3].x", "a[-1]".
std::string element_by(const pointer_argument &p, const char *to, const char *address, const char *body_type,
                       std::string *type)
{
    if (address < to)
        return p.name + format("[-%zu]", ((size_t)(to - address) + p.element - 1) / p.element);
    return p.name + part_pointed_to(body_type, p, (size_t)(address - to), type);
}

// Names an element of an allocation as the kernel does, by the parameter that points to it: of several the one that
// points closest before it.
void name_by_parameter(place_in_memory &place, const char *address, const launch_name &launch)
{
    if (place.first == 0 || launch.body_type == nullptr)
        return;
    const char *closest = nullptr;
    unsigned pointers = 0;
    for (const pointer_argument &p : pointer_arguments(launch.body_type)) {
        const char *to;
        memcpy(&to, launch.arguments + p.offset, sizeof to);
        if (!leads_into(to, place))
            continue;
        ++pointers;
        place.variable = pointers == 1 ? p.name : ""; // a report stands for all of them
        if ((to > address && place.where != place_in_memory::before) || p.element == 0 || to < closest)
            continue;
        const std::string element = element_by(p, to, address, launch.body_type, &place.type);
        if (to == closest) {
            place.alias += (place.alias.empty() ? "" : tr(" and ")) + element;
            continue;
        }
        closest = to;
        place.element = element;
        place.alias = "";
        place.unit = p.element;
    }
    if (closest == nullptr)
        place.variable = "";
    else
        place.first = (uintptr_t)closest;
}

// The same for an address after a null pointer, if one argument alone is null.
void name_by_null(place_in_memory &place, const char *address, const launch_name &launch)
{
    for (const pointer_argument &p : pointer_arguments(launch.body_type)) {
        const char *to;
        memcpy(&to, launch.arguments + p.offset, sizeof to);
        if (to != nullptr)
            continue;
        if (!place.element.empty() || p.element == 0) {
            place.element = "";
            return;
        }
        place.object = format("%s is a null pointer", p.name.c_str());
        place.element = element_by(p, to, address, launch.body_type, &place.type);
    }
}
// Whether an address is so far past an allocation that any other pointer may have led there.
bool is_far_past(const place_in_memory &place, const char *address)
{
    if (place.where != place_in_memory::past)
        return false;
    const size_t size = (uintptr_t)address - place.first - place.bytes;
    return place.bytes > std::max<size_t>(16 * size, 1u << 20);
}
} // namespace

place_in_memory illegal_memory(const char *address, const launch_name *launch)
{
    place_in_memory place = describe_address(address);
    if (place.empty() && (variable_device(address) >= 0 || image_of(address).unloaded))
        place = describe_variable_on_device(address);
    if (place.empty() && (uintptr_t)address < 1u << 16 && launch != nullptr && launch->body_type != nullptr)
        name_by_null(place, address, *launch);
    else if (place.where != place_in_memory::within && launch != nullptr && launch->body_type != nullptr &&
             (!is_far_past(place, address) || pointer_arguments(launch->body_type).size() == 1))
        name_by_parameter(place, address, *launch);
    return place;
}

std::string describe_illegal(const char *verb, const char *address, const launch_name *launch)
{
    const place_in_memory place = illegal_memory(address, launch);
    if (!place.element.empty())
        return format("%s %s at address 0x%zx: %s", verb, place.names().c_str(), (size_t)address,
                      place.position().c_str());
    const std::string text = !place.empty()                  ? place.text()
                             : (uintptr_t)address < 1u << 16 ? tr("a null pointer, or an element of one")
                             : is_of_host(address)
                                 ? format("the host's variable %s: a kernel needs a pointer from cudaMalloc(), or a "
                                          "__device__ or __managed__ variable",
                                          variable_at(address).name.c_str())
                             : is_mapped(address) ? tr("host memory: a kernel needs a pointer from cudaMalloc()")
                                                  : tr("not device memory: a wild or uninitialized pointer");
    return format("%s address 0x%zx: %s", verb, (size_t)address, text.c_str());
}

namespace
{
// The copy from the host that has filled a part of that memory.
void add_copy(place_in_memory &place, const char *address)
{
    const arena &m = the_arena();
    const allocation *a = m.in_arena(address) ? m.owner(address) : nullptr;
    const copied_part *part = a != nullptr ? a->copied_in.load() : nullptr;
    if (part == nullptr || a->blocks != nullptr)
        return;
    place.copy = format("%s()%s", part->function, at_line(static_cast<const char *>(part->caller) - 1).c_str());
    place.copied = part->bytes;
    place.of = a->size;
}
} // namespace

place_in_memory memory_in_kernel(const char *address, const launch_name &launch)
{
    place_in_memory place = describe_address(address);
    if (place.where == place_in_memory::within) {
        name_by_parameter(place, address, launch);
        add_copy(place, address);
    }
    return place.empty() ? describe_variable_on_device(address) : place;
}

place_in_memory memory_name(const finding &f, const launch_name &launch)
{
    if (is_in_shared(f)) {
        place_in_memory shared = block_memory::variable_at(image_of(launch.body_type), f.address);
        if (shared.variable.empty() && launch.body_type != nullptr) {
            const size_t first = block_memory::dynamic_begins(image_of(launch.body_type));
            shared.element = part_of_dynamic(launch.body_type, f.address - first, &shared.type);
            shared.variable = shared.element.substr(0, shared.element.find('['));
            if (!shared.variable.empty()) {
                shared.object = shared.variable;
                shared.first = first;
                shared.unit = unit_of_dynamic(launch.body_type);
            }
        }
        return shared;
    }
    auto address = reinterpret_cast<const char *>(f.address);
    const place_in_memory place = memory_in_kernel(address, launch);
    return !place.empty() ? place : place_in_memory{place_in_memory::somewhere, 0, tr("a __device__ variable"), ""};
}
} // namespace cpu_device
