// SPDX-License-Identifier: MIT
#include "cluster_member.h"

#include <cstring>

#include "../check/events.h"
#include "../platform/source_line.h"
#include "../say/kernel_findings.h"
#include "../say/report.h"
#include "../say/trace_page.h"
#include "core.h"

namespace cpu_device
{
void cluster_member::joins(cluster &all, unsigned rank)
{
    cluster_ = &all;
    rank_ = rank;
    b_.with = &all.turns();
    b_.turn = rank;
    if (b_.checking)
        b_.checker.joins_cluster(all.checks(), rank, all.block(rank));
    all.joins(rank, core_);
}

void cluster_member::wrong_cluster_barrier(const char *subject, const char *file, int line)
{
    core_.ending.break_off(cudaErrorLaunchFailure, [=] {
        return arrives_out_of_turn(b_.diagnose(report_kind::wrong_cluster_barrier, {}, subject), {file, line});
    });
}

// --- a thread arrives, and waits ---

void cluster_member::arrive_in_cluster(bool relaxed, const char *file, int line)
{
    if (cluster_ == nullptr) // it waits for its block instead
        return;
    if (b_.checking && b_.checker.following().any())
        core_.accesses.announce_wait(trace_barrier + cpu_device_barrier_cluster, file, line);
    b_.leave_sweep();
    b_.progress();
    if (arrived_[b_.current] != 0)
        wrong_cluster_barrier("a thread arrives twice at the barrier of its cluster", file, line);
    arrived_[b_.current] = cluster_->times_open() + 1;
    if (b_.checking)
        b_.checker.tell(&observer::arrives_in_cluster, b_.current, relaxed);
    if (!waits_in_cluster(b_.current))
        b_.waits[b_.current] = {file, line, true, (uint8_t)cpu_device_barrier_cluster, 0, 0, 0};
    cluster_->arrives(rank_, b_.order.live_threads);
    cluster_may_have_met();
}

void cluster_member::wait_for_cluster(const char *file, int line)
{
    if (cluster_ == nullptr) {
        core_.barriers.barrier(cpu_device_barrier_group, false, file, line);
        return;
    }
    b_.leave_sweep();
    if (arrived_[b_.current] == 0)
        wrong_cluster_barrier("a thread waits at the barrier of its cluster before it has arrived", file, line);
    if (cluster_->times_open() >= arrived_[b_.current]) { // it is open
        arrived_[b_.current] = 0;
        if (b_.checking)
            b_.checker.tell(&observer::passes_cluster_barrier, b_.current);
        return;
    }
    b_.waits[b_.current] = {file, line, true, (uint8_t)cpu_device_barrier_cluster, 0, 0, 0};
    b_.at_cluster[b_.current / warp_size] |= 1u << b_.current % warp_size;
    ++waiting_;
    b_.lanes.not_ready(b_.current);
    core_.switch_from_current();
}

void cluster_member::sync_cluster(const char *file, int line)
{
    if (cluster_ == nullptr)
        return wait_for_cluster(file, line);
    const unsigned self = b_.current;
    b_.leave_sweep();
    b_.waits[self] = {file, line, true, (uint8_t)cpu_device_barrier_cluster, 0, 0, 0};
    b_.at_cluster[self / warp_size] |= 1u << self % warp_size; // it waits already, if it is the last to arrive
    ++waiting_;
    arrive_in_cluster(false, file, line);
    if (!waits_in_cluster(self))
        return;
    b_.lanes.not_ready(self);
    core_.switch_from_current();
}

// --- the barrier opens ---

// Another thread may have opened it, of this block or of another one.
void cluster_member::cluster_may_have_met()
{
    if (waiting_ == 0)
        return;
    for (unsigned warp = 0; warp < b_.order.warps; ++warp)
        if (const unsigned lanes = b_.at_cluster[warp]) { // all of them wait for the same time
            if (arrived_[warp * warp_size + lowest_bit(lanes)] - 1 < cluster_->times_open())
                release_cluster_waiters();
            return;
        }
}

void cluster_member::release_cluster_waiters()
{
    warn_of_missing();
    bool all_quiet = waiting_ == b_.order.live_threads;
    auto for_all = [this](auto function) {
        for (unsigned warp = 0; warp < b_.order.warps; ++warp)
            for (unsigned rest = b_.at_cluster[warp]; rest; rest &= rest - 1)
                function(warp * warp_size + lowest_bit(rest));
    };
    const waiting *at = nullptr;
    for_all([&](unsigned t) {
        all_quiet = all_quiet && b_.checking && !b_.checker.races().clocks().time().timestamp(t).has_segment() &&
                    (at == nullptr || same_place(*at, b_.waits[t]));
        at = &b_.waits[t];
    });
    if (b_.checking && all_quiet)
        b_.checker.tell(&observer::cluster_barrier, at->file, at->line);
    for_all([&](unsigned t) {
        if (b_.checking && !all_quiet)
            b_.checker.tell(&observer::passes_cluster_barrier, t);
        arrived_[t] = 0;
        b_.order.make_ready(t / warp_size, 1u << t % warp_size);
    });
    std::fill_n(b_.at_cluster, b_.order.warps, 0);
    waiting_ = 0;
}

// Threads have exited that never arrived.
void cluster_member::warn_of_missing()
{
    if (cluster_->missed_it() == 0 || b_.launch->error != cudaSuccess)
        return;
    for (unsigned warp = 0; warp < b_.order.warps; ++warp)
        if (const unsigned lanes = b_.at_cluster[warp]) {
            const waiting &at = b_.waits[warp * warp_size + lowest_bit(lanes)];
            if (b_.launch->left_in_cluster.may_be_new(b_.number, at.file, at.line))
                b_.launch->left_in_cluster.add(b_.number, core_.deadlock.line_of(at),
                                               core_.deadlock.diagnose_cluster_left());
            return;
        }
}

void cluster_member::take_leave_of_cluster(unsigned thread)
{
    const bool had_arrived = arrived_[thread] == cluster_->times_open() + 1;
    arrived_[thread] = 0;
    cluster_->exits(rank_, b_.order.live_threads, had_arrived);
    cluster_may_have_met();
}

// --- other blocks ---

void cluster_member::let_other_blocks_run()
{
    if (cluster_ != nullptr && b_.checking)
        b_.checker.tell(&observer::leaves_turn);
    b_.with->let_others_run(b_.turn);
    if (cluster_ != nullptr)
        cluster_may_have_met();
}

void cluster_member::wait_for_other_blocks()
{
    cluster_may_have_met();
    if (waiting_ == 0)
        return;
    if (b_.checking)
        b_.checker.tell(&observer::leaves_turn);
    b_.spins.parked = true;
    const auto woken = b_.with->park(b_.turn);
    b_.spins.progress();
    b_.spins.parked = false;
    if (woken == resident_blocks::outcome::all_came)
        return cluster_may_have_met();
    if (woken == resident_blocks::outcome::some_exited && b_.launch->error == cudaSuccess)
        core_.ending.break_off(cudaErrorLaunchFailure, [this] { return core_.deadlock.diagnose_cluster_stuck(); });
    core_.ending.abandon(true);
}
} // namespace cpu_device

// --- what threads call ---

using cpu_device::core;
using cpu_device::format;

void cpu_device_cluster_arrive(int relaxed, const char *file, int line)
{
    cpu_device::running_core("arrive() of a cluster").member.arrive_in_cluster(relaxed != 0, file, line);
}

void cpu_device_cluster_wait(const char *file, int line)
{
    cpu_device::running_core("wait() of a cluster").member.wait_for_cluster(file, line);
}

void cpu_device_cluster_sync(const char *file, int line)
{
    cpu_device::running_core("sync() of a cluster").member.sync_cluster(file, line);
}

int cpu_device_cluster_shape(unsigned shape[3])
{
    const core &c = cpu_device::running_core("a question for the cluster");
    const bool any = c.member.all() != nullptr;
    const dim3 is = any ? c.launch().in_clusters->shape() : dim3(1, 1, 1);
    shape[0] = is.x;
    shape[1] = is.y;
    shape[2] = is.z;
    return any;
}

namespace cpu_device
{
namespace
{
// The shared memory of the block of the running cluster that has an address, by rank; size(): none has it.
unsigned owner_of(const cluster &all, const char *address)
{
    unsigned rank = 0;
    while (rank < all.size() && !all.member(rank).memory().holds(address))
        ++rank;
    return rank;
}
} // namespace
} // namespace cpu_device

unsigned cpu_device_cluster_rank_of(const void *address)
{
    const core &c = cpu_device::running_core("query_shared_rank()");
    if (c.member.all() == nullptr)
        return 0;
    const unsigned rank = cpu_device::owner_of(*c.member.all(), static_cast<const char *>(address));
    return rank < c.member.all()->size() ? rank : c.member.rank();
}

void *cpu_device_cluster_map(const void *address, unsigned rank, const char *file, int line)
{
    core &c = cpu_device::running_core("map_shared_rank()");
    const cpu_device::cluster *all = c.member.all();
    const unsigned size = all != nullptr ? all->size() : 1;
    const auto at = static_cast<const char *>(address);
    const unsigned owner = all != nullptr ? cpu_device::owner_of(*all, at) : c.memory().holds(at) ? 0 : 1;
    if (rank >= size || owner >= size)
        c.ending.break_off(cudaErrorIllegalAddress, [=, &c] {
            const auto d = c.diagnose(cpu_device::report_kind::wrong_group, {file, line});
            return rank >= size ? maps_from_rank(d, rank, size) : maps_no_shared_memory(d);
        });
    if (all == nullptr)
        return const_cast<void *>(address);
    const cpu_device::block_memory &from = all->member(owner).memory(), &to = all->member(rank).memory();
    const size_t offset = from.in_static(at);
    return const_cast<char *>(offset < from.static_size() ? to.static_at(offset)
                                                          : to.dynamic() + (at - from.dynamic()));
}

void *cpu_device_cluster_address(uint32_t low)
{
    const core &c = cpu_device::running_core("an address of shared memory");
    const cpu_device::cluster *all = c.member.all();
    for (unsigned rank = 0; all != nullptr && rank < all->size(); ++rank) {
        char *at = all->member(rank).memory().with_low_bits(low);
        if (all->member(rank).memory().holds(at))
            return at;
    }
    return c.memory().with_low_bits(low);
}
