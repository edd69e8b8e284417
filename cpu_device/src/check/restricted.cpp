// SPDX-License-Identifier: MIT
// A kernel promises by __restrict__ that what it stores through one pointer it does not load through another. This
// check looks at launches that pass one address for two such pointers: whether they load there what they have stored. A
// kernel that first loads each element and then stores it breaks the promise, too, but no compiler makes it wrong.
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <unordered_map>

#include "../memory/arena.h"
#include "../platform/debug_info.h"
#include "../say/host_findings.h"
#include "../say/report.h"
#include "events.h"

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

// A running launch, and what it has stored and loaded through the pointer that it got twice.
struct restricted_launch {
    pointer_argument one, other;
    const char *begin;
    size_t size;
    std::unordered_map<uintptr_t, const void *> stored; // by word: the instruction
    const void *store = nullptr, *load = nullptr;       // of what was stored and then loaded
};

void report_broken(const launch_record &launch, const restricted_launch &w)
{
    if (w.load == nullptr)
        return;
    const launch_name &name = launch.name;
    report_once(
        format("restrict:%s:%d:%s", name.file, name.line, w.one.name.c_str()),
        breaks_restrict(name, describe_address(w.begin), w.one.name, w.other.name, at_line(w.store), at_line(w.load)));
}

class restricted_pointers final : public observer
{
    unsigned wants() const override
    {
        return any_.load(std::memory_order_relaxed) ? accesses : nothing;
    }
    void launch_begins(const launch_record &launch) override
    {
        if (launch.name.arguments == nullptr || !any_twice(launch))
            return;
        const std::vector<pointer_argument> all = pointer_arguments(launch.name.body_type);
        std::lock_guard<std::mutex> lock(mutex_);
        for (size_t i = 0; i < all.size(); ++i)
            for (size_t j = i + 1; j < all.size(); ++j)
                if (const char *begin = pointer_at(launch, all[i].offset);
                    all[i].is_restrict && all[j].is_restrict && begin == pointer_at(launch, all[j].offset))
                    launches_.emplace(&launch, restricted_launch{all[i], all[j], begin, bytes_from(begin), {}});
        any_ = !launches_.empty();
    }
    void access_checked(const running_block &block, unsigned, const announced_access &access, bool refused) override
    {
        if (refused)
            return;
        std::lock_guard<std::mutex> lock(mutex_);
        const auto [first, last] = launches_.equal_range(block.launch);
        for (auto it = first; it != last; ++it)
            if (restricted_launch &w = it->second; access.address >= w.begin && access.address < w.begin + w.size)
                look(w, access);
    }
    void launch_ends(const launch_record &launch) override
    {
        std::unique_lock<std::mutex> lock(mutex_);
        const auto [first, last] = launches_.equal_range(&launch);
        const std::multimap<const launch_record *, restricted_launch> ended(first, last);
        launches_.erase(first, last);
        any_ = !launches_.empty();
        lock.unlock();
        for (const auto &[of, w] : ended)
            report_broken(*of, w);
    }

    static void look(restricted_launch &w, const announced_access &access)
    {
        const auto begin = reinterpret_cast<uintptr_t>(access.address) / 4,
                   end = (reinterpret_cast<uintptr_t>(access.address) + access.size + 3) / 4;
        for (uintptr_t word = begin; word < end; ++word)
            if (writes(access.kind) && !is_atomic(access.kind)) {
                w.stored.emplace(word, access.pc);
            } else if (const auto stored = w.stored.find(word); stored != w.stored.end() && w.load == nullptr) {
                w.store = stored->second;
                w.load = access.pc;
            }
    }

    std::mutex mutex_;
    std::atomic<bool> any_{false};
    std::multimap<const launch_record *, restricted_launch> launches_;
};
} // namespace

observer *make_restricted()
{
    return new restricted_pointers;
}
} // namespace cpu_device
