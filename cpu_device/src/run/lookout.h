// SPDX-License-Identifier: MIT
// What the watch (watch.h) asks a core: whether its threads still get anywhere (spinning.h), and where they are.
#pragma once

#include <atomic>

#include "block.h"

namespace cpu_device
{
class core;

// A part of a core (core.h).
class lookout
{
  public:
    lookout(core &on, block &its) : core_(on), b_(its) {}
    void nudge(const char *instruction, const char *stack); // for spinning.h
    [[gnu::noinline, gnu::cold]] void look_at_current();
    [[gnu::noinline, gnu::cold]] void note_access(const announced_access &access);
    void describe_spinning();
    void say_threads(); // for a debugger
    [[gnu::noinline, gnu::cold]] void tell_at_barrier();
    [[gnu::noinline, gnu::cold]] void give_way();

    bool is_nudged() const
    {
        return nudged_.load(std::memory_order_relaxed);
    }

  private:
    [[gnu::noinline, gnu::cold]] uint64_t state_of_current() const;
    std::string spinning_threads(std::vector<waiting_group> &groups) const;
    source_position place_of_spinning(unsigned thread) const;
    source_position place_on_stack(unsigned thread) const;
    std::string where(unsigned other_than = turns::none) const; // each thread is, a line for each place
    void describe_where();
    [[gnu::noinline, gnu::cold]] void tell_where(bool at_barrier);

    core &core_;
    block &b_;
    // The watch has nudged the core, and a thread that spins on a plain variable yields at its loads, now and then.
    std::atomic<bool> nudged_{false};
    unsigned loads_ = 0;
    bool tells_where_ = false, all_at_barrier_ = false; // what describe_spinning() is to describe
};
} // namespace cpu_device
