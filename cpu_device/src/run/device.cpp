// SPDX-License-Identifier: MIT
#include "device.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "../check/events.h"
#include "../platform/program_image.h"
#include "../platform/source_line.h"
#include "../platform/threads.h"
#include "../say/kernel_findings.h"
#include "../say/kernel_output.h"
#include "../say/report.h"
#include "../settings.h"
#include "core.h"
#include "faults.h"
#include "graph.h"
#include "watch.h"

namespace cpu_device
{
namespace
{
std::atomic<device *> started_device{nullptr};
bool forked_child = false;
__thread bool in_host_function; // that a stream runs

struct host_call {
    const std::function<void()> &function;
    place_in_stream place;
};

void *run_host_function(void *with)
{
    const host_call &call = *static_cast<host_call *>(with);
    in_host_function = true;
    host_function_begins(call.place);
    call.function();
    in_host_function = false; // where the thread is not the function's own
    host_function_at = {};
    return nullptr;
}

diagnosis diagnose_host_call(const core &c, const char *function, const void *caller)
{
    return calls_host_function(
        c.diagnose(report_kind::host_function, reported_place(static_cast<const char *>(caller) - 1)), function);
}
} // namespace

__thread place_in_stream host_function_at;
__thread bool null_stream_is_own;
__thread int current_device;

device::device()
{
    if (setting.devices > 1 || program_launches_in_kernels())
        several_streams = true;
    call_in_children([] { forked_child = true; });
    catch_faults();
    start_cores();
    start_watching(*this);
}

device &the_device()
{
    static device *only = started_device = new device; // outlives main, as its cores do
    return *only;
}

unsigned core_count()
{
    static const unsigned count = [] {
        if (setting.cores != 0)
            return setting.cores;
        // One for each device at least, since kernels of two devices may wait for one another.
        return std::min(std::max({processors(), 1u, (unsigned)setting.devices}), most_cores);
    }();
    return count;
}

// --- who may call ---

bool is_forked_child()
{
    return forked_child;
}

cudaError_t misplaced_call(const char *function, const void *caller)
{
    if (forked_child)
        return cudaErrorInitializationError;
    if (this_core != nullptr && this_core->in_kernel()) {
        core &c = *this_core;
        c.ending.break_off(cudaErrorNotSupported, [=, &c] { return diagnose_host_call(c, function, caller); });
    }
    return this_core != nullptr || in_host_function ? cudaErrorNotPermitted : cudaSuccess;
}

cudaError_t refusal(const char *function, const void *caller)
{
    cudaError_t misplaced = misplaced_call(function, caller);
    return misplaced ? misplaced : the_device().sticky.load();
}

// --- work ---

uint64_t next_seed()
{
    static std::atomic<uint64_t> launches{0};
    const uint64_t seed = seed_asked_for(), launch = ++launches;
    return seed == 0 ? 0 : mix(mix(seed) + launch);
}

cudaError_t queue_operation(const operation_pointer &op, cudaStream_t handle, bool wait, bool promised)
{
    device &d = the_device();
    std::unique_lock<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.streams.of(handle);
    if (stream == nullptr)
        return cudaErrorInvalidResourceHandle;
    if (stream->capture != nullptr)
        return capture_work(*stream, op);
    if (cudaError_t error = captures_forbid(*stream, d))
        return error;
    op->by_host = wait && op->work;
    auto others = [&](auto &&function) {
        for (int i = 0; i < setting.devices && d.streams.is_default(*stream); ++i)
            if (i != stream->device && op->joins >> i & 1)
                function(d.streams.default_of(i));
    };
    others([&](CUstream_st &other) {
        auto before = std::make_shared<operation>();
        before->leaves = std::make_shared<event_mark>();
        op->waits_for.push_back(before->leaves);
        d.enqueue(&other, before);
        op->leaves = op->leaves != nullptr ? op->leaves : std::make_shared<event_mark>();
    });
    d.enqueue(stream, op);
    others([&](CUstream_st &other) {
        auto after = std::make_shared<operation>();
        after->waits_for.push_back(op->leaves);
        d.enqueue(&other, after);
    });
    if (!wait)
        return cudaSuccess;
    const work_clock clock = promised ? op->clock : op->copy.before;
    d.wait(lock, [&] { return op->started || op->done; });
    if (op->by_host && !op->done) {
        lock.unlock();
        op->work();
        lock.lock();
        d.finish(op);
    }
    d.wait(lock, [&] { return op->done; });
    if (promised || op->copy.waits_before)
        host_waited(clock);
    return d.sticky;
}

bool would_wait(cudaStream_t handle)
{
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    const CUstream_st *stream = d.streams.of(handle);
    return stream != nullptr && stream->capture == nullptr && !d.idle(stream->device);
}

cudaError_t in_stream(cudaStream_t stream, bool wait, std::function<void()> work)
{
    auto op = std::make_shared<operation>();
    op->work = std::move(work);
    return queue_operation(op, stream, wait);
}

// In the thread of a core, the program's thread_local variables are shared memory of a block.
void call_host(const std::function<void()> &function)
{
    host_call call = {function, host_function_at};
    if (int error = run_in_thread(run_host_function, &call))
        die(1, "cannot start a thread for a host function: %s", strerror(error));
}

cudaError_t wait_for_device(int number)
{
    device &d = the_device();
    {
        std::unique_lock<std::mutex> lock(d.mutex);
        const work_clock clock = d.streams.clock_of(number);
        d.wait(lock, [&] { return d.idle(number); });
        host_waited(clock);
    }
    show_kernel_output();
    return d.sticky;
}

cudaError_t wait_unnoticed()
{
    device &d = the_device();
    std::unique_lock<std::mutex> lock(d.mutex);
    d.wait(lock, [&] { return d.idle(); });
    return d.sticky;
}

void wait_for_copies_of(const void *memory, size_t size)
{
    device &d = the_device();
    std::unique_lock<std::mutex> lock(d.mutex);
    d.wait(lock, [&] { return !d.is_copied({static_cast<const char *>(memory), size}); });
}

std::optional<launch_name> wait_a_moment()
{
    device *d = started_device;
    if (d == nullptr || this_core != nullptr || in_host_function)
        return {};
    // A core has it for a moment. Where the thread itself has it, which ends the program for want of memory, say, it
    // does not become free.
    std::unique_lock<std::mutex> lock(d->mutex, std::defer_lock);
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
    while (!lock.try_lock()) {
        if (std::chrono::steady_clock::now() > end)
            return {};
        std::this_thread::yield();
    }
    auto idle = [d] { return d->idle(); };
    d->wait(lock, idle, std::chrono::seconds(2));
    const operation_pointer left = d->kernel_left();
    if (left == nullptr)
        return {};
    return left->kernel->record.name;
}
} // namespace cpu_device
