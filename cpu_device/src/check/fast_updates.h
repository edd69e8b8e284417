// SPDX-License-Identifier: MIT
// The fast path of atomic updates by CUDA's functions, as fast_path.h is that of plain loads and stores.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../memory/arena.h"
#include "access.h"
#include "events.h"
#include "fast_memory.h"
#include "race_parts.h"

namespace cpu_device
{
// One for each core.
class fast_updates
{
  public:
    fast_updates(const running_block &here, race_parts &parts) : here_(here), parts_(parts) {}
    // Whether each access goes to access_checks::begins(), or other checks follow the launch; and whether each update
    // of shared memory goes there.
    void see(bool all, bool attempts)
    {
        seeing_all_ = all;
        seeing_attempts_ = attempts;
    }
    // Before an update: update::checked for one of shared memory where nothing else happens between barriers,
    // update::alone for one of global memory where the launch has updated before.
    update begins(unsigned thread, const char *address, size_t size, const void *pc, bool of_block)
    {
        if (!of_block && is_alone(thread, address, size, pc))
            return update::alone;
        size_t offset;
        if (seeing_attempts_ || here_.cluster != nullptr || !here_.in_shared(address, size, offset))
            return update::unchecked;
        parts_.found.judge_last_store();
        return parts_.update_quickly(thread, offset, size, pc) ? update::checked : update::unchecked;
    }
    // After one that was alone. If another core's thread has fenced since, the value may have come with what that
    // thread released.
    void ends_alone(unsigned thread, const char *address)
    {
        if (parts_.clocks.atomics_order_nothing())
            return;
        parts_.clocks.atomic_begins(thread, address, false);
        parts_.clocks.atomic_ends(thread, address, false, true);
    }

  private:
    // Whether the launch has made only atomic operations on these words, the last one of device scope. Then the memory
    // is known, too, and all around the update may be left out.
    bool is_alone(unsigned thread, const char *address, size_t size, const void *pc);

    const running_block &here_;
    race_parts &parts_;
    bool seeing_all_ = false, seeing_attempts_ = false;
};
} // namespace cpu_device
