// SPDX-License-Identifier: MIT
// The events of one core, as its checks get them. All calls come from the core's own host thread, for one block at a
// time.
//
// tell() brings an event (events.h) to the race check, then to the checks of registered.cpp that follow this launch.
// An access that the fast path (fast_path.h) has not recorded comes to access_begins(), and so to the checks that every
// checked launch has: whether it may be made at all, races, and reads of what nothing has written.
//
// Each event, and each access but a plain load, begins with one step: the core's last store is done now, so what was
// found about it is judged (races.h).
//
// access_begins() returns what is wrong with an access if the thread cannot go on after it. Other findings (races,
// reads of uninitialized memory) go to the launch when the block ends, and are reported when the launch ends.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "../limits.h"
#include "../memory/arena.h"
#include "../memory/block_memory.h"
#include "../platform/program_image.h"
#include "access.h"
#include "cluster_accesses.h"
#include "events.h"
#include "fast_path.h"
#include "fast_updates.h"
#include "host_copies.h"
#include "memory_names.h"
#include "races.h"
#include "unwritten_memory.h"

namespace cpu_device
{
// Whether kernels may write to no memory of the program but its __device__ variables: cpu_device_counters_guard().
extern std::atomic<bool> stores_need_variables;

class checks
{
  public:
    explicit checks(const block_memory &memory) : here_{memory} {}

    // `body_type`: of the kernel, mangled; `arguments`: of the kernel, which its threads read.
    void launch_begins(launch_record &launch, const char *body_type, const char *arguments, size_t arguments_size);
    void launch_ends(); // this core runs no more of its blocks
    void block_begins(uint64_t block);
    void block_ends(bool broken);
    // After launch_begins(): the block that comes next belongs to a cluster.
    void joins_cluster(cluster_checks &all, unsigned rank, uint64_t block);
    // The block has run to its end, before block_ends(); and, by the last one, all blocks have, after it.
    void leaves_cluster();
    void cluster_ends();

    // --- events ---

    template <class... Parameters, class... Arguments>
    void tell(void (observer::*event)(const running_block &, Parameters...), const Arguments &...arguments)
    {
        races_.judge_last_store();
        (races_.*event)(here_, arguments...);
        announce(event, arguments...);
    }
    // The thread launches a kernel: its vector clock at that moment.
    vector_clock clock_at_launch(unsigned thread)
    {
        races_.judge_last_store();
        return races_.clock_at_launch(thread);
    }
    const running_block &here() const
    {
        return here_;
    }
    race_check &races() // for questions
    {
        return races_;
    }
    const race_check &races() const
    {
        return races_;
    }

    // --- accesses ---

    fast_path &fast()
    {
        return fast_;
    }
    fast_updates &updates()
    {
        return updates_;
    }
    bool is_argument(const char *address) const // of the kernel
    {
        return (size_t)(address - arguments_) < arguments_size_;
    }
    // The thread is about to access memory other than its own stack.
    access_error access_begins(unsigned thread, const announced_access &access);
    // The same for an access through a texture or a surface.
    access_error texel_begins(unsigned thread, const announced_access &access);
    // The load that comes next goes through the cache for data that the launch only reads.
    void reads_through_cache(unsigned thread, const announced_access &access);
    // Around an atomic operation, which access_begins() has seen. The answer as of observer::atomic_ends().
    void atomic_begins(unsigned thread, const announced_access &access);
    bool atomic_ends(unsigned thread, const announced_access &access, outcome is);
    // Before a compare-and-swap; and when its thread uses the result of an atomic operation, or `certain` false: may.
    void compare_exchange(unsigned thread, const char *address)
    {
        races_.compare_exchange(here_, thread, address);
    }
    void uses_result(unsigned thread, const char *address, size_t size, bool certain);

    // --- the checks that follow the launch ---

    // Whether there are any; then the next three are to be called for each access. Whether lanes are to take turns.
    bool are_followed() const
    {
        return !following_.empty();
    }
    bool keep_lockstep() const
    {
        return (wanted_ & observer::in_step) != 0;
    }
    bool about_to_access(unsigned thread, const announced_access &access);
    void others_have_run(unsigned thread);
    void access_checked(unsigned thread, const announced_access &access, bool refused)
    {
        announce(&observer::access_checked, thread, access, refused);
    }
    // Whether each access comes to access_begins().
    bool sees_all() const
    {
        return fast_.sees_all();
    }
    void see_all(bool all)
    {
        const bool attempts = all || (wanted_ & observer::attempts) != 0;
        all |= here_.cluster != nullptr || (wanted_ & observer::accesses) != 0;
        fast_.see_all(all);
        updates_.see(all || are_followed(), attempts);
    }

  private:
    // Brings an event to the checks that follow this launch.
    template <class... Parameters, class... Arguments>
    void announce(void (observer::*event)(const running_block &, Parameters...), const Arguments &...arguments)
    {
        for (observer *c : following_)
            (c->*event)(here_, arguments...);
    }
    announced_access in_place(announced_access access) const
    {
        access.address = here_.in_place(access.address);
        return access;
    }
    void check_stale_load(unsigned thread, const announced_access &access);
    void find_followers();
    void on_global_access(unsigned thread, const announced_access &access);
    access_error access_in_arena(unsigned thread, const announced_access &access);
    access_error access_elsewhere(unsigned thread, const announced_access &access);

    running_block here_;
    const char *arguments_ = nullptr;
    size_t arguments_size_ = 0;
    single_findings single_; // of this block
    unwritten_memory unwritten_{single_};
    fast_path fast_{here_};
    fast_updates updates_{here_, fast_.parts()};
    race_check races_{fast_.parts()};
    cluster_accesses in_cluster_{races_};
    std::vector<observer *> of_core_;   // those of registered.cpp, or their parts for this core
    std::vector<observer *> following_; // those that want something of this launch
    unsigned wanted_ = 0;               // by any of them
};

inline void checks::reads_through_cache(unsigned thread, const announced_access &access)
{
    if (!in_checked_arena(access.address) ||
        races_.may_have_stored(checked_page(access.address), access.address, access.size))
        check_stale_load(thread, access);
}

} // namespace cpu_device
