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

// --- of a core ---

// False: the copy is made at once.
bool core::announce_copy(char *to, const char *from, size_t size, const void *pc)
{
    if (checking_) {
        touch(access::read, from, size, 1, pc);
        touch(access::write, to, size, 1, pc); // it may write from now on, at any time
    }
    if (!memory_.holds(to) || memory_.holds(from)) { // a GPU does so too
        memcpy(to, from, size);
        return false;
    }
    return true;
}

void core::begin_copy(char *to, const char *from, size_t size, const void *pc)
{
    if (!announce_copy(to, from, size, pc))
        return;
    memset(to, poison, size);
    if (checking_)
        checks_.not_written(to, size);
    copies_.begin(current_, {to, from, size, pc});
}

// With the checks off, no call follows a barrier's atomic operations.
void core::begin_copy_until(char *to, const char *from, size_t size, const void *pc, const char *barrier)
{
    if (!announce_copy(to, from, size, pc))
        return;
    if (!checking_ || barrier == nullptr || !memory_.holds(barrier)) {
        memcpy(to, from, size);
        return;
    }
    memset(to, poison, size);
    checks_.not_written(to, size);
    copies_.begin_until(barrier, {to, from, size, pc});
}

void core::commit_copies()
{
    copies_.commit(current_);
}

void core::finish_copies(unsigned batches)
{
    copies_.finish(current_, batches, [this](const async_copies::copy &c) {
        if (checking_) {
            touch(access::read, c.from, c.size, 1, c.pc);
            touch(access::write, c.to, c.size, 1, c.pc);
        }
        memcpy(c.to, c.from, c.size);
    });
}
} // namespace cpu_device
