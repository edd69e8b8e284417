// SPDX-License-Identifier: MIT
#include "registered_ranges.h"

#include <iterator>

#include "../platform/pages.h"
#include "arena.h"

namespace cpu_device
{
const registered_ranges::range *registered_ranges::find(const void *address) const
{
    const char *p = static_cast<const char *>(address);
    auto after = all_.upper_bound(p);
    if (after == all_.begin() || p >= std::prev(after)->first + std::prev(after)->second.size)
        return nullptr;
    return &*std::prev(after);
}

bool registered_ranges::add(const char *begin, size_t size, unsigned flags, bool with_cells)
{
    const auto next = all_.lower_bound(begin);
    if (find(begin) != nullptr || (next != all_.end() && next->first < begin + size))
        return false;
    const auto place = all_.emplace(begin, registered_range{size, flags, nullptr, 0}).first;
    if (!with_cells)
        return true;
    size_t cells_size = ((size + 3) / 4 + 1) * 4 * cell_bytes_per_byte;
    if (char *cells = zeroed_pages(cells_size))
        place->second = {size, flags, cells, cells_size};
    return true;
}

bool registered_ranges::remove(const char *begin)
{
    auto place = all_.find(begin);
    if (place == all_.end())
        return false;
    if (place->second.cells != nullptr)
        release_pages(place->second.cells, place->second.cells_size);
    all_.erase(place);
    return true;
}
} // namespace cpu_device
