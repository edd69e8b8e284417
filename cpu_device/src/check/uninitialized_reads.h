// SPDX-License-Identifier: MIT
// Reads of shared memory that no thread of the block has written yet.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "access.h"
#include "clocks.h"
#include "cluster_checks.h"
#include "conflicts.h"
#include "events.h"
#include "shadow.h"

namespace cpu_device
{
// One for each core, about the epoch that its block is in.
class uninitialized_reads
{
  public:
    uninitialized_reads(const block_clocks &clocks, conflicts &pairs, const shadow &recorded)
        : clocks_(clocks), conflicts_(pairs), shadow_(recorded)
    {
    }
    // In a cluster, other blocks may write there without a barrier of this one: such reads wait for the cluster's end.
    void launch_begins()
    {
        cluster_ = nullptr;
    }
    void joins_cluster(cluster_checks &all, unsigned rank)
    {
        cluster_ = &all;
        rank_ = rank;
    }
    // Whether a block other than that one has stored there. That is a race, which is reported as one.
    bool others_store(const cell &c, size_t offset, uint32_t block) const;
    // After an access of shared memory was recorded. `written`: some of its bytes were, before.
    void accessed(unsigned thread, const announced_access &access, size_t offset, bool written);
    void uses_exchanged(unsigned thread); // what the thread's last exchange has found: that was a read
    void report();                        // at the end of an epoch
    void forget()
    {
        all_.clear();
        exchanged_.clear();
    }

  private:
    struct one_read {
        size_t offset;
        const void *pc;
        unsigned thread;
        bool atomic;
        bool is_volatile;
        bool of_copy; // the memory is the destination of an asynchronous copy that the thread has not waited for
    };
    // In this epoch; of an atomic or volatile access those that race with it and are reported.
    std::vector<shadow_value> stores_of_others(const one_read &r) const;
    void add(const one_read &r);

    const block_clocks &clocks_;
    conflicts &conflicts_;
    const shadow &shadow_;
    std::vector<one_read> all_;
    cluster_checks *cluster_ = nullptr; // null: the block is in none
    unsigned rank_ = 0;
    std::unordered_map<unsigned, one_read> exchanged_; // by thread: its last exchange, if that is one
};
} // namespace cpu_device
