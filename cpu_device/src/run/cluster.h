// SPDX-License-Identifier: MIT
// A cluster: blocks that are under way together, wait for one another and access each other's shared memory.
//
// Each of its blocks has a host thread, as those of a cooperative launch have (resident_blocks.h). All blocks of a
// cluster take turns on one core, so that only one of them runs at a time; with a seed, in another order. A core has one
// cluster at a time.
//
// Threads, not blocks, arrive at the cluster's barrier and wait there. It opens when every thread of the cluster that has
// not exited has arrived.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "../../include/vector_types.h"
#include "../check/cluster_checks.h"
#include "resident_blocks.h"

namespace cpu_device
{
class core;
struct grid_launch;

constexpr unsigned portable_cluster = 8, most_in_cluster = 16; // blocks

class cluster
{
  public:
    cluster(const grid_launch &launch, uint64_t number);

    unsigned size() const // blocks
    {
        return (unsigned)members_.size();
    }
    uint64_t block(unsigned rank) const // its number in the grid
    {
        return members_[rank].block;
    }
    core &member(unsigned rank) const
    {
        return *members_[rank].on;
    }
    resident_blocks &turns()
    {
        return turns_;
    }
    cluster_checks &checks()
    {
        return checks_;
    }
    // The core of a block is prepared. Waits for those of all others.
    void joins(unsigned rank, core &on);

    // --- the barrier, by the block that runs ---

    unsigned times_open() const // how often it has opened
    {
        return times_open_;
    }
    // A thread of a block arrives; so many of the block's threads are live.
    void arrives(unsigned rank, unsigned live);
    void exits(unsigned rank, unsigned live, bool had_arrived); // a thread
    void ends(unsigned rank);                                   // a block
    // How many threads of the cluster had exited, without having arrived, when it opened last.
    unsigned missed_it() const
    {
        return missed_it_;
    }
    bool has_ended(unsigned rank) const
    {
        return members_[rank].live == 0;
    }
    unsigned threads() const
    {
        return threads_ * size();
    }
    std::string text() const; // "kernel k, cluster (1,0,0) of 4 blocks"

  private:
    struct member_state {
        uint64_t block = 0;
        core *on = nullptr;
        unsigned live = 0, arrived = 0; // threads; of those that are live
        unsigned gone = 0;              // that had arrived, and have exited since
    };
    void open_if_complete();

    const grid_launch &launch_;
    const uint64_t number_;
    const unsigned threads_; // of a block
    std::vector<member_state> members_; // by rank
    resident_blocks turns_;
    cluster_checks checks_;
    std::mutex mutex_; // of joined_
    std::condition_variable all_joined_;
    unsigned joined_ = 0;
    unsigned times_open_ = 0, missed_it_ = 0;
};

// The clusters of a launch.
class clusters
{
  public:
    clusters(const dim3 &shape, uint64_t count, unsigned cores) : shape_(shape), count_(count), cores_(cores) {}
    const dim3 &shape() const // of one, in blocks
    {
        return shape_;
    }
    unsigned size() const
    {
        return shape_.x * shape_.y * shape_.z;
    }
    uint64_t count() const
    {
        return count_;
    }
    unsigned cores() const // that take part
    {
        return cores_;
    }
    void begins(cluster &one);
    void ends(cluster &one);
    void break_up(); // the launch has ended with an error

  private:
    const dim3 shape_;
    const uint64_t count_;
    const unsigned cores_;
    std::mutex mutex_;
    std::set<cluster *> under_way_;
    bool broken_ = false;
};
// For so many threads, in all blocks, one core alone has the stacks.
bool needs_many_stacks(unsigned threads);
} // namespace cpu_device
