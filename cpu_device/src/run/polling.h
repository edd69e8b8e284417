// SPDX-License-Identifier: MIT
// Threads that poll: they let others run until the value that they read changes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "../limits.h"

namespace cpu_device
{
class polling
{
  public:
    void block_begins()
    {
        any_ = false;
    }
    bool any() const // thread has polled since the block began
    {
        return any_;
    }
    // A thread has seen that value there; until end().
    void begin(unsigned thread, unsigned threads, const volatile void *address, const void *seen, size_t size)
    {
        if (!any_)
            std::fill_n(looks_, threads, look());
        any_ = true;
        looks_[thread] = {address, 0, (uint8_t)size};
        memcpy(&looks_[thread].seen, seen, size);
    }
    void end(unsigned thread)
    {
        looks_[thread].address = nullptr;
    }
    // Whether the value that a thread polls is unchanged. The thread may wait for something else too, so now and then
    // it runs anyway.
    bool is_in_vain(unsigned thread)
    {
        constexpr uint8_t most_turns = 16;
        look &l = looks_[thread];
        if (l.address == nullptr || ++l.turns == most_turns)
            return false;
        switch (l.size) {
        case 2: return __atomic_load_n(static_cast<const volatile uint16_t *>(l.address), __ATOMIC_RELAXED) == l.seen;
        case 4: return __atomic_load_n(static_cast<const volatile uint32_t *>(l.address), __ATOMIC_RELAXED) == l.seen;
        default: return __atomic_load_n(static_cast<const volatile uint64_t *>(l.address), __ATOMIC_RELAXED) == l.seen;
        }
    }

  private:
    struct look {
        const volatile void *address; // null: it does not poll
        uint64_t seen;
        uint8_t size;      // bytes
        uint8_t turns = 0; // in a row that it has skipped
    };
    bool any_ = false;
    look looks_[max_threads];
};
} // namespace cpu_device
