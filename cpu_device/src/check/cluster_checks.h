// SPDX-License-Identifier: MIT
// What the checks of a cluster's blocks have in common: whose shared memory is whose, what the cluster's barrier has
// ordered, and who has accessed another block's memory.
//
// The blocks of a cluster take turns on one core (run/cluster.h), so nothing here needs a lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "../memory/block_memory.h"
#include "cell.h"
#include "shared_cells.h"
#include "vector_clock.h"

namespace cpu_device
{
// Right after the variables, where the host thread has what no kernel accesses.
bool is_past_static(const block_memory &memory, const char *address);

// The program has launched clusters.
extern std::atomic<bool> any_clusters;

class cluster_checks
{
  public:
    struct member {
        uint32_t block = 0;
        const block_memory *memory = nullptr;
        shared_cells *cells = nullptr;
        size_t dynamic_offset = 0; // as running_block has it
        bool has_ended = false;
    };
    static constexpr unsigned none = ~0u;

    cluster_checks(unsigned size, unsigned threads)
        : members_(size), visits_(size), unwritten_(size), signals_(size), threads_(threads)
    {
    }
    unsigned size() const
    {
        return (unsigned)members_.size();
    }
    unsigned threads() const // of a block
    {
        return threads_;
    }
    member &of(unsigned rank)
    {
        return members_[rank];
    }
    const member &of(unsigned rank) const
    {
        return members_[rank];
    }
    bool has(uint64_t block) const // of those that have begun
    {
        for (const member &m : members_)
            if (m.memory != nullptr && m.block == block)
                return true;
        return false;
    }
    // The block whose shared memory, or the guard after that, holds an address, by its rank.
    unsigned owner_of(const char *address) const;
    // The place of an address of block `rank` among the cells of its shared memory.
    size_t offset_in(unsigned rank, const char *address) const;

    // Whether all of its blocks have run to their ends.
    bool have_all_ended() const
    {
        for (const member &m : members_)
            if (!m.has_ended)
                return false;
        return true;
    }

    // --- accesses of another block's memory ---

    struct visit {
        shadow_value when; // empty: there was none
        const void *pc;    // the instruction
        bool writes, atomic;
        uint32_t block;
        unsigned thread; // that accessed
        size_t offset;
    };
    // The last one of a thread to the memory of a block.
    visit &visit_of(unsigned owner, unsigned rank, unsigned thread)
    {
        if (visits_[owner].empty())
            visits_[owner].resize((size_t)size() * threads_);
        return visits_[owner][(size_t)rank * threads_ + thread];
    }
    const std::vector<visit> &visits_of(unsigned owner) const
    {
        return visits_[owner];
    }
    // Atomic accesses of a block's memory, the last one of each place, until the block looks there by an atomic itself:
    // then it has seen that one, and exits after it.
    std::unordered_map<size_t, visit> &signals_to(unsigned owner)
    {
        return signals_[owner];
    }
    // Reads of bytes of a block's memory that nobody had written, if nobody does later.
    std::vector<visit> &unwritten_of(unsigned owner)
    {
        return unwritten_[owner];
    }

    // --- the cluster's barrier ---

    vector_clock arriving; // what the threads that have arrived release
    vector_clock passed;   // what all released, as of the last time that all had arrived
    void all_have_arrived()
    {
        passed = std::move(arriving);
        arriving = vector_clock();
    }

  private:
    std::vector<member> members_;
    std::vector<std::vector<visit>> visits_, unwritten_; // by owner
    std::vector<std::unordered_map<size_t, visit>> signals_;
    const unsigned threads_;
};
} // namespace cpu_device
