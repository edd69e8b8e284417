// SPDX-License-Identifier: MIT
// A block as a member of its cluster: its threads at the cluster's barrier, and the turns of the blocks.
#pragma once

#include "block.h"
#include "cluster.h"

namespace cpu_device
{
class core;

// A part of a core (core.h).
class cluster_member
{
  public:
    cluster_member(core &on, block &its) : core_(on), b_(its) {}
    // After that: the block that it runs next is one of a cluster.
    void joins(cluster &all, unsigned rank);
    // A cluster's barrier, where the block is in one; else the block's.
    void arrive_in_cluster(bool relaxed, const char *file, int line);
    void wait_for_cluster(const char *file, int line);
    void sync_cluster(const char *file, int line); // both
    cluster *all() const                           // null: it is in none
    {
        return cluster_;
    }
    unsigned rank() const
    {
        return rank_;
    }
    bool any_waits() const // thread for the cluster
    {
        return waiting_ > 0;
    }
    void launch_begins()
    {
        cluster_ = nullptr;
    }
    void block_begins()
    {
        waiting_ = 0;
        if (cluster_ != nullptr)
            std::fill_n(arrived_, b_.order.threads, 0);
        else
            b_.turn = b_.number;
    }
    void let_other_blocks_run();
    // All threads of the block wait, some of them for the cluster.
    void wait_for_other_blocks();
    void take_leave_of_cluster(unsigned thread);

  private:
    void cluster_may_have_met();
    void release_cluster_waiters();
    void warn_of_missing();
    [[noreturn, gnu::cold]] void wrong_cluster_barrier(const char *subject, const char *file, int line);
    bool waits_in_cluster(unsigned thread) const
    {
        return b_.at_cluster[thread / warp_size] >> thread % warp_size & 1;
    }

    core &core_;
    block &b_;
    cluster *cluster_ = nullptr;      // null: it is in none
    unsigned rank_ = 0, waiting_ = 0; // the second: how many threads wait for the cluster
    // By thread: how often the barrier has opened when the one that it has arrived at has; 0: it has arrived at none.
    unsigned arrived_[max_threads];
};
} // namespace cpu_device
