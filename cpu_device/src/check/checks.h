// SPDX-License-Identifier: MIT
// The events of one core, as its checks get them. All calls come from the core's own host thread, for one block at a
// time.
//
// tell() brings an event (events.h) to the race check, then to the checks of registered.cpp that follow this launch.
// An access that the fast path (fast_path.h) has not recorded comes to access_checks.h.
//
// Each event, and each access but a plain load, begins with one step: the core's last store is done now, so what was
// found about it is judged (races.h).
//
// Findings (races, reads of uninitialized memory) go to the launch when the block ends, and are reported when the
// launch ends.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../memory/block_memory.h"
#include "access.h"
#include "access_checks.h"
#include "events.h"
#include "fast_path.h"
#include "fast_updates.h"
#include "followers.h"
#include "races.h"

namespace cpu_device
{
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
        following_.announce(event, here_, arguments...);
    }
    // The thread launches a kernel: its vector clock at that moment.
    vector_clock clock_at_launch(unsigned thread)
    {
        races_.judge_last_store();
        return races_.clocks().clock_at_launch(thread);
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
    access_checks &accesses()
    {
        return accesses_;
    }

    // --- the checks that follow the launch ---

    const followers &following() const
    {
        return following_;
    }
    // Whether each access comes to access_checks::begins().
    bool sees_all() const
    {
        return fast_.sees_all();
    }
    void see_all(bool all)
    {
        const bool attempts = all || following_.want(observer::attempts);
        all |= here_.cluster != nullptr || following_.want(observer::accesses);
        fast_.see_all(all);
        updates_.see(all || following_.any(), attempts);
    }

  private:
    running_block here_;
    followers following_; // of this launch
    fast_path fast_{here_};
    fast_updates updates_{here_, fast_.parts()};
    race_check races_{fast_.parts()};
    access_checks accesses_{here_, fast_.parts(), races_, following_};
};
} // namespace cpu_device
