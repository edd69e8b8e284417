// SPDX-License-Identifier: MIT
// A kernel promises by __restrict__ that what it stores through one pointer it does not load through another. This
// check looks at launches that pass one address for two such pointers, and at what they have stored and loaded there.
#include <cstring>

#include "../memory/arena.h"
#include "../platform/debug_info.h"
#include "../say/report.h"
#include "checks.h"
#include "events.h"
#include "order.h"

namespace cpu_device
{
namespace
{
const char *pointer_at(const launch_record &launch, size_t offset)
{
    const char *pointer;
    memcpy(&pointer, launch.name.arguments + offset, sizeof pointer);
    return pointer;
}

// Without debug information, which takes long to read: whether an address in device memory is passed twice.
bool any_twice(const launch_record &launch)
{
    const arena &m = the_arena();
    for (size_t i = 0; i + sizeof(char *) <= launch.arguments_size; i += sizeof(char *)) {
        if (!m.in_arena(pointer_at(launch, i)))
            continue;
        for (size_t j = i + sizeof(char *); j + sizeof(char *) <= launch.arguments_size; j += sizeof(char *))
            if (pointer_at(launch, i) == pointer_at(launch, j))
                return true;
    }
    return false;
}

size_t bytes_from(const char *pointer) // to the end of the allocation
{
    const allocation *a = the_arena().owner(pointer);
    return a == nullptr || pointer < a->first ? 0 : a->size - (size_t)(pointer - a->first);
}

void report_broken(const launch_record &launch, const pointer_argument &one, const pointer_argument &other)
{
    const char *pointer = pointer_at(launch, one.offset);
    const stores_and_loads kernel = accesses_of(launch, pointer, bytes_from(pointer));
    if (kernel.store == nullptr || kernel.load == nullptr)
        return;
    const launch_name &name = launch.name;
    diagnosis d(report_kind::restrict_broken);
    d.in({name.kernel, {}, {}}).where({name.file, name.line}).about(describe_address(pointer));
    d.say("kernel %s, launched at %s:%d, gets one address for %s and %s: %s", name.kernel, name.file, name.line,
          one.name.c_str(), other.name.c_str(), d.memory.object.c_str());
    d.say("The kernel stores there%s, and loads from there%s.", at_line(kernel.store).c_str(),
          at_line(kernel.load).c_str());
    d.say(
        "By __restrict__ it promises not to load through one pointer what it stores through another, so a compiler may "
        "load before the store, or from a cache that does not see it. Pass two arrays, or leave out __restrict__.");
    report_once(format("restrict:%s:%d:%s", name.file, name.line, one.name.c_str()), d);
}

class restricted_pointers final : public observer
{
    unsigned wants() const override
    {
        return nothing;
    }
    void launch_ends(const launch_record &launch) override
    {
        if (launch.number == 0 || launch.name.arguments == nullptr || !any_twice(launch))
            return;
        const std::vector<pointer_argument> all = pointer_arguments(launch.name.body_type);
        for (size_t i = 0; i < all.size(); ++i)
            for (size_t j = i + 1; j < all.size(); ++j)
                if (all[i].is_restrict && all[j].is_restrict &&
                    pointer_at(launch, all[i].offset) == pointer_at(launch, all[j].offset))
                    report_broken(launch, all[i], all[j]);
    }
};
} // namespace

observer *make_restricted()
{
    return new restricted_pointers;
}
} // namespace cpu_device
