// SPDX-License-Identifier: MIT
#include "atomic_calls.h"

#include <cstring>
#include <utility>

#include "core.h"

namespace cpu_device
{
void atomic_calls::begins(const announced_access &access)
{
    in_atomic_ = &access;
    b_.checker.accesses().atomic_begins(b_.current, access);
    core_.accesses.stop_if_forbidden(access);
}

void atomic_calls::give_up()
{
    if (in_atomic_ != nullptr)
        b_.checker.accesses().atomic_ends(b_.current, *in_atomic_, outcome::tried_again);
    in_atomic_ = nullptr;
}

void atomic_calls::ends(const announced_access &access, outcome is)
{
    in_atomic_ = nullptr;
    b_.copies.finish_until(access.address, [this](const async_copies::copy &c) {
        memcpy(c.to, c.from, c.size);
        b_.checker.tell(&observer::copy_arrives, c.to, c.size);
    });
    far_ahead_ = b_.checker.accesses().atomic_ends(b_.current, access, is);
    const bool of_function = std::exchange(result_may_be_unused_, false);
    if (is == outcome::tried_again) // until the next try, no other thread of the block runs (atomic_calls.h)
        return;
    if (of_function)
        others_may_run_ = true;
    else
        let_others_run();
}

void atomic_calls::let_others_run()
{
    if (std::exchange(far_ahead_, false))
        core_.accesses.let_warp_catch_up();
    else if (b_.launch->seed != 0 && b_.next_random() % 4 == 0)
        core_.yield();
}
} // namespace cpu_device
