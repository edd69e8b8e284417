// SPDX-License-Identifier: MIT
// The work of the device's cores: they run the blocks of kernels, and all else. At the end of a launch they report what
// the checks have found in it (end_kernel). Where a core gets its work from is linux/core_threads.cpp or
// wasm/core_steps.cpp.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numeric>
#include <vector>

#include "../check/events.h"
#include "../platform/program_image.h"
#include "../say/kernel_output.h"
#include "../say/report.h"
#include "../settings.h"
#include "block_threads.h"
#include "core.h"
#include "deadlock.h"
#include "device.h"
#include "faults.h"

namespace cpu_device
{
namespace
{
// The host threads of clusters whose threads need more stacks than a core has. One core at a time uses them.
block_threads &threads_of_large_clusters()
{
    static auto &all = *new block_threads([] {
        char *stacks = fibers::reserve_stacks(most_in_cluster * max_threads);
        if (stacks == nullptr)
            die(1, "no memory for the stacks of a cluster: %s", strerror(errno));
        return stacks;
    }());
    return all;
}
} // namespace

uint64_t most_under_way(const grid_launch &kernel)
{
    return std::min<uint64_t>({kernel.blocks(), most_on_gpu(kernel.threads(), kernel.shared_of_block()),
                               core_count() + most_extra_threads / kernel.threads()});
}

namespace
{
// How many blocks do not begin in their own order: with a seed, as many as can be under way at once. So a block that
// waits for those before it does not wait for ever.
uint64_t shuffled_blocks(const grid_launch &kernel)
{
    return kernel.seed == 0 ? 0 : most_under_way(kernel);
}

// The block that begins as the n-th.
uint64_t block_in_order(const grid_launch &kernel, uint64_t n)
{
    const uint64_t count = shuffled_blocks(kernel);
    if (n >= count)
        return n;
    const uint64_t random = mix(kernel.seed);
    uint64_t step = 1 + (random >> 32) % count;
    while (std::gcd(step, count) != 1)
        step = step % count + 1;
    return (n * step + random % count) % count;
}

// How many blocks a core takes at a time, when `taken` were taken before. In a large grid several, since neighbours in
// memory are best checked by one core. But one, if the first blocks have shown that blocks may wait for one another:
// then as many as possible are to be under way. And one of those that are shuffled.
uint64_t blocks_at_once(const grid_launch &kernel, uint64_t taken)
{
    if (!kernel.checked || taken < 32 * core_count() || taken < shuffled_blocks(kernel) || kernel.record.may_wait())
        return 1;
    return std::clamp<uint64_t>(kernel.blocks() / (64 * core_count()), 1, 16);
}
// The same, of blocks whose threads run in a loop.
uint64_t loops_at_once(const grid_launch &kernel)
{
    return std::clamp<uint64_t>(kernel.blocks() / (16 * core_count()), 1, 64);
}
} // namespace

void device::work_on(const operation_pointer &op, core &on, block_threads &of_blocks,
                     std::unique_lock<std::mutex> &lock)
{
    if (op->work) {
        taken(op);
        lock.unlock();
        if (op->type == cudaGraphNodeTypeHost) { // then the host has waited for the earlier work
            host_waited(op->clock);
            host_function_at = {op->stream->index, op->number};
        }
        op->work();
        lock.lock();
        finish(op);
        return;
    }
    begin_kernel(*op);
    if (op->kernel->takes_turns()) {
        const unsigned part = op->cores_taken++;
        if (op->cores_taken == op->kernel->cores_needed())
            taken(op);
        lock.unlock();
        if (op->kernel->in_clusters != nullptr)
            run_clusters(*op, of_blocks);
        else
            run_resident_blocks(*op, part, of_blocks);
        lock.lock();
    } else {
        lock.unlock();
        run_blocks_in_turns(*op, on, of_blocks);
        lock.lock();
        taken(op); // by the first core that finds no block left
    }
    if (--op->cores == 0)
        end_kernel(op, lock);
}

// No core has to take it any more.
void device::taken(const operation_pointer &op)
{
    running_.remove(op);
    has_work_ = !running_.empty();
}

void device::begin_kernel(operation &op)
{
    grid_launch &kernel = *op.kernel;
    if (op.cores == 0) {
        settle_kernel_output();
        auto leaves_out = [&](observer *c) { return c->leaves_out(kernel.record); };
        kernel.checked = setting.check && std::none_of(all_observers().begin(), all_observers().end(), leaves_out);
        announce(&observer::launch_begins, kernel.record);
        op.crowded = !kernel.takes_turns() && crowded_.count(kernel.kernel.type) > 0;
        if (op.crowded)
            work_.notify_all();
        op.cores = kernel.cores_needed();
    }
    if (!kernel.takes_turns())
        ++op.cores;
}

void device::end_kernel(const operation_pointer &op, std::unique_lock<std::mutex> &lock)
{
    grid_launch &kernel = *op->kernel;
    if (op->ending)
        return;
    op->ending = true;
    lock.unlock();
    kernel.incomplete.report(kernel.record.name.kernel, "");
    kernel.shuffled.report(kernel.record.name);
    kernel.stored.report(kernel.record.name);
    kernel.overlapping.report(kernel.record.name);
    bool anything_new = kernel.divided.report(kernel.record.name);
    if (kernel.checked)
        anything_new |= kernel.record.findings.print(kernel.record.name, memory_name);
    report_waiting_threads(kernel); // which may follow from a race
    if (kernel.checked) {
        announce(&observer::launch_ends, kernel.record);
        end_launch(kernel.record);
        report_stream_races(launch_is_over);
        const bool found = anything_new || kernel.error != cudaSuccess;
        announce(&observer::launch_reported, kernel.record,
                 launch_outcome{found, kernel.left.any() || kernel.skipped.any() || kernel.incomplete.any()});
    }
    if (kernel.error != cudaSuccess) // of a thread
        break_with(kernel.error);
    lock.lock();
    op->ran = true;
    queue_children(*op);
    advance();
}

void device::give_up(const operation_pointer &op, cudaError_t error, std::unique_lock<std::mutex> &lock)
{
    if (op->ending)
        return;
    op->ending = true;
    op->broken = true;
    op->kernel->fails(error);
    taken(op);
    break_with(error);
    lock.unlock();
    op->kernel->divided.report(op->kernel->record.name);
    report_waiting_threads(*op->kernel);
    op->kernel->break_up();
    lock.lock();
    op->ran = true;
    advance();
}

bool device::only_kernels_go_on(unsigned host_threads) const
{
    if (hosts_waiting_ < host_threads)
        return false;
    for (const CUstream_st *s : busy_)
        if (s->queue.front()->started && !s->queue.front()->kernel)
            return false;
    return std::all_of(running_.begin(), running_.end(), [](const operation_pointer &op) {
        return op->kernel && (op->kernel->takes_turns() ? op->cores_taken > 0 : op->cores > 0);
    });
}

// Puts the children in front of the queue of the parent's stream, in the order of their launches.
void device::queue_children(operation &parent)
{
    grid_launch &kernel = *parent.kernel;
    auto put = [&](std::vector<std::shared_ptr<grid_launch>> &all) {
        for (auto launch = all.rbegin(); launch != all.rend(); ++launch) {
            auto child = std::make_shared<operation>();
            child->number = parent.number;
            child->stream = parent.stream;
            child->type = cudaGraphNodeTypeKernel;
            child->kernel = std::move(*launch);
            parent.stream->queue.push_front(child);
        }
        all.clear();
    };
    put(kernel.tails);
    put(kernel.children);
}

// Those that no other core has taken.
void device::run_blocks(operation &op, core &on)
{
    catch_faults_again();
    on.prepare(*op.kernel);
    const uint64_t blocks = op.kernel->blocks();
    uint64_t at_once = 1, first;
    on.let_others_run(op.crowded);
    while (!op.broken && (first = op.next_block.fetch_add(at_once)) < blocks) {
        const uint64_t end = std::min(first + at_once, blocks);
        at_once = blocks_at_once(*op.kernel, end);
        for (uint64_t block = first; block < end && !op.broken.load(std::memory_order_relaxed); ++block) {
            const bool in_loops = on.may_run_in_loops();
            if (!(in_loops ? on.run_in_loops(block, end) : on.run(block_in_order(*op.kernel, block)))) {
                op.broken = true;
                break_with(op.kernel->error);
            }
            if (in_loops)
                break;
        }
        if (on.may_run_in_loops())
            at_once = loops_at_once(*op.kernel);
    }
    on.finish();
}

// Where all are under way at once: those that share a core.
void device::run_resident_blocks(operation &op, unsigned part, block_threads &threads)
{
    catch_faults_again();
    resident_blocks &all = *op.kernel->resident;
    threads.run(all.on_core(part), op.kernel->threads(), [&](core &on, unsigned number) {
        const uint64_t block = part + (uint64_t)number * all.cores();
        on.prepare(*op.kernel);
        if (all.begin(block) && !on.run(block)) {
            op.broken = true;
            break_with(op.kernel->error);
        }
        all.end(block);
        on.finish();
    });
}

// Those of clusters, one cluster after another.
void device::run_clusters(operation &op, block_threads &threads)
{
    catch_faults_again();
    grid_launch &kernel = *op.kernel;
    clusters &all = *kernel.in_clusters;
    const bool many = needs_many_stacks(all.size() * kernel.threads());
    for (uint64_t number; !op.broken && (number = op.next_block.fetch_add(1)) < all.count();) {
        cluster one(kernel, number);
        all.begins(one);
        (many ? threads_of_large_clusters() : threads).run(all.size(), kernel.threads(), [&](core &on, unsigned rank) {
            on.prepare(kernel);
            on.member.joins(one, rank);
            if (one.turns().begin(rank) && !on.run(one.block(rank))) {
                op.broken = true;
                break_with(kernel.error);
            }
            one.turns().end(rank);
            on.finish();
        });
        all.ends(one);
    }
}

// From now on every call returns this error, or an earlier one.
void device::break_with(cudaError_t error)
{
    cudaError_t none = cudaSuccess;
    sticky.compare_exchange_strong(none, error);
}

} // namespace cpu_device
