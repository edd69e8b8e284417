// SPDX-License-Identifier: MIT
#include "cluster.h"

#include <algorithm>

#include "../limits.h"
#include "../say/report.h"
#include "block_threads.h"
#include "device.h"

namespace cpu_device
{
bool needs_many_stacks(unsigned threads)
{
    return threads > resident_threads();
}

void grid_launch::set_clusters(const dim3 &shape)
{
    const uint64_t count = blocks() / (shape.x * shape.y * shape.z);
    const bool alone = needs_many_stacks(shape.x * shape.y * shape.z * threads());
    in_clusters =
        std::make_unique<clusters>(shape, count, alone ? 1 : (unsigned)std::min<uint64_t>(count, the_device().cores()));
}

static dim3 clusters_in(const grid_launch &launch)
{
    const dim3 &grid = launch.grid(), &shape = launch.in_clusters->shape();
    return dim3(grid.x / shape.x, grid.y / shape.y, grid.z / shape.z);
}

static dim3 index_of(const dim3 &size, uint64_t number)
{
    return dim3((unsigned)(number % size.x), (unsigned)(number / size.x % size.y),
                (unsigned)(number / size.x / size.y));
}

cluster::cluster(const grid_launch &launch, uint64_t number)
    : launch_(launch), number_(number), threads_(launch.threads()), members_(launch.in_clusters->size()),
      turns_(launch.in_clusters->size(), 1, launch.seed == 0 ? 0 : mix(launch.seed ^ mix(number))),
      checks_(launch.in_clusters->size(), launch.threads())
{
    const dim3 &grid = launch.grid(), &shape = launch.in_clusters->shape(), at = index_of(clusters_in(launch), number);
    for (unsigned rank = 0; rank < size(); ++rank) {
        const dim3 within = index_of(shape, rank);
        const uint64_t x = at.x * shape.x + within.x, y = at.y * shape.y + within.y, z = at.z * shape.z + within.z;
        members_[rank].block = x + grid.x * (y + grid.y * z);
        members_[rank].live = threads_;
    }
}

void cluster::joins(unsigned rank, core &on)
{
    std::unique_lock<std::mutex> lock(mutex_);
    members_[rank].on = &on;
    if (++joined_ == size())
        all_joined_.notify_all();
    while (joined_ != size())
        wait_in_block(lock, all_joined_);
}

std::string cluster::text() const
{
    const dim3 at = index_of(clusters_in(launch_), number_);
    return format("kernel %s, cluster (%u,%u,%u) of %u blocks", launch_.kernel.name, at.x, at.y, at.z, size());
}

void cluster::arrives(unsigned rank, unsigned live)
{
    members_[rank].live = live;
    ++members_[rank].arrived;
    open_if_complete();
}

void cluster::exits(unsigned rank, unsigned live, bool had_arrived)
{
    members_[rank].live = live;
    members_[rank].arrived -= had_arrived;
    members_[rank].gone += had_arrived;
    open_if_complete();
}

void cluster::ends(unsigned rank)
{
    members_[rank].live = members_[rank].arrived = 0;
    open_if_complete();
}

void cluster::open_if_complete()
{
    unsigned live = 0, arrived = 0, gone = 0;
    for (const member_state &m : members_) {
        live += m.live;
        arrived += m.arrived;
        gone += m.gone;
    }
    if (arrived == 0 || arrived < live)
        return;
    missed_it_ = threads() - live - gone;
    for (member_state &m : members_)
        m.arrived = m.gone = 0;
    checks_.all_have_arrived();
    ++times_open_;
    for (unsigned rank = 0; rank < size(); ++rank)
        turns_.wake(rank);
}

// --- all of a launch ---

void clusters::begins(cluster &one)
{
    std::lock_guard<std::mutex> lock(mutex_);
    under_way_.insert(&one);
    if (broken_)
        one.turns().break_up();
}

void clusters::ends(cluster &one)
{
    std::lock_guard<std::mutex> lock(mutex_);
    under_way_.erase(&one);
}

void clusters::break_up()
{
    std::lock_guard<std::mutex> lock(mutex_);
    broken_ = true;
    for (cluster *one : under_way_)
        one->turns().break_up();
}
} // namespace cpu_device
