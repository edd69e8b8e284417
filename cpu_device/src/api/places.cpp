// SPDX-License-Identifier: MIT
// What the API knows about an address.
#include <iterator>
#include <mutex>

#include "../memory/arena.h"
#include "../platform/program_image.h"
#include "../say/report.h"
#include "api.h"

namespace cpu_device
{
namespace
{
// With the arena's lock.
side side_of(arena &m, const char *p, size_t count)
{
    if (const allocation *a = m.find(p)) {
        const size_t here = a->size - (size_t)(p - a->first);
        if ((a->accessible == 0 || count > here) && !(a->origin == memory_origin::mapped && m.goes_on(*a, p, count)))
            return side::invalid;
        return a->kind == memory_kind::device                                  ? side::device
               : a->kind == memory_kind::heap || a->kind == memory_kind::array ? side::not_linear
                                                                               : side::either;
    }
    if (m.in_arena(p))
        return side::invalid;
    auto symbol = m.symbols.upper_bound(p);
    if (symbol != m.symbols.begin() && p < std::prev(symbol)->first + std::prev(symbol)->second)
        return count <= std::prev(symbol)->second - (size_t)(p - std::prev(symbol)->first) ? side::device
                                                                                           : side::invalid;
    return image_of(p).unloaded ? side::invalid : side::host;
}
} // namespace

memory_place place_of(const void *pointer, size_t count)
{
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    const char *p = static_cast<const char *>(pointer);
    const allocation *a = m.find(p);
    const int of_variable = variable_device(p);
    memory_place place;
    place.where = side_of(m, p, count);
    place.is_variable = of_variable >= 0;
    place.device = place.is_variable ? of_variable : a != nullptr && a->reachable_from != ~0u ? a->device : -1;
    place.registered = m.registered.find(p) != nullptr;
    place.pinned = a != nullptr && a->kind == memory_kind::pinned;
    return place;
}

std::string memory_at(const void *p)
{
    if (p == nullptr)
        return tr("a null pointer");
    if (place_of(p, 1).where == side::host)
        return tr("host memory");
    place_in_memory place = describe_address(p);
    if (!the_arena().in_arena(p) && !image_of(p).unloaded)
        return tr("a __device__ variable");
    if (place.empty())
        place = describe_variable(p);
    return place.empty() ? tr("device memory") : place.brief();
}

std::string why_invalid(const char *the, const void *p, size_t count)
{
    arena &m = the_arena();
    size_t left = 0;
    {
        std::lock_guard<std::mutex> lock(m.mutex);
        if (const allocation *a = m.find(p))
            left = a->size - (size_t)(static_cast<const char *>(p) - a->first);
    }
    std::string memory = memory_at(p);
    return left == 0
               ? format("The %s is %s.", tr(the), memory.c_str())
               : format("These are %zu bytes, and the %s has %zu: it is %s.", count, tr(the), left, memory.c_str());
}
} // namespace cpu_device
