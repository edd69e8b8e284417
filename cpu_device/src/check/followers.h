// SPDX-License-Identifier: MIT
// The checks of registered.cpp that follow a launch: those that want something of it.
#pragma once

#include <vector>

#include "events.h"

namespace cpu_device
{
// One for each core.
class followers
{
  public:
    void find();
    bool any() const // then the events of each access are to be announced, too
    {
        return !following_.empty();
    }
    bool want(unsigned events) const // observer::in_step and its kin
    {
        return (wanted_ & events) != 0;
    }
    template <class... Parameters, class... Arguments>
    void announce(void (observer::*event)(const running_block &, Parameters...), const running_block &here,
                  const Arguments &...arguments) const
    {
        for (observer *c : following_)
            (c->*event)(here, arguments...);
    }
    // Whether the thread is far ahead of others.
    bool access_begins(const running_block &here, unsigned thread, const announced_access &access) const;
    bool atomic_ends(const running_block &here, unsigned thread, const announced_access &access, outcome is) const;
    void others_have_run(unsigned thread) const;

  private:
    std::vector<observer *> of_core_; // all checks, or their parts for this core
    std::vector<observer *> following_;
    unsigned wanted_ = 0; // by any of them
};
} // namespace cpu_device
