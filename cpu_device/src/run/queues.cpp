// SPDX-License-Identifier: MIT
// The queues of the device: streams, in which order their work is, and when an operation may start.
#include <algorithm>
#include <vector>

#include "../check/events.h"
#include "../check/stripes.h"
#include "../platform/program_image.h"
#include "../settings.h"
#include "device.h"

namespace cpu_device
{
namespace
{
void launches_may_be_unordered()
{
    if (!several_streams.exchange(true))
        stripes::put_all_in_cells();
}
} // namespace

CUstream_st *device::stream_of(cudaStream_t handle)
{
    if (handle == cudaStreamPerThread || (handle == nullptr && null_stream_is_own))
        return stream_of_thread();
    if (handle == nullptr || handle == cudaStreamLegacy)
        return &default_streams_[current_device];
    return streams_.count(handle) ? handle : nullptr;
}

CUstream_st *device::stream_of_thread()
{
    thread_local struct own_stream {
        CUstream_st *of[most_devices] = {};
        ~own_stream()
        {
            for (CUstream_st *stream : of)
                if (stream != nullptr)
                    stream->thread_is_gone = true;
        }
    } own;
    CUstream_st *&mine = own.of[current_device];
    if (mine == nullptr) {
        // Deletes the streams of threads that have ended, when their work is done.
        for (auto s = streams_.begin(); s != streams_.end();) {
            CUstream_st *stream = *s++;
            if (stream->thread_is_gone && stream->queue.empty())
                forget_stream(stream);
        }
        mine = new_stream(true, current_device);
    }
    return mine;
}

CUstream_st *device::new_stream(bool blocking, int device)
{
    CUstream_st *stream = new CUstream_st;
    static unsigned long long last_id = (unsigned long long)setting.devices;
    stream->blocking = blocking;
    stream->device = device;
    stream->id = ++last_id;
    launches_may_be_unordered();
    const work_clock host = host_clock();
    const auto free = std::find_if(gone_.begin(), gone_.end(), [&](const auto &gone) {
        return gone_.size() >= most_gone || host.includes(gone.first, gone.second);
    });
    stream->index = free != gone_.end() ? free->first : next_index_++;
    if (free != gone_.end())
        gone_.erase(free);
    streams_.insert(stream);
    return stream;
}

void device::delete_stream(CUstream_st *stream, std::unique_lock<std::mutex> &lock)
{
    wait(lock, [=] { return stream->queue.empty(); });
    forget_stream(stream);
}

void device::forget_stream(CUstream_st *stream)
{
    if (!streams_.erase(stream))
        return;
    clock_of_gone_[stream->device].join(stream->clock);
    if (stream->blocking)
        clock_of_gone_blocking_[stream->device].join(stream->clock);
    gone_[stream->index] = stream->clock.of(stream->index);
    delete stream;
}

void device::wait_for(CUstream_st *stream, std::unique_lock<std::mutex> &lock)
{
    std::vector<operation_pointer> last;
    for (CUstream_st *s : streams_) // with the default stream, most wait for all
        if (!s->queue.empty() && is_waited_with(*stream, *s))
            last.push_back(s->queue.back());
    wait(lock, [&] { return std::all_of(last.begin(), last.end(), [](const auto &op) { return op->done; }); });
}

// Whether who waits for the one stream waits for the other, too.
bool device::is_waited_with(const CUstream_st &stream, const CUstream_st &other) const
{
    return &other == &stream || (is_default(stream) && other.device == stream.device && other.blocking);
}

void device::enqueue(CUstream_st *stream, const operation_pointer &op)
{
    op->number = ++operations_;
    op->stream = stream;
    op->device = stream->device;
    if (op->kernel)
        op->kernel->record.device = stream->device;
    if (setting.check)
        put_in_order(op);
    stream->queue.push_back(op);
    busy_.insert(stream);
    advance();
}

void device::finish(const operation_pointer &op)
{
    end(op);
    advance();
}

void device::put_in_order(const operation_pointer &op)
{
    CUstream_st *stream = op->stream;
    work_clock &clock = op->clock;
    clock = host_clock();
    if (!is_default(*stream) && stream->blocking)
        clock.join(default_streams_[stream->device].clock);
    for (const CUstream_st *other : is_default(*stream) ? streams_ : std::set<CUstream_st *>())
        if (other != stream && other->device == stream->device && other->blocking &&
            !clock.includes(other->index, other->clock.of(other->index)))
            clock.join(other->clock);
    for (const auto &mark : op->waits_for)
        clock.join(mark->clock);
    if (is_default(*stream))
        clock.join(clock_of_gone_blocking_[stream->device]);
    if (op->kernel != nullptr)
        set_dependency(op->kernel->record, clock, *stream);
    const bool adds_nothing = op->is_event && stream->clock.includes(clock);
    clock.join(stream->clock);
    if (op->copy.waits_before)
        op->copy.before = clock;
    stream->ends_with_kernel = op->kernel != nullptr || (stream->ends_with_kernel && adds_nothing);
    if (op->kernel != nullptr) {
        stream->before_last = clock;
        stream->of_last = op->kernel->record.depends;
    }
    clock.join(stream->index, op->number);
    stream->clock = clock;
    if (op->leaves)
        op->leaves->clock = clock;
    if (op->kernel == nullptr && op->uses.call.function == nullptr)
        return;
    op->uses.stream = stream->index;
    op->uses.number = op->number;
    if (op->kernel != nullptr) {
        launch_record &record = op->kernel->record;
        record.stream = stream->index;
        record.work = op->number;
        record.comes_after = clock;
        op->uses.kernel = std::shared_ptr<const launch_record>(op->kernel, &op->kernel->record);
    }
    announce(&observer::work_queued, op->uses, clock);
}

// Only right after another kernel does a dependent launch begin early. Events of the stream itself may stand between
// the two, as on an H200 (docs/results/behaviour-h200.txt).
void device::set_dependency(launch_record &record, const work_clock &other_streams, const CUstream_st &stream)
{
    if (record.depends == nullptr)
        return;
    if (!stream.ends_with_kernel) {
        record.depends = nullptr;
        return;
    }
    record.depends->at_begin = other_streams;
    record.depends->before_primary = stream.before_last;
    record.depends->of_primary = stream.of_last;
    launches_may_be_unordered();
}

work_clock device::clock_of(const CUstream_st *stream) const
{
    work_clock clock;
    for (const CUstream_st *s : streams_) // with the default stream, most wait for all
        if (is_waited_with(*stream, *s))
            clock.join(s->clock);
    if (is_default(*stream))
        clock.join(clock_of_gone_blocking_[stream->device]);
    return clock;
}

work_clock device::clock_of(int number) const
{
    work_clock clock;
    for (const CUstream_st *s : streams_)
        if (number == every_device || s->device == number)
            clock.join(s->clock);
    for (int i = 0; i < setting.devices; ++i)
        if (number == every_device || i == number)
            clock.join(clock_of_gone_[i]);
    return clock;
}

operation_pointer device::kernel_left() const
{
    for (const CUstream_st *s : busy_)
        for (const operation_pointer &op : s->queue)
            if (op->kernel != nullptr && !op->done)
                return op;
    return nullptr;
}

std::vector<operation_pointer> device::running_kernels() const
{
    std::vector<operation_pointer> running;
    for (const CUstream_st *s : busy_)
        if (s->queue.front()->kernel != nullptr && s->queue.front()->started && !s->queue.front()->ran)
            running.push_back(s->queue.front());
    return running;
}

bool device::idle(int number) const
{
    return std::none_of(busy_.begin(), busy_.end(),
                        [=](CUstream_st *s) { return number == every_device || s->device == number; });
}

bool device::is_copied(const bytes_at &bytes) const
{
    for (const CUstream_st *s : busy_)
        for (const operation_pointer &op : s->queue) {
            if (op->done || op->kernel != nullptr || op->uses.manages != nullptr)
                continue;
            // Before the program had streams, not every operation kept what it uses.
            bool uses = op->uses.call.function == nullptr &&
                        (op->type == cudaGraphNodeTypeMemcpy || op->type == cudaGraphNodeTypeMemset);
            op->uses.for_each_use([&](const bytes_at &its, bool) { uses |= its.overlaps(bytes); });
            if (uses)
                return true;
        }
    return false;
}

// Whether what the operation waits for in other streams is done.
bool device::may_start(const operation &op) const
{
    if (sticky) // nothing runs any more
        return true;
    return has_its_turn(op) && may_use_variables(op);
}

bool device::has_its_turn(const operation &op) const
{
    if (!std::all_of(op.waits_for.begin(), op.waits_for.end(), [](const auto &mark) { return mark->done; }))
        return false;
    if (op.kernel && op.kernel->takes_turns()) // blocks of another such launch may hold cores that this one needs
        for (const CUstream_st *s : busy_)
            if (s->queue.front()->started && s->queue.front()->kernel && s->queue.front()->kernel->takes_turns())
                return false;
    auto later = [&](const CUstream_st *other) {
        return other->queue.empty() || other->queue.front()->number > op.number;
    };
    if (!is_default(*op.stream))
        return !op.stream->blocking || later(&default_streams_[op.device]);
    return std::all_of(busy_.begin(), busy_.end(), [&](const CUstream_st *other) {
        return other == op.stream || other->device != op.device || !other->blocking || later(other);
    });
}

// Where each device has its own variables, kernels of one device at a time run. Earlier kernels of another device go
// first, so that each device gets its turn.
bool device::may_use_variables(const operation &op) const
{
    if (!op.kernel || !variables_are_many())
        return true;
    if (op.device != loaded_variables() && using_variables_ > 0)
        return false;
    return std::none_of(busy_.begin(), busy_.end(), [&](const CUstream_st *other) {
        if (other->device == op.device)
            return false;
        const operation &front = *other->queue.front();
        return front.kernel && !front.started && front.number < op.number && has_its_turn(front);
    });
}

void device::end(const operation_pointer &op)
{
    if (op->leaves) {
        op->leaves->done = true;
        clock_gettime(CLOCK_MONOTONIC, &op->leaves->time);
    }
    using_variables_ -= op->counted;
    op->done = true;
    op->stream->queue.pop_front();
    if (op->stream->queue.empty())
        busy_.erase(op->stream);
    changed_.notify_all();
}

// Starts every operation that may start.
void device::advance()
{
    for (bool again = true; again;) {
        again = false;
        for (auto next = busy_.begin(); next != busy_.end();) {
            CUstream_st *stream = *next++;
            operation_pointer op = stream->queue.front();
            if (op->ran) { // and so have its children
                end(op);
                again = true;
                continue;
            }
            if (op->started || !may_start(*op))
                continue;
            op->started = true;
            if ((sticky && !op->even_broken) || (!op->kernel && !op->work)) {
                end(op);
                again = true;
                continue;
            }
            if (variables_are_many() && (op->kernel || op->copy.has_variables)) {
                if (op->kernel)
                    load_variables(op->device);
                op->counted = true;
                ++using_variables_;
            }
            if (op->by_host) {
                changed_.notify_all();
            } else {
                running_.push_back(op);
                has_work_ = true;
                if ((op->kernel && op->kernel->blocks() > 1) || extra_cores_ > 0)
                    work_.notify_all();
                else
                    work_.notify_one();
            }
        }
    }
}
} // namespace cpu_device
