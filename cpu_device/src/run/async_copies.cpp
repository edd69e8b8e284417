// SPDX-License-Identifier: MIT
#include "async_copies.h"

#include "core.h"

namespace cpu_device
{
void async_copies::begin(unsigned thread, copy what)
{
    by_thread_.resize(max_threads);
    what.batch = by_thread_[thread].batches;
    by_thread_[thread].under_way.push_back(what);
}

void async_copies::commit(unsigned thread)
{
    if (!by_thread_.empty())
        ++by_thread_[thread].batches;
}

void async_copies::begin_until(const char *barrier, const copy &what)
{
    auto of_barrier = [=](const until &u) { return u.barrier == barrier; };
    auto found = std::find_if(by_barrier_.begin(), by_barrier_.end(), of_barrier);
    if (found == by_barrier_.end())
        found = by_barrier_.insert(found, {barrier, false, {}});
    if (found->under_way.empty())
        found->phase = phase_of(barrier);
    found->under_way.push_back(what);
}

std::vector<async_copies::copy> async_copies::take_uncommitted(unsigned thread)
{
    if (by_thread_.empty())
        return {};
    std::vector<copy> &all = by_thread_[thread].under_way;
    const unsigned batch = by_thread_[thread].batches;
    const auto first = std::find_if(all.begin(), all.end(), [=](const copy &c) { return c.batch == batch; });
    std::vector<copy> taken(first, all.end());
    all.erase(first, all.end());
    return taken;
}

// --- of a core ---

// False: the copy is made at once.
bool core::announce_copy(char *to, const char *from, size_t size, const void *pc, size_t alignment)
{
    if (b_.checking) {
        touch({access::read, from, size, alignment, pc});
        touch({access::write, to, size, alignment, pc}); // it may write from now on, at any time
    }
    if (!b_.memory.holds(to) || b_.memory.holds(from)) { // a GPU does so too
        memcpy(to, from, size);
        return false;
    }
    return true;
}

void core::begin_copy(char *to, const char *from, size_t size, const void *pc, size_t alignment)
{
    if (!announce_copy(to, from, size, pc, alignment))
        return;
    memset(to, poison, size);
    if (b_.checking)
        b_.checker.tell(&observer::copy_begins, to, size);
    copies_.begin(b_.current, {to, from, size, pc});
}

// With the checks off, no call follows a barrier's atomic operations.
void core::begin_copy_until(char *to, const char *from, size_t size, const void *pc, const char *barrier)
{
    if (!announce_copy(to, from, size, pc, 1))
        return;
    if (!b_.checking || barrier == nullptr || !b_.memory.holds(barrier)) {
        memcpy(to, from, size);
        return;
    }
    memset(to, poison, size);
    b_.checker.tell(&observer::copy_begins, to, size);
    copies_.begin_until(barrier, {to, from, size, pc});
}

void core::commit_copies()
{
    copies_.commit(b_.current);
}

void core::finish_copies(unsigned batches)
{
    copies_.finish(b_.current, batches, [this](const async_copies::copy &c) {
        // The copy's accesses last until now. They were announced when it began, and are counted once.
        for (const announced_access &last : {announced_access{access::read, c.from, c.size, 1, c.pc},
                                             announced_access{access::write, c.to, c.size, 1, c.pc}})
            if (wrong is = b_.checking ? b_.checker.access_begins(b_.current, last) : wrong::nothing;
                is != wrong::nothing)
                refuse(is, last);
        memcpy(c.to, c.from, c.size);
    });
}

// The threads that wait for the stage are ordered after each commit, so what arrives with the last one needs no check
// of its own.
void core::commit_stage(const void *stage, unsigned producers)
{
    copies_.commit_stage(b_.current, stage, producers, [this](const async_copies::copy &c) {
        memcpy(c.to, c.from, c.size);
        if (b_.checking)
            b_.checker.tell(&observer::copy_arrives, c.to, c.size);
    });
}

void core::commit_copies_until(const char *barrier)
{
    for (const async_copies::copy &c : copies_.take_uncommitted(b_.current))
        if (b_.checking && b_.memory.holds(barrier)) {
            copies_.begin_until(barrier, c);
        } else {
            memcpy(c.to, c.from, c.size);
            if (b_.checking)
                b_.checker.tell(&observer::copy_arrives, c.to, c.size);
        }
}
} // namespace cpu_device
