// SPDX-License-Identifier: MIT
// The warps of a block: lanes that wait for one another in warp functions, and what these return.
#pragma once

#include "../check/checks.h"
#include "launch.h"
#include "turns.h"
#include "waiting.h"

namespace cpu_device
{
class warps
{
  public:
    // Both belong to the core: who can run, and by thread where it waits.
    warps(turns &all, waiting *waits) : turns_(all), waits_(waits) {}
    void block_begins(unsigned count)
    {
        for (unsigned warp = 0; warp < count; ++warp)
            at_warp_[warp] = asks_[warp] = polls_[warp] = 0;
    }
    unsigned waiting_lanes(unsigned warp) const
    {
        return at_warp_[warp];
    }

    // The thread waits for the lanes of its mask; then release() is to be called.
    void wait(unsigned thread, const waiting &here)
    {
        waits_[thread] = here;
        at_warp_[thread / warp_size] |= 1u << thread % warp_size;
        not_ready(thread);
    }
    // The block that runs.
    struct circumstances {
        grid_launch &launch;
        uint64_t block;
        bool any_ended;    // a thread, by a bad access
        checks *following; // null: the launch is not checked
    };
    // The thread has just arrived: lets the lanes of its mask continue if all of them wait.
    void release_with(unsigned thread, const circumstances &now)
    {
        release_group(thread / warp_size, thread % warp_size, now);
    }
    // A lane of the warp has exited: lets all lanes continue whose whole mask has arrived.
    void release(unsigned warp, const circumstances &now);

    // Tiles of several warps: what all of their threads bring to a call, null where a thread has none.
    struct tile_work {
        void (*work)(void *const *all, unsigned count); // null: a barrier
        void *mine;
    };
    // Lets the tile of that warp continue if all of its threads have come.
    void release_tile(unsigned warp, const circumstances &now);

    // __activemask: on a GPU, the lanes that run together. Here a lane waits until no lane of its warp can run; those
    // that wait at the same instruction then form the mask. (Instructions, not lines: a line of an inlined function
    // occurs several times.) If the others poll, perhaps for what those do next, it does not wait for them.
    void ask_active(unsigned thread, const void *pc);
    bool any_asks(unsigned warp) const // of those, the answer is still to come
    {
        return asks_[warp] != 0;
    }
    void polls(unsigned thread)
    {
        const unsigned warp = thread / warp_size;
        if (__builtin_expect(asks_[warp] != 0, false) && ++polls_[warp] > most_polls)
            answer_active(warp);
    }
    void not_ready(unsigned thread)
    {
        if (turns_.not_ready(thread) && asks_[thread / warp_size])
            answer_active(thread / warp_size);
    }

    // A call that all lanes of a warp must make, as the argument of a warp function.
    struct lane_work {
        void (*work)(void *const *lanes);
        void *mine;
    };

  private:
    [[gnu::noinline]] void answer_active(unsigned warp);
    bool tile_has_come(unsigned first, const waiting &one) const;
    // Whether the lanes of the group, which all wait, wait for the same call.
    bool is_complete(unsigned warp, const waiting &one, unsigned group, bool any_ended) const;
    unsigned release_group(unsigned warp, unsigned lane, const circumstances &now);
    uint64_t value_for(unsigned warp, unsigned lane, unsigned group, uint64_t ballot, const circumstances &now) const;
    void give_results(unsigned warp, unsigned group, const circumstances &now);

    turns &turns_;
    waiting *const waits_;
    // A bit for each lane.
    unsigned at_warp_[max_warps]; // waits for its warp
    unsigned asks_[max_warps];    // waits in __activemask()
    unsigned polls_[max_warps];   // how often other lanes have polled meanwhile
    static constexpr unsigned most_polls = 1000;
};
} // namespace cpu_device
