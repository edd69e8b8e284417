// SPDX-License-Identifier: MIT
#include "host_copies.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "../memory/host_guard.h"
#include "../platform/source_line.h"
#include "../say/host_findings.h"
#include "../say/kernel_output.h"
#include "../say/report.h"
#include "events.h"
#include "sampling.h"

namespace cpu_device
{
std::atomic<uintptr_t> remembered_begin{0}, remembered_size{0}, remembered_on_stack{UINTPTR_MAX};

namespace
{
struct run { // of bytes that were not written
    size_t begin, end;
};

bool is_near_frame(const void *address, const copy_call &call)
{
    constexpr size_t most_stack = 64 << 20;
    return (uintptr_t)address > (uintptr_t)call.frame && (uintptr_t)address - (uintptr_t)call.frame < most_stack;
}

struct host_copy {
    const char *to;
    size_t size;
    copy_call call;
    std::string from;        // what memory it was
    const char *stored_by;   // a kernel that has written any of that; null: none
    std::vector<run> runs;   // sorted, apart from one another
    size_t unwritten, first; // bytes in all of them, at first; the first of them
    bool looked_at = false;  // whether host code has read any of the copy
    bool overlaps(const char *address, size_t count) const
    {
        return address < to + size && to < address + count;
    }
    bool is_on_stack() const // or close to it
    {
        return is_near_frame(to, call);
    }
};

constexpr size_t most_copies = 64, most_runs = 1 << 16;

struct {
    std::mutex mutex;
    std::deque<host_copy> copies;    // the newest last
    std::optional<diagnosis> unseen; // the report on the first result that was never copied back
} &all = *new std::remove_reference_t<decltype(all)>;
std::atomic<bool> went_in{false}, came_back{false};

std::vector<run> unwritten_runs(const char *from, size_t size)
{
    constexpr size_t chunk = 64; // bytes that are tested together
    static const char zeros[chunk] = {};
    const arena &m = the_arena();
    std::vector<run> runs;
    for (size_t i = 0; i < size && runs.size() < most_runs;) {
        const size_t end = std::min(size, i + arena_page::size - (uintptr_t)(from + i) % arena_page::size);
        m.note_if_written(from + i);
        if (m.page_of(from + i).is_written()) {
            i = end;
            continue;
        }
        for (size_t count; i < end; i += count) {
            const char *at = from + i;
            count = (uintptr_t)at % chunk == 0 && end - i >= chunk && memcmp(at, zeros, chunk) == 0 ? chunk : 1;
            if (count == chunk && m.any_written(at, chunk))
                count = 1;
            if (count == 1 &&
                (*at != 0 ||
                 m.any_written(at, 1))) // a byte other than 0 was written by code that does not call the checks
                continue;
            if (!runs.empty() && runs.back().end == i)
                runs.back().end += count;
            else
                runs.push_back({i, i + count});
        }
    }
    return runs;
}

void set_hull()
{
    uintptr_t begin = UINTPTR_MAX, end = 0, on_stack = UINTPTR_MAX;
    for (const host_copy &c : all.copies) {
        if (c.is_on_stack())
            on_stack = std::min(on_stack, (uintptr_t)c.to);
        begin = std::min(begin, (uintptr_t)c.to);
        end = std::max(end, (uintptr_t)c.to + c.size);
    }
    remembered_size = 0;
    remembered_begin = begin;
    remembered_size = end > begin ? end - begin : 0;
    remembered_on_stack = on_stack;
    guard_host_memory(host_memory::unwritten_copies, remembered_size > 0);
}

unwritten_copy facts_of(const host_copy &c)
{
    return {c.call.function, at_line(static_cast<const char *>(c.call.caller) - 1),
            c.call.at(),     c.size,
            c.unwritten,     c.first,
            c.from,          c.stored_by};
}

// A copy that no checked host code has read: a library may have.
void forget(const host_copy &c)
{
    bool is_long = std::any_of(c.runs.begin(), c.runs.end(), [](run r) { return r.end - r.begin >= 8; });
    if (c.looked_at || !is_long)
        return;
    report_once("copy:" + at_line(c.call.caller), worded(facts_of(c)));
}

template <class Predicate> void forget_if(Predicate predicate)
{
    for (size_t i = all.copies.size(); i-- > 0;)
        if (predicate(all.copies[i])) {
            forget(all.copies[i]);
            all.copies.erase(all.copies.begin() + (ptrdiff_t)i);
        }
    set_hull();
}

void cut(std::vector<run> &runs, size_t begin, size_t end)
{
    std::vector<run> rest;
    for (run r : runs) {
        if (r.begin < std::min(r.end, begin))
            rest.push_back({r.begin, std::min(r.end, begin)});
        if (std::max(r.begin, end) < r.end)
            rest.push_back({std::max(r.begin, end), r.end});
    }
    runs.swap(rest);
}
} // namespace

source_position copy_call::at() const
{
    return reported_place(static_cast<const char *>(caller) - 1);
}

copy_call copy_from_here(const char *function, const void *caller, const void *frame)
{
    static thread_local char here;
    return {function, caller, &here, frame};
}

bool is_gone_local(const copy_call &call, const void *address, const void *frame)
{
    return call.thread == copy_from_here("", nullptr, nullptr).thread && is_near_frame(address, call) &&
           address < frame;
}

namespace
{
class host_copies final : public observer
{
    unsigned wants() const override
    {
        return nothing;
    }
    void copied(const bytes_copied &copy) override;
    void memory_ends(const allocation &a) override;
    void program_ends(bool failed) override; // `failed`: early
};

// `size` bytes were copied from an allocation to host memory, or to memory that is the host's too.
void copied_to_host(const char *to, const char *from, size_t size, const allocation *a, const copy_call &call)
{
    if (a->stored_by != nullptr)
        something_came_back();
    if (any_left_out())
        return;
    std::vector<run> runs = unwritten_runs(from, size);
    std::lock_guard<std::mutex> lock(all.mutex);
    // An older copy to the same place is dropped: of pictures one after the other, the last one counts.
    auto is_over = [&](const host_copy &c) { return c.overlaps(to, size); };
    all.copies.erase(std::remove_if(all.copies.begin(), all.copies.end(), is_over), all.copies.end());
    set_hull();
    if (runs.empty())
        return;
    size_t unwritten = 0;
    for (run r : runs)
        unwritten += r.end - r.begin;
    if (all.copies.size() == most_copies) {
        forget(all.copies.front());
        all.copies.pop_front();
    }
    size_t first = runs[0].begin;
    all.copies.push_back({to, size, call, describe(*a), a->stored_by, std::move(runs), unwritten, first});
    set_hull();
}

void host_copies::copied(const bytes_copied &copy)
{
    const allocation *origin = copy.origin, *target = copy.target;
    if (origin == nullptr && target == nullptr) // of a variable, perhaps
        something_came_back();
    if (origin == nullptr && target != nullptr)
        went_in = true;
    if (origin != nullptr)
        origin->came_back = true;
    if (origin != nullptr && is_device_memory(origin->kind) && (target == nullptr || !is_device_memory(target->kind)))
        copied_to_host(copy.to, copy.from, copy.size, origin, copy.call);
}
} // namespace

observer *make_host_copies()
{
    return new host_copies;
}

void host_memory_changes(const void *begin, size_t size)
{
    auto address = static_cast<const char *>(begin);
    std::lock_guard<std::mutex> lock(all.mutex);
    forget_if([&](const host_copy &c) { return c.overlaps(address, size); });
}

void host_accesses(const char *address, size_t size, bool writes, const void *pc, const void *frame)
{
    std::lock_guard<std::mutex> lock(all.mutex);
    const void *thread = copy_from_here("", nullptr, nullptr).thread;
    // Stacks grow downwards: for what lies below the end, the function has returned.
    if ((uintptr_t)frame > remembered_on_stack)
        forget_if([&](const host_copy &c) { return c.call.thread == thread && c.is_on_stack() && c.to < frame; });
    for (host_copy &c : all.copies) {
        if (!c.overlaps(address, size))
            continue;
        size_t begin = address > c.to ? (size_t)(address - c.to) : 0, end = begin + size;
        auto r =
            std::upper_bound(c.runs.begin(), c.runs.end(), begin, [](size_t at, run one) { return at < one.begin; });
        bool unwritten = r != c.runs.begin() && end <= std::prev(r)->end;
        if (writes) {
            if (r != c.runs.begin() || (r != c.runs.end() && r->begin < end))
                cut(c.runs, begin, end);
        } else if (size <= 16 && unwritten && std::all_of(address, address + size, [](char b) { return b == 0; })) {
            report_once("read:" + at_line(c.call.caller),
                        read_by_host(facts_of(c), begin, reported_place(pc), at_line(pc)));
            c.looked_at = true;
            c.runs.clear();
        } else {
            c.looked_at = true;
        }
    }
}

void something_came_back()
{
    came_back = true;
}

namespace
{
// An allocation is freed, or the program ends.
void host_copies::memory_ends(const allocation &a)
{
    const char *kernel = a.stored_by;
    if (kernel != nullptr && a.kind != memory_kind::device)
        something_came_back();
    if (a.kind != memory_kind::device || kernel == nullptr || a.loaded || a.came_back)
        return;
    std::lock_guard<std::mutex> lock(all.mutex);
    if (all.unseen)
        return;
    all.unseen = never_copied_back(kernel, describe(a)).where(reported_place(a.made_at));
}

void host_copies::program_ends(bool failed)
{
    the_arena().for_each_live([this](const allocation &a) { memory_ends(a); });
    std::lock_guard<std::mutex> lock(all.mutex);
    forget_if([](const host_copy &) { return true; });
    if (!failed && went_in && !came_back && !kernels_have_printed() && all.unseen && !any_left_out())
        report(*all.unseen);
}
} // namespace
} // namespace cpu_device
