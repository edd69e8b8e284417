// SPDX-License-Identifier: MIT
// Streams and events.
#include <algorithm>

#include "../check/host_copies.h"
#include "../limits.h"
#include "../run/core.h"
#include "../say/kernel_output.h"
#include "../say/report.h"
#include "../settings.h"
#include "api.h"

using namespace cpu_device;

namespace cpu_device
{
namespace
{
std::atomic<bool> any_time_taken{false};
}

void time_taken()
{
    any_time_taken = true;
}

void say_of_times()
{
    if (any_time_taken && !setting.quiet)
        say("the times between events are those of this CPU, and do not tell what is faster on a GPU; what kernels do "
            "to memory does: CPU_DEVICE_COUNTERS=on");
}
} // namespace cpu_device

int cpu_device::device_of_stream(cudaStream_t handle)
{
    if (setting.devices == 1)
        return 0;
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    const CUstream_st *stream = d.streams.of(handle);
    return stream != nullptr ? stream->device : current_device;
}

// --- streams ---

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)
{
    RETURN_IF_REFUSED();
    if (stream == nullptr || flags > cudaStreamNonBlocking)
        return remember(cudaErrorInvalidValue);
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    *stream = d.streams.make(flags != cudaStreamNonBlocking, current_device);
    (*stream)->priority = std::clamp(priority, greatest_priority, least_priority);
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    if (this_core != nullptr && this_core->in_kernel())
        return stream_in_kernel(stream, flags);
    return cudaStreamCreateWithPriority(stream, flags, least_priority);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

namespace
{
// What a stream was created with: get(stream) goes to *value.
template <class T, class Get> cudaError_t ask(cudaStream_t handle, T *value, Get get)
{
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    const CUstream_st *stream = d.streams.of(handle);
    if (value == nullptr || stream == nullptr)
        return remember(value == nullptr ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    *value = get(*stream);
    return cudaSuccess;
}
} // namespace

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    RETURN_IF_REFUSED();
    return ask(stream, priority, [](const CUstream_st &s) { return s.priority; });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags)
{
    RETURN_IF_REFUSED();
    return ask(stream, flags,
               [](const CUstream_st &s) { return s.blocking ? cudaStreamDefault : cudaStreamNonBlocking; });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t handle, cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue *value)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.streams.of(handle);
    if (value == nullptr || stream == nullptr)
        return remember(value == nullptr ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    const cudaAccessPolicyWindow &window = value->accessPolicyWindow;
    switch (attribute) {
    case cudaLaunchAttributeAccessPolicyWindow:
        if (!(window.hitRatio >= 0 && window.hitRatio <= 1) || window.missProp == cudaAccessPropertyPersisting)
            return remember(cudaErrorInvalidValue);
        stream->window = window;
        return cudaSuccess;
    case cudaLaunchAttributeSynchronizationPolicy: stream->policy = value->syncPolicy; return cudaSuccess;
    case cudaLaunchAttributePriority:
        stream->priority = std::clamp(value->priority, greatest_priority, least_priority);
        return cudaSuccess;
    default: return remember(cudaErrorInvalidValue);
    }
}

cudaError_t cudaStreamGetAttribute(cudaStream_t handle, cudaLaunchAttributeID attribute,
                                   cudaLaunchAttributeValue *value)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    const CUstream_st *stream = d.streams.of(handle);
    if (value == nullptr || stream == nullptr)
        return remember(value == nullptr ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    switch (attribute) {
    case cudaLaunchAttributeAccessPolicyWindow: value->accessPolicyWindow = stream->window; return cudaSuccess;
    case cudaLaunchAttributeSynchronizationPolicy: value->syncPolicy = stream->policy; return cudaSuccess;
    case cudaLaunchAttributePriority: value->priority = stream->priority; return cudaSuccess;
    default: return remember(cudaErrorInvalidValue);
    }
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *target = d.streams.of(to);
    const CUstream_st *source = d.streams.of(from);
    if (target == nullptr || source == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    target->priority = source->priority;
    target->window = source->window;
    target->policy = source->policy;
    return cudaSuccess;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
    RETURN_IF_REFUSED();
    return ask(stream, id, [](const CUstream_st &s) { return s.id; });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *number)
{
    RETURN_IF_REFUSED();
    return ask(stream, number, [](const CUstream_st &s) { return s.device; });
}

cudaError_t cudaStreamDestroy(cudaStream_t handle)
{
    if (this_core != nullptr && this_core->in_kernel())
        return destroy_stream_in_kernel(handle);
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::unique_lock<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.streams.of(handle);
    if (stream == nullptr || stream != handle)
        return remember(cudaErrorInvalidResourceHandle);
    leave_capture(*stream);
    d.delete_stream(stream, lock);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    {
        std::unique_lock<std::mutex> lock(d.mutex);
        CUstream_st *stream = d.streams.of(handle);
        if (stream == nullptr)
            return remember(cudaErrorInvalidResourceHandle);
        if (cudaError_t forbidden = captures_forbid_sync(*stream, d))
            return remember(forbidden);
        const work_clock clock = d.streams.clock_of(stream);
        d.wait_for(stream, lock);
        host_waited(clock);
    }
    show_kernel_output();
    return remember(d.sticky);
}

cudaError_t cudaStreamQuery(cudaStream_t handle)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::unique_lock<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.streams.of(handle);
    if (stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    if (cudaError_t forbidden = captures_forbid_sync(*stream, d))
        return remember(forbidden);
    if (!stream->queue.empty())
        return d.not_ready(lock);
    host_waited(d.streams.clock_of(stream));
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned int flags)
{
    RETURN_IF_REFUSED();
    if (flags > cudaEventWaitExternal)
        return remember(cudaErrorInvalidValue);
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.streams.of(handle);
    if (!d.events.count(event) || stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    if (cudaError_t forbidden = captures_forbid(*stream, d))
        return remember(forbidden);
    if (stream->capture != nullptr || event->capture != nullptr)
        return remember(capture_wait(*stream, *event, flags == cudaEventWaitExternal));
    auto op = std::make_shared<operation>();
    if (event->mark != nullptr)
        op->waits_for.push_back(event->mark);
    op->is_event = true;
    d.enqueue(stream, op);
    return cudaSuccess;
}

namespace
{
// A host function, after the stream's work: when it runs, the host has waited for that work.
cudaError_t call_in_stream(cudaStream_t stream, const std::function<void()> &function, bool even_broken,
                           const cudaHostNodeParams &parameters = {}, const copy_call &call = {})
{
    auto op = std::make_shared<operation>();
    op->type = cudaGraphNodeTypeHost;
    op->even_broken = even_broken;
    auto made_of = std::make_shared<node_parameters>();
    made_of->host = parameters;
    made_of->host_call = call;
    op->parameters = std::move(made_of);
    op->work = [=] { call_host(function); };
    return queue_operation(op, stream, false);
}
} // namespace

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned int flags)
{
    RETURN_IF_REFUSED();
    if (callback == nullptr || flags != 0)
        return remember(cudaErrorInvalidValue);
    auto call = [=] { callback(stream, the_device().sticky, data); };
    return remember(call_in_stream(stream, call, true));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    RETURN_IF_REFUSED();
    if (function == nullptr)
        return remember(cudaErrorInvalidValue);
    auto call = [=] { function(data); };
    return remember(call_in_stream(stream, call, false, {function, data}, THIS_CALL));
}

// --- events ---

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    RETURN_IF_REFUSED();
    if (event != nullptr && flags < 8 && (flags & cudaEventInterprocess) && (flags & cudaEventDisableTiming))
        return refuse(cudaErrorNotSupported, no_shared_events);
    if (event == nullptr || (flags & ~(unsigned)(cudaEventBlockingSync | cudaEventDisableTiming)) != 0)
        return remember(cudaErrorInvalidValue);
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    *event = new CUevent_st;
    (*event)->timing = !(flags & cudaEventDisableTiming);
    (*event)->device = current_device;
    d.events.insert(*event);
    return cudaSuccess;
}

namespace
{
cudaError_t record(cudaEvent_t event, cudaStream_t handle, unsigned int flags)
{
    if (flags > cudaEventRecordExternal)
        return remember(cudaErrorInvalidValue);
    device &d = the_device();
    auto op = std::make_shared<operation>();
    op->leaves = std::make_shared<event_mark>();
    std::lock_guard<std::mutex> lock(d.mutex); // for all of it: no other thread waits for a mark that is in no queue
    CUstream_st *stream = d.streams.of(handle);
    if (!d.events.count(event) || stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    if (event->device != stream->device)
        return refuse(
            cudaErrorInvalidResourceHandle,
            format("The event is of device %d, which was current when it was created, and the stream of device "
                   "%d.",
                   event->device, stream->device));
    if (stream->capture != nullptr)
        return remember(capture_event(*stream, *event, flags == cudaEventRecordExternal));
    if (cudaError_t forbidden = captures_forbid(*stream, d))
        return remember(forbidden);
    event->capture = nullptr;
    event->mark = op->leaves;
    op->is_event = !event->timing;
    d.enqueue(stream, op);
    return cudaSuccess;
}

// Whether the host may ask for an event: not if it marks a place in a graph, nor in a capture.
cudaError_t refused_by_capture(const CUevent_st &event)
{
    if (event.capture == nullptr)
        return remember(captures_forbid_call());
    event.capture->invalid = true;
    return refuse(
        event.capture->ended ? cudaErrorInvalidValue : cudaErrorCapturedEvent,
        "The event was recorded last in a stream that was captured: it marks a place in a graph, and no time.");
}
} // namespace

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    return record(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
    RETURN_IF_REFUSED();
    return record(event, stream, flags);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::unique_lock<std::mutex> lock(d.mutex);
    if (!d.events.count(event))
        return remember(cudaErrorInvalidResourceHandle);
    if (cudaError_t error = refused_by_capture(*event))
        return error;
    if (event->mark != nullptr && !event->mark->done)
        return d.not_ready(lock);
    if (event->mark != nullptr)
        host_waited(event->mark->clock);
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    {
        std::unique_lock<std::mutex> lock(d.mutex);
        if (!d.events.count(event))
            return remember(cudaErrorInvalidResourceHandle);
        if (cudaError_t error = refused_by_capture(*event))
            return error;
        std::shared_ptr<event_mark> mark = event->mark;
        d.wait(lock, [&] { return mark == nullptr || mark->done; });
        if (mark != nullptr)
            host_waited(mark->clock);
    }
    show_kernel_output();
    return remember(d.sticky);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    if (milliseconds == nullptr)
        return remember(cudaErrorInvalidValue);
    for (cudaEvent_t event : {start, stop})
        if (d.events.count(event) && event->capture != nullptr)
            return refused_by_capture(*event);
    for (cudaEvent_t event : {start, stop})
        if (!d.events.count(event) || !event->timing || event->mark == nullptr)
            return refuse(cudaErrorInvalidResourceHandle,
                          format("The %s event %s.", tr(event == start ? "first" : "second"),
                                 !d.events.count(event) ? tr("was not created, or is destroyed")
                                 : !event->timing       ? tr("was created with cudaEventDisableTiming")
                                                        : tr("was never recorded")));
    if (start->device != stop->device)
        return refuse(cudaErrorInvalidResourceHandle, "The two events are of different devices.");
    if (!start->mark->done || !stop->mark->done)
        return refuse(cudaErrorNotReady, "The work before the events is not over: call cudaEventSynchronize() first.");
    something_came_back();
    time_taken();
    for (cudaEvent_t event : {start, stop})
        host_waited(event->mark->clock);
    const timespec &from = start->mark->time, &to = stop->mark->time;
    *milliseconds = (float)((double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) * 1e-6);
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    if (d.events.erase(event) == 0)
        return remember(cudaErrorInvalidResourceHandle);
    delete event; // a mark that is still on its way is kept by its operation
    return cudaSuccess;
}
