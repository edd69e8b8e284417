// SPDX-License-Identifier: MIT
// The queues of the device: when an operation may start.
#include <algorithm>
#include <vector>

#include "../check/events.h"
#include "../check/stripes.h"
#include "../platform/program_image.h"
#include "../settings.h"
#include "device.h"

namespace cpu_device
{
void device::delete_stream(CUstream_st *stream, std::unique_lock<std::mutex> &lock)
{
    wait(lock, [=] { return stream->queue.empty(); });
    streams.forget(stream);
}

void device::wait_for(CUstream_st *stream, std::unique_lock<std::mutex> &lock)
{
    std::vector<operation_pointer> last;
    for (const CUstream_st *s : streams.waited_with(*stream))
        if (!s->queue.empty())
            last.push_back(s->queue.back());
    wait(lock, [&] { return std::all_of(last.begin(), last.end(), [](const auto &op) { return op->done; }); });
}

void device::enqueue(CUstream_st *stream, const operation_pointer &op)
{
    op->number = ++operations_;
    op->stream = stream;
    op->device = stream->device;
    if (op->kernel)
        op->kernel->record.device = stream->device;
    if (setting.check)
        streams.put_in_order(op);
    stream->queue.push_back(op);
    busy_.insert(stream);
    advance();
}

void device::finish(const operation_pointer &op)
{
    end(op);
    advance();
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

// Whether it must be loaded, and another stream of its device runs a kernel that was launched before it.
bool device::loads_beside_others(const operation &op) const
{
    return op.kernel->loads_kernel && std::any_of(busy_.begin(), busy_.end(), [&](const CUstream_st *other) {
               const operation &front = *other->queue.front();
               return other != op.stream && other->device == op.device && front.kernel && front.started &&
                      front.number < op.number;
           });
}

bool device::has_its_turn(const operation &op) const
{
    if (!std::all_of(op.waits_for.begin(), op.waits_for.end(), [](const auto &mark) { return mark->done; }))
        return false;
    if (op.kernel && loads_beside_others(op))
        return false;
    if (op.kernel && op.kernel->takes_turns()) // blocks of another such launch may hold cores that this one needs
        for (const CUstream_st *s : busy_)
            if (s->queue.front()->started && s->queue.front()->kernel && s->queue.front()->kernel->takes_turns())
                return false;
    auto later = [&](const CUstream_st *other) {
        return other->queue.empty() || other->queue.front()->number > op.number;
    };
    if (!streams.is_default(*op.stream))
        return !op.stream->blocking || later(&streams.default_of(op.device));
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

std::vector<operation_pointer> device::load_kernels()
{
    std::vector<operation_pointer> all;
    for (const CUstream_st *s : busy_)
        if (const operation_pointer &op = s->queue.front(); op->kernel && !op->started && loads_beside_others(*op)) {
            op->kernel->loads_kernel = false;
            all.push_back(op);
        }
    advance();
    return all;
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
