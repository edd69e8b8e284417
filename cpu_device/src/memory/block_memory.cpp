// SPDX-License-Identifier: MIT
#include "block_memory.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "../platform/debug_info.h"
#include "../platform/pages.h"
#include "../platform/symbols.h"
#include "../say/memory_text.h"
#include "../say/report.h"

namespace cpu_device
{
namespace
{
// By offset in thread-local storage: 1 + the number of the variable, or `guard`; 0: none.
const std::vector<uint16_t> &variables_by_offset(const code_image &image, uint16_t guard)
{
    static auto &all = *new std::map<const code_image *, std::vector<uint16_t>>;
    static auto &mutex = *new std::mutex;
    std::lock_guard<std::mutex> lock(mutex);
    auto [place, fresh] = all.try_emplace(&image);
    std::vector<uint16_t> &at = place->second;
    uint16_t number = 0;
    for (const auto &v : thread_local_variables(image)) {
        if (!fresh)
            break;
        ++number;
        if (at.size() < v.offset + v.size)
            at.resize(v.offset + v.size);
        std::fill_n(at.begin() + (ptrdiff_t)v.offset, v.size, v.guard ? guard : number);
    }
    return at;
}

// The program's variable that holds an offset, or that ends nearest before it.
const thread_local_variable *nearest_variable(const code_image &image, size_t offset)
{
    const thread_local_variable *nearest = nullptr;
    for (const auto &v : thread_local_variables(image))
        if (!v.guard && v.offset <= offset && (nearest == nullptr || v.offset > nearest->offset))
            nearest = &v;
    return nearest;
}
} // namespace

block_memory::block_memory()
{
    char *dynamic = reserve_pages(room + guard);
    const bool is_there = dynamic != nullptr && allow_access(dynamic, room);
    if (!is_there)
        die(1, "no memory for the shared memory of a block: %s", strerror(errno));
    dynamic_end_ = dynamic_ = dynamic + room;
    use_image(the_program());
}

void block_memory::use_image(const code_image &image)
{
    if (image_ == &image)
        return;
    image_ = &image;
    static_ = thread_local_of(image);
    static_size_ = image.thread_local_size;
    const auto &variables = variables_by_offset(image, guard_variable_number);
    variable_at_ = variables.data();
    variables_end_ = variables.size();
}

void block_memory::set_dynamic_size(size_t bytes)
{
    dynamic_size_ = bytes;
    dynamic_ = dynamic_end_ - (bytes + 127) / 128 * 128;
}

void block_memory::poison_all()
{
    std::fill_n(static_, static_size_, poison);
    std::fill_n(dynamic_, dynamic_size_, poison);
}

std::string block_memory::describe_static(size_t offset) const
{
    const thread_local_variable *near = nearest_variable(*image_, offset);
    if (near == nullptr || !variable_at_[near->offset])
        return between_variables();
    const size_t end = near->offset + near->size;
    return offset < end ? end_of_variable(near->name) : past_variable(near->name, offset - end);
}

std::string block_memory::describe_dynamic(const char *address) const
{
    return beyond_dynamic_memory(address - dynamic_, dynamic_size_);
}

place_in_memory block_memory::variable_at(const code_image &image, size_t offset)
{
    const auto &at = variables_by_offset(image, guard_variable_number);
    if (offset >= at.size() || !at[offset] || at[offset] == guard_variable_number)
        return {place_in_memory::somewhere, 0, dynamic_memory(), ""};
    const thread_local_variable &v = thread_local_variables(image)[at[offset] - 1u];
    place_in_memory place = {place_in_memory::somewhere, 0, v.name, v.name, ""};
    place.element = v.name + part_of_shared(image, v.name, v.offset, offset - v.offset, &place.type);
    place.first = v.offset;
    place.unit = unit_of_shared(image, v.name, v.offset);
    return place;
}
} // namespace cpu_device
