// SPDX-License-Identifier: MIT
// The running thread of a core, as the fast path of its accesses asks about it (check/fast_path.h).
#pragma once

#include "core.h"

namespace cpu_device
{
class running_thread
{
  public:
    explicit running_thread(core &on) : core_(on) {}
    unsigned number() const // in its block
    {
        return core_.rank();
    }
    // A variable of its own; a load also of the kernel's arguments, of which each thread begins with a copy.
    template <bool store> [[gnu::always_inline]] bool owns(const char *address) const
    {
        return (core_.is_on_stack(address) && core_.is_own(address)) ||
               (!store && core_.its_checks().accesses().is_argument(address));
    }
    template <bool store, size_t size> void check(const char *address, const void *caller) const
    {
        core_.accesses.on_access(announced_plain<store, size>(address, caller));
    }

  private:
    core &core_;
};
} // namespace cpu_device
