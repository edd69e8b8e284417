// SPDX-License-Identifier: MIT
#include "stream_table.h"

#include <algorithm>

#include "../check/events.h"
#include "../check/stripes.h"
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

stream_table::stream_table() : next_index_((unsigned)setting.devices)
{
    for (int i = 0; i < setting.devices; ++i) {
        defaults_[i].device = i;
        defaults_[i].index = (unsigned)i;
        defaults_[i].id = (unsigned long long)i + 1;
        all_.insert(&defaults_[i]);
    }
}

CUstream_st *stream_table::of(cudaStream_t handle)
{
    if (handle == cudaStreamPerThread || (handle == nullptr && null_stream_is_own))
        return of_thread();
    if (handle == nullptr || handle == cudaStreamLegacy)
        return &defaults_[current_device];
    return all_.count(handle) ? handle : nullptr;
}

CUstream_st *stream_table::of_thread()
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
        for (auto s = all_.begin(); s != all_.end();) {
            CUstream_st *stream = *s++;
            if (stream->thread_is_gone && stream->queue.empty())
                forget(stream);
        }
        mine = make(true, current_device);
    }
    return mine;
}

CUstream_st *stream_table::make(bool blocking, int device)
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
    all_.insert(stream);
    return stream;
}

void stream_table::forget(CUstream_st *stream)
{
    if (!all_.erase(stream))
        return;
    clock_of_gone_[stream->device].join(stream->clock);
    if (stream->blocking)
        clock_of_gone_blocking_[stream->device].join(stream->clock);
    gone_[stream->index] = stream->clock.of(stream->index);
    delete stream;
}

std::vector<CUstream_st *> stream_table::waited_with(const CUstream_st &stream) const
{
    std::vector<CUstream_st *> waited;
    for (CUstream_st *s : all_) // with the default stream, most wait for all
        if (is_waited_with(stream, *s))
            waited.push_back(s);
    return waited;
}

bool stream_table::is_waited_with(const CUstream_st &stream, const CUstream_st &other) const
{
    return &other == &stream || (is_default(stream) && other.device == stream.device && other.blocking);
}

void stream_table::put_in_order(const operation_pointer &op)
{
    CUstream_st *stream = op->stream;
    work_clock &clock = op->clock;
    clock = host_clock();
    if (!is_default(*stream) && stream->blocking)
        clock.join(defaults_[stream->device].clock);
    for (const CUstream_st *other : is_default(*stream) ? all_ : std::set<CUstream_st *>())
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
void stream_table::set_dependency(launch_record &record, const work_clock &other_streams, const CUstream_st &stream)
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

work_clock stream_table::clock_of(const CUstream_st *stream) const
{
    work_clock clock;
    for (const CUstream_st *s : waited_with(*stream))
        clock.join(s->clock);
    if (is_default(*stream))
        clock.join(clock_of_gone_blocking_[stream->device]);
    return clock;
}

work_clock stream_table::clock_of(int number) const
{
    work_clock clock;
    for (const CUstream_st *s : all_)
        if (number == every_device || s->device == number)
            clock.join(s->clock);
    for (int i = 0; i < setting.devices; ++i)
        if (number == every_device || i == number)
            clock.join(clock_of_gone_[i]);
    return clock;
}
} // namespace cpu_device
