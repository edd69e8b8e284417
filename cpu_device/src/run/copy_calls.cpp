// SPDX-License-Identifier: MIT
#include "copy_calls.h"

#include <cstring>

#include "core.h"

namespace cpu_device
{
// False: the copy is made at once.
bool copy_calls::announce_copy(char *to, const char *from, size_t size, const void *pc, size_t alignment)
{
    if (b_.checking) {
        core_.accesses.on_access({access::read, from, size, alignment, pc});
        core_.accesses.on_access({access::write, to, size, alignment, pc}); // it may write from now on, at any time
    }
    if (!b_.memory.holds(to) || b_.memory.holds(from)) { // a GPU does so too
        memcpy(to, from, size);
        return false;
    }
    return true;
}

void copy_calls::begin_copy(char *to, const char *from, size_t size, const void *pc, size_t alignment)
{
    if (!announce_copy(to, from, size, pc, alignment))
        return;
    memset(to, poison, size);
    if (b_.checking)
        b_.checker.tell(&observer::copy_begins, to, size);
    b_.copies.begin(b_.current, {to, from, size, pc});
}

// With the checks off, no call follows a barrier's atomic operations.
void copy_calls::begin_copy_until(char *to, const char *from, size_t size, const void *pc, const char *barrier)
{
    if (!announce_copy(to, from, size, pc, 1))
        return;
    if (!b_.checking || barrier == nullptr || !b_.memory.holds(barrier)) {
        memcpy(to, from, size);
        return;
    }
    memset(to, poison, size);
    b_.checker.tell(&observer::copy_begins, to, size);
    b_.copies.begin_until(barrier, {to, from, size, pc});
}

void copy_calls::commit_copies()
{
    b_.copies.commit(b_.current);
}

void copy_calls::finish_copies(unsigned batches)
{
    b_.copies.finish(b_.current, batches, [this](const async_copies::copy &c) {
        // The copy's accesses last until now. They were announced when it began, and are counted once.
        for (const announced_access &last : {announced_access{access::read, c.from, c.size, 1, c.pc},
                                             announced_access{access::write, c.to, c.size, 1, c.pc}})
            if (access_error error =
                    b_.checking ? b_.checker.accesses().begins(b_.current, last) : access_error::nothing;
                error != access_error::nothing)
                core_.ending.refuse(error, last);
        memcpy(c.to, c.from, c.size);
    });
}

// The threads that wait for the stage are ordered after each commit, so what arrives with the last one needs no check
// of its own.
void copy_calls::commit_stage(const void *stage, unsigned producers)
{
    b_.copies.commit_stage(b_.current, stage, producers, [this](const async_copies::copy &c) {
        memcpy(c.to, c.from, c.size);
        if (b_.checking)
            b_.checker.tell(&observer::copy_arrives, c.to, c.size);
    });
}

void copy_calls::commit_copies_until(const char *barrier)
{
    for (const async_copies::copy &c : b_.copies.take_uncommitted(b_.current))
        if (b_.checking && b_.memory.holds(barrier)) {
            b_.copies.begin_until(barrier, c);
        } else {
            memcpy(c.to, c.from, c.size);
            if (b_.checking)
                b_.checker.tell(&observer::copy_arrives, c.to, c.size);
        }
}
} // namespace cpu_device
