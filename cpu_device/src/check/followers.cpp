// SPDX-License-Identifier: MIT
#include "followers.h"

namespace cpu_device
{
void followers::find()
{
    following_.clear();
    wanted_ = 0;
    if (of_core_.empty())
        for (observer *c : all_observers())
            of_core_.push_back(c->for_core());
    for (observer *c : of_core_)
        if (const unsigned wants = c->wants()) {
            following_.push_back(c);
            wanted_ |= wants;
        }
}

bool followers::access_begins(const running_block &here, unsigned thread, const announced_access &access) const
{
    bool far_ahead = false;
    for (observer *c : following_)
        far_ahead |= c->access_begins(here, thread, access);
    return far_ahead;
}

bool followers::atomic_ends(const running_block &here, unsigned thread, const announced_access &access,
                            outcome is) const
{
    bool far_ahead = false;
    for (observer *c : following_)
        far_ahead |= c->atomic_ends(here, thread, access, is);
    return far_ahead;
}

void followers::others_have_run(unsigned thread) const
{
    for (observer *c : following_)
        c->others_have_run(thread);
}
} // namespace cpu_device
