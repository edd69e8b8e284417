// SPDX-License-Identifier: MIT
// The checks of an access that every checked launch has: whether it may be made at all, races, and reads of what
// nothing has written. The fast path (fast_path.h) comes before.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../memory/arena.h"
#include "access.h"
#include "cluster_accesses.h"
#include "events.h"
#include "followers.h"
#include "host_copies.h"
#include "memory_names.h"
#include "race_parts.h"
#include "races.h"
#include "unwritten_memory.h"

namespace cpu_device
{
// Whether kernels may write to no memory of the program but its __device__ variables: cpu_device_counters_guard().
extern std::atomic<bool> stores_need_variables;

// One for each core.
class access_checks
{
  public:
    access_checks(const running_block &here, race_parts &parts, race_check &races, const followers &following)
        : here_(here), parts_(parts), races_(races), following_(following)
    {
    }
    void launch_begins(const char *arguments, size_t size) // of the kernel
    {
        arguments_ = arguments;
        arguments_size_ = size;
    }
    void block_begins()
    {
        unwritten_.block_begins();
    }
    void block_ends(std::vector<finding> &found); // adds what it has found
    cluster_accesses &in_cluster()
    {
        return in_cluster_;
    }

    bool is_argument(const char *address) const // of the kernel
    {
        return (size_t)(address - arguments_) < arguments_size_;
    }
    // The thread is about to access memory other than its own stack. Returns what is wrong with it if the thread cannot
    // go on after it.
    access_error begins(unsigned thread, const announced_access &access);
    // The same for an access through a texture or a surface.
    access_error texel_begins(unsigned thread, const announced_access &access);
    // The load that comes next goes through the cache for data that the launch only reads.
    void reads_through_cache(unsigned thread, const announced_access &access)
    {
        if (!in_checked_arena(access.address) ||
            races_.may_have_stored(checked_page(access.address), access.address, access.size))
            check_stale_load(thread, access);
    }
    // Around an atomic operation, which begins() has seen. The answer as of observer::atomic_ends().
    void atomic_begins(unsigned thread, const announced_access &access);
    bool atomic_ends(unsigned thread, const announced_access &access, outcome is);
    // Before a compare-and-swap; and when its thread uses the result of an atomic operation, or `certain` false: may.
    void compare_exchange(unsigned thread, const char *address)
    {
        races_.compare_exchange(here_, thread, address);
    }
    void uses_result(unsigned thread, const char *address, size_t size, bool certain);

  private:
    announced_access in_place(announced_access access) const
    {
        access.address = here_.in_place(access.address);
        return access;
    }
    void check_stale_load(unsigned thread, const announced_access &access);
    void on_global_access(unsigned thread, const announced_access &access);
    access_error access_in_arena(unsigned thread, const announced_access &access);
    access_error access_elsewhere(unsigned thread, const announced_access &access);

    const running_block &here_;
    race_parts &parts_;
    race_check &races_;
    const followers &following_;
    const char *arguments_ = nullptr;
    size_t arguments_size_ = 0;
    single_findings single_; // of this block
    unwritten_memory unwritten_{single_};
    cluster_accesses in_cluster_{races_};
};
} // namespace cpu_device
