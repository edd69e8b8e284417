// SPDX-License-Identifier: MIT
#include "checks.h"

#include <algorithm>
#include <cstring>

#include "../limits.h"
#include "../memory/arena.h"
#include "../platform/debug_info.h"
#include "../platform/program_image.h"
#include "../platform/source_line.h"
#include "../platform/symbols.h"
#include "../say/report.h"
#include "../settings.h"
#include "sampling.h"

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
} // namespace

// --- launches and blocks ---

void checks::launch_begins(launch_record &launch, const char *body_type, const char *arguments, size_t arguments_size)
{
    here_.launch = &launch;
    cluster_ = nullptr;
    here_.body_type = body_type;
    here_.several_devices = setting.devices > 1;
    arguments_ = arguments;
    arguments_size_ = arguments_size;
    // made here: at a kernel's first access, its thread may have little stack left
    cells_of_variable(nullptr);
    is_constant(nullptr);
    races_.prepare(launch, dynamic_offset() + memory_.dynamic_size());
    find_followers();
    announce(&observer::core_begins);
}

void checks::find_followers()
{
    following_.clear();
    wanted_ = 0;
    if (of_core_.empty())
        for (observer *c : all_observers())
            of_core_.push_back(c->for_core());
    for (observer *c : of_core_)
        if (const unsigned wants = c->wants()) {
            following_.push_back(c);
            wanted_ |= wants;
        }
    see_all(false);
}

void checks::launch_ends()
{
    races_.finish();
    announce(&observer::core_ends);
}

void checks::block_begins(uint64_t block)
{
    here_.number = block;
    exchanged_.clear();
    races_.block_begins(block);
    announce(&observer::block_begins);
}

void checks::block_ends(bool broken)
{
    std::vector<finding> found = races_.block_ends(broken);
    for (finding &f : noted_)
        found.push_back(std::move(f));
    noted_.clear();
    announce(&observer::block_ends, broken, found);
    for (const finding &f : found)
        here_.launch->findings.add(f);
}

// --- what orders ---

void checks::fence(unsigned thread, bool of_device, fence_order order)
{
    races_.fence(thread, of_device, order);
    announce(&observer::fence, thread, of_device);
}

void checks::barrier(const char *file, int line)
{
    races_.barrier(file, line);
    announce(&observer::barrier);
}

void checks::cluster_barrier(const char *file, int line)
{
    races_.cluster_barrier(file, line);
    announce(&observer::barrier);
    announce(&observer::orders_otherwise);
}

void checks::warp_meets(unsigned warp, unsigned lanes, bool whole, bool orders)
{
    if (orders)
        races_.warp_sync(warp, lanes);
    if (orders)
        announce(&observer::warp_syncs, warp, lanes);
    announce(&observer::warp_meets, warp, lanes, whole);
}

void checks::tile_meets(unsigned first_warp, unsigned warps, const unsigned *live)
{
    for (unsigned warp = first_warp; warp < first_warp + warps; ++warp)
        races_.warp_sync(warp, live[warp]);
    races_.tile_sync(first_warp, warps, live);
    announce(&observer::orders_otherwise);
}

// --- accesses ---

wrong checks::access_begins(unsigned thread, const announced_access &what)
{
    const char *address = what.address;
    size_t offset, size = what.size;
    if ((reinterpret_cast<uintptr_t>(address) & (what.alignment - 1)) != 0)
        return wrong::misaligned;
    if (cluster_ != nullptr)
        if (const unsigned owner = cluster_->owner_of(address); owner != cluster_checks::none)
            return access_in_cluster(thread, what, owner);
    if ((offset = memory_.in_static(address)) < memory_.static_size()) {
        if (memory_.is_guard_variable(offset))
            return wrong::nothing;
        if (!memory_.within_variable(offset, size))
            return wrong::outside_variable;
        races_.touch_shared(thread, what.kind, address, offset, size, what.pc, !what.of_barrier);
        return wrong::nothing;
    }
    if (memory_.near_dynamic(address)) {
        offset = memory_.in_dynamic(address);
        if (offset > memory_.dynamic_size() || size > memory_.dynamic_size() - offset)
            return wrong::outside_dynamic;
        races_.touch_shared(thread, what.kind, address, dynamic_offset() + offset, size, what.pc, !what.of_barrier);
        return wrong::nothing;
    }
    if (!in_checked_arena(address))
        return access_elsewhere(thread, what);
    for (const char *at = address; at < address + size && in_checked_arena(at);
         at += arena_page::size - (uintptr_t)at % arena_page::size)
        races_.put_in_cells(the_arena().page_of(at), at);
    kernel_uses(the_arena().page_of(address), writes(what.kind), here_.launch->name.kernel);
    const bool exchanges = what.kind == access::exchange;
    memory_state state =
        touch_memory(address, size, needs_value(what.kind) || exchanges, writes(what.kind), here_.launch->device);
    if (state == memory_state::illegal)
        return wrong::illegal;
    if (exchanges && !exchanged_.empty())
        exchanged_.erase(thread);
    if (state == memory_state::uninitialized && exchanges)
        exchanged_[thread] = what;
    else if (state == memory_state::uninitialized && !any_left_out())
        note(report_kind::uninitialized_global, thread, what);
    if (!is_atomic(what.kind)) // else atomic_begins() does it
        touch_global(thread, what);
    return wrong::nothing;
}

void checks::not_written(const char *address, size_t size)
{
    races_.of_shared().set_not_written(here_.offset_in_shared(address), size);
    has_async_copies = true;
}

void checks::arrived(const char *address, size_t size)
{
    races_.of_shared().set_all_written(here_.offset_in_shared(address), size);
}

wrong checks::texel_begins(unsigned thread, const announced_access &what)
{
    wrong is = access_begins(thread, what);
    if (is == wrong::nothing && !writes(what.kind))
        for_cells_of(what, [&](const char *address, size_t size, const cell *cells) {
            races_.check_stale(report_kind::stale_texture, thread, address, size, what.pc, cells);
        });
    return is;
}

void checks::check_stale_load(unsigned thread, const announced_access &access)
{
    const announced_access what = in_place(access);
    for_cells_of(what, [&](const char *address, size_t size, cell *cells) {
        if (in_checked_arena(address))
            races_.put_in_cells(the_arena().page_of(address), address);
        races_.check_stale(report_kind::stale_load, thread, address, size, what.pc, cells);
    });
}

// The cells of one page lie together; those of the next page lie elsewhere.
template <class Function> void checks::for_cells_of(const announced_access &what, Function function)
{
    for (size_t done = 0, part; done < what.size; done += part) {
        const char *address = what.address + done;
        part = std::min(what.size - done, arena_page::size - (uintptr_t)address % arena_page::size);
        cell *cells = in_checked_arena(address) ? the_arena().cell_of(address) : cells_of_variable(address);
        if (size_t left; cells == nullptr && (cells = cells_of_registered(address, left)) != nullptr)
            part = std::min(part, left);
        function(address, part, cells);
    }
}

void checks::touch_global(unsigned thread, const announced_access &what)
{
    for_cells_of(what, [&](const char *address, size_t size, cell *cells) {
        races_.touch_global(thread, what.kind, what.of_block, address, size, what.pc, cells);
    });
}

// A variable of the program, registered host memory; or none of these.
std::atomic<bool> stores_need_variables{false};

wrong checks::access_elsewhere(unsigned thread, const announced_access &access)
{
    const announced_access what = in_place(access);
    if (const int owner = variable_device(what.address); owner >= 0 && owner != here_.launch->device)
        return wrong::illegal;
    if (is_constant(variable_in_program(what.address))) {
        if (writes(what.kind))
            note(report_kind::constant_written, thread, what);
        else if (several_streams) // a copy in another stream may change it
            touch_global(thread, what);
        return wrong::nothing;
    }
    if (stores_need_variables && writes(what.kind) && !is_variable(what.address, what.size) && in_program(what.address))
        return wrong::illegal;
    if (!in_program(what.address)) {
        if (!is_registered(what.address))
            return wrong::illegal;
        something_came_back();
    } else if (is_of_host(what.address) && !is_registered(what.address)) {
        return wrong::illegal;
    }
    if (!is_atomic(what.kind))
        touch_global(thread, what);
    return wrong::nothing;
}

announced_access checks::in_place(const announced_access &access) const
{
    announced_access what = access;
    what.address = place_of(what.address);
    return what;
}

void checks::note(report_kind kind, unsigned thread, const announced_access &what)
{
    finding f = {};
    f.what = kind;
    f.writes[0] = writes(what.kind);
    f.atomic[0] = is_atomic(what.kind);
    f.pc[0] = what.pc;
    f.thread[0] = thread;
    f.block[0] = here_.number;
    f.address = (uint64_t)what.address;
    f.add_place(f.address);
    if (merge(noted_, f)) // the block may never end
        here_.launch->findings.add(f);
}

// Whether an instruction is in the kernel's own code, or was inlined there.
static bool in_kernel_itself(const void *pc)
{
    thread_local const void *last = nullptr;
    thread_local bool result = false;
    if (pc == last)
        return result;
    std::string inlining;
    source_line(pc, &inlining);
    last = pc;
    const auto ends_with = [&](const std::string &end) {
        return inlining.size() >= end.size() && inlining.compare(inlining.size() - end.size(), end.size(), end) == 0;
    };
    // See launch.h. In a browser, names are as the linker has them.
    return result = ends_with(" operator()\n") || ends_with("clEv\n");
}

// What a function returns that the compiler has not inlined counts as unused: its callers may ignore it.
void checks::uses_exchanged(unsigned thread)
{
    if (const auto found = exchanged_.find(thread); found != exchanged_.end()) {
        if (!any_left_out() && in_kernel_itself(found->second.pc))
            note(report_kind::uninitialized_global, thread, found->second);
        exchanged_.erase(found);
    }
    races_.uses_exchanged(thread, in_kernel_itself);
}

void checks::uses_result(unsigned thread, const char *address, size_t size)
{
    size_t offset;
    if (cluster_ != nullptr)
        return;
    if (in_shared(address, size, offset))
        return races_.uses_result(thread, address, size, &races_.of_shared().at(offset), true);
    const announced_access what = in_place({access::atomic, address, size, 1, nullptr});
    for_cells_of(what, [&](const char *place, size_t part, cell *cells) {
        races_.uses_result(thread, place, part, cells, false);
    });
}

void checks::atomic_begins(unsigned thread, const announced_access &access)
{
    const announced_access what = in_place(access);
    if (cluster_ != nullptr)
        if (const unsigned owner = cluster_->owner_of(what.address); owner != cluster_checks::none) {
            races_.atomic_begins(thread, what.address, what.of_block);
            return touch_in_cluster(thread, what, owner);
        }
    if (memory_.holds(what.address))
        return;
    races_.atomic_begins(thread, what.address, what.of_block);
    touch_global(thread, what);
}

bool checks::atomic_ends(unsigned thread, const announced_access &what, outcome is)
{
    if (races_.in_atomic())
        races_.atomic_ends(thread, what.address, what.of_block, is == outcome::stored);
    bool far_ahead = false;
    for (observer *c : following_)
        far_ahead |= c->atomic_ends(here_, thread, what, is);
    return far_ahead;
}

bool checks::about_to_access(unsigned thread, const announced_access &what)
{
    bool far_ahead = false;
    for (observer *c : following_)
        far_ahead |= c->access_begins(here_, thread, what);
    return far_ahead;
}

// --- descriptions ---

std::string checks::describe(wrong what, const announced_access &a) const
{
    const char *verb = tr(verb_of(a.kind));
    switch (what) {
    case wrong::nothing: break;
    case wrong::misaligned:
        return format("%s %zu bytes at address %p, which is no multiple of %zu", verb, a.size, (const void *)a.address,
                      a.alignment);
    case wrong::illegal: {
        const int owner = variable_device(a.address);
        const std::string foreign =
            here_.launch == nullptr ? ""
            : owner >= 0
                ? format("It is a variable of device %d, and the kernel runs on device %d. Peer access is for memory "
                         "from cudaMalloc(): copy the variable to the device.",
                         owner, here_.launch->device)
                : describe_foreign(a.address, here_.launch->device);
        return format(
            "%s%s%s",
            describe_illegal(verb, a.address, here_.launch == nullptr ? nullptr : &here_.launch->name).c_str(),
            foreign.empty() ? "" : "\n    ", foreign.c_str());
    }
    case wrong::outside_variable:
        return format("%s shared memory: %s%s", verb,
                      memory_at(a.address).describe_static(memory_at(a.address).in_static(a.address)).c_str(),
                      of_peer(a.address).c_str());
    case wrong::outside_dynamic:
        return format("%s %s%s", verb, memory_at(a.address).describe_dynamic(a.address).c_str(),
                      of_peer(a.address).c_str());
    }
    return "";
}

std::string checks::name_of(const char *address, const launch_name &launch) const
{
    finding f = {};
    const bool shared = memory_.holds(address);
    f.what = shared ? report_kind::race_on_shared : report_kind::race_between_blocks;
    f.address = shared ? here_.offset_in_shared(address) : (uint64_t)place_of(address);
    return memory_name(f, launch).brief();
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
        const auto *of = m.find_registered(first);
        return of != nullptr && m.find_registered(pointer) == of;
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
    return p.name + part_behind(body_type, p, (size_t)(address - to), type);
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

// The same for an address behind a null pointer, if one argument alone is null.
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
} // namespace

place_in_memory illegal_memory(const char *address, const launch_name *launch)
{
    place_in_memory place = describe_address(address);
    if (place.empty() && (variable_device(address) >= 0 || image_of(address).unloaded))
        place = describe_variable_on_device(address);
    if (place.empty() && (uintptr_t)address < 1u << 16 && launch != nullptr && launch->body_type != nullptr)
        name_by_null(place, address, *launch);
    else if (place.where != place_in_memory::within && launch != nullptr)
        name_by_parameter(place, address, *launch);
    return place;
}

std::string describe_illegal(const char *verb, const char *address, const launch_name *launch)
{
    const place_in_memory place = illegal_memory(address, launch);
    if (!place.element.empty())
        return format("%s %s at address 0x%zx: %s", verb, place.names().c_str(), (size_t)address,
                      place.position().c_str());
    const std::string what = !place.empty()                  ? place.text()
                             : (uintptr_t)address < 1u << 16 ? tr("a null pointer, or an element of one")
                             : is_of_host(address)
                                 ? format("the host's variable %s: a kernel needs a pointer from cudaMalloc(), or a "
                                          "__device__ or __managed__ variable",
                                          variable_at(address).name.c_str())
                             : is_mapped(address) ? tr("host memory: a kernel needs a pointer from cudaMalloc()")
                                                  : tr("not device memory: a wild or uninitialized pointer");
    return format("%s address 0x%zx: %s", verb, (size_t)address, what.c_str());
}

place_in_memory memory_in_kernel(const char *address, const launch_name &launch)
{
    place_in_memory place = describe_address(address);
    if (place.where == place_in_memory::within)
        name_by_parameter(place, address, launch);
    return place.empty() ? describe_variable_on_device(address) : place;
}

place_in_memory memory_name(const finding &f, const launch_name &launch)
{
    if (is_in_shared(f)) {
        place_in_memory shared = block_memory::variable_at(image_of(launch.kernel), f.address);
        if (shared.variable.empty() && launch.body_type != nullptr) {
            const size_t first = block_memory::dynamic_begins(image_of(launch.kernel));
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
