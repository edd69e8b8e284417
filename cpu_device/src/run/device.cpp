// SPDX-License-Identifier: MIT
#include "device.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <pthread.h>
#include <sched.h>
#include <vector>

#include "../check/sampling.h"
#include "../say/kernel_output.h"
#include "../say/report.h"
#include "../say/source_line.h"
#include "../settings.h"
#include "core.h"
#include "faults.h"

namespace cpu_device
{
namespace
{
std::atomic<device *> started_device{nullptr};
bool forked_child = false;
__thread bool in_host_function; // that a stream runs

// Starts a thread in which only faults are noticed: the program's signals are for its own threads.
int start_thread(void *(*function)(void *), void *argument, pthread_t *thread)
{
    sigset_t others, old;
    sigfillset(&others);
    for (int signal : fault_signals)
        sigdelset(&others, signal);
    pthread_sigmask(SIG_SETMASK, &others, &old);
    int error = pthread_create(thread, nullptr, function, argument);
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
    return error;
}

// What the thread of a core begins with.
struct core_start {
    device *of;
    char *stacks;
};

void *run_host_function(void *function)
{
    in_host_function = true;
    (*static_cast<const std::function<void()> *>(function))();
    return nullptr;
}

// How many blocks a core is to take in a row, when so many have been taken. Of a large grid some, for what lies side by
// side in memory is best checked by one core. But where blocks may wait for one another, as the first ones show, one,
// so that as many as can be are under way.
uint64_t blocks_at_once(const grid_launch &kernel, uint64_t taken)
{
    if (!kernel.checked || taken < 32 * core_count() || kernel.record.may_wait())
        return 1;
    return std::clamp<uint64_t>(kernel.blocks() / (64 * core_count()), 1, 16);
}

std::string host_call_text(const core &c, const char *function, const void *caller)
{
    std::string line = source_line(static_cast<const char *>(caller) - 1);
    return format("Error: a host function in a kernel\n    %s%s%s\n    calls %s(): nvcc does not compile that.",
                  c.where().c_str(), line.empty() ? "" : ", at ", line.c_str(), function);
}
} // namespace

// --- the queues ---

device::device()
{
    streams_.insert(&default_stream_);
    pthread_atfork(nullptr, nullptr, [] { forked_child = true; });
    catch_faults();
    // With fewer cores than there should be, it is slower, and as right.
    unsigned started = 0;
    int error = 0;
    for (unsigned i = 0; i < core_count() && error == 0; ++i) {
        char *stacks = core::reserve_stacks();
        pthread_t thread;
        error = stacks == nullptr ? errno : start_thread(core_thread, new core_start{this, stacks}, &thread);
        if (error == 0) {
            pthread_detach(thread);
            ++started;
        }
    }
    if (started == 0)
        die(1, "no memory or no thread for the device to run on: %s", strerror(error));
    while (cores_ready_ < started) // what they lack is said before the program has begun anything
        sched_yield();
}

CUstream_st *device::stream_of(cudaStream_t handle)
{
    if (handle == nullptr || handle == cudaStreamLegacy)
        return &default_stream_;
    return streams_.count(handle) ? handle : nullptr;
}

CUstream_st *device::new_stream(bool blocking)
{
    CUstream_st *stream = new CUstream_st;
    stream->blocking = blocking;
    several_streams = true;
    auto taken = [this](unsigned index) {
        return std::any_of(streams_.begin(), streams_.end(), [=](CUstream_st *s) { return s->index == index; });
    };
    while (taken(stream->index))
        ++stream->index;
    streams_.insert(stream);
    return stream;
}

void device::delete_stream(CUstream_st *stream, std::unique_lock<std::mutex> &lock)
{
    wait(lock, [=] { return stream->queue.empty(); });
    if (stream->blocking) // for the default stream it is not gone
        default_stream_.clock.learn(stream->clock);
    if (streams_.erase(stream))
        delete stream;
}

void device::enqueue(CUstream_st *stream, const operation_pointer &op)
{
    op->number = ++operations_;
    op->stream = stream;
    if (setting.check)
        put_in_order(op);
    stream->queue.push_back(op);
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
    clock = known_to_host();
    clock.learn(stream->clock);
    for (const CUstream_st *other : streams_)
        if (stream == &default_stream_ ? other->blocking : stream->blocking && other == &default_stream_)
            clock.learn(other->clock);
    if (op->waits_for)
        clock.learn(op->waits_for->clock);
    clock.learn(stream->index, op->number);
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
    work_queued(op->uses, clock);
}

work_clock device::clock_of(const CUstream_st *stream) const
{
    work_clock clock;
    for (const CUstream_st *s : streams_) // with the default stream, most wait for all
        if (s == stream || stream == nullptr || (stream == &default_stream_ && s->blocking))
            clock.learn(s->clock);
    return clock;
}

operation_pointer device::kernel_left() const
{
    for (const CUstream_st *s : streams_)
        for (const operation_pointer &op : s->queue)
            if (op->kernel != nullptr && !op->done)
                return op;
    return nullptr;
}

bool device::idle() const
{
    return std::all_of(streams_.begin(), streams_.end(), [](CUstream_st *s) { return s->queue.empty(); });
}

// Whether what the operation has to wait for, besides its own stream, is done.
bool device::may_start(const operation &op) const
{
    if (sticky) // nothing runs any more
        return true;
    if (op.waits_for && !op.waits_for->done)
        return false;
    auto later = [&](const CUstream_st *other) {
        return other->queue.empty() || other->queue.front()->number > op.number;
    };
    if (op.stream != &default_stream_)
        return !op.stream->blocking || later(&default_stream_);
    return std::all_of(streams_.begin(), streams_.end(), [&](const CUstream_st *other) {
        return other == op.stream || !other->blocking || later(other);
    });
}

void device::end(const operation_pointer &op)
{
    if (op->leaves) {
        op->leaves->done = true;
        clock_gettime(CLOCK_MONOTONIC, &op->leaves->time);
    }
    op->done = true;
    op->stream->queue.pop_front();
    changed_.notify_all();
}

// Starts every operation that may start.
void device::advance()
{
    for (bool again = true; again;) {
        again = false;
        for (CUstream_st *stream : streams_) {
            if (stream->queue.empty())
                continue;
            operation_pointer op = stream->queue.front();
            if (op->started || !may_start(*op))
                continue;
            op->started = true;
            if ((sticky && !op->even_broken) || (!op->kernel && !op->work)) {
                end(op);
                again = true;
            } else if (op->by_host) {
                changed_.notify_all();
            } else {
                running_.push_back(op);
                has_work_ = true;
                if (op->kernel && op->kernel->blocks() > 1)
                    work_.notify_all();
                else
                    work_.notify_one();
            }
        }
    }
}

// --- the cores ---

void *device::core_thread(void *with)
{
    core_start start = *static_cast<core_start *>(with);
    delete static_cast<core_start *>(with);
    start.of->run_cores_work(start.stacks);
    return nullptr;
}

void device::run_cores_work(char *stacks)
{
    stack_t stack = {}; // a stack overflow is handled on another stack
    stack.ss_size = 64 * 1024;
    stack.ss_sp = new char[stack.ss_size];
    sigaltstack(&stack, nullptr);

    core &mine = *new core(stacks);
    this_core = &mine;
    ++cores_ready_;
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) {
        if (running_.empty()) {
            lock.unlock();
            look_for_work();
            lock.lock();
        }
        work_.wait(lock, [&] { return !running_.empty(); });
        operation_pointer op = running_.front();
        if (op->work) {
            running_.pop_front();
            has_work_ = !running_.empty();
            lock.unlock();
            op->work();
            lock.lock();
            finish(op);
            continue;
        }
        if (op->cores++ == 0)
            op->kernel->checked = begins_checked(op->kernel->record);
        lock.unlock();
        catch_faults_again();
        mine.prepare(*op->kernel);
        const uint64_t blocks = op->kernel->blocks();
        uint64_t at_once = 1, first;
        while (!op->broken && (first = op->next_block.fetch_add(at_once)) < blocks) {
            const uint64_t end = std::min(first + at_once, blocks);
            at_once = blocks_at_once(*op->kernel, end);
            for (uint64_t block = first; block < end && !op->broken.load(std::memory_order_relaxed); ++block) {
                if (!mine.run(block)) {
                    op->broken = true;
                    break_with(op->kernel->error);
                }
            }
        }
        mine.finish();
        lock.lock();
        running_.remove(op); // the first core that finds no block left
        has_work_ = !running_.empty();
        if (--op->cores == 0) {
            lock.unlock();
            if (op->kernel->checked) {
                bool anything_new = op->kernel->record.findings.print(op->kernel->record.name, memory_name);
                ended_checked(op->kernel->record, anything_new || op->kernel->error != cudaSuccess);
                kernel_ended(op->kernel->record);
                end_launch(op->kernel->record);
            }
            if (op->kernel->error != cudaSuccess) // of a thread
                break_with(op->kernel->error);
            lock.lock();
            finish(op);
        }
    }
}

// From now on every call returns this error, or an earlier one.
void device::break_with(cudaError_t error)
{
    cudaError_t none = cudaSuccess;
    sticky.compare_exchange_strong(none, error);
}

// To wake a sleeping thread can take longer than a small kernel, above all in a virtual machine. So a core that has
// just worked looks around for a moment before it sleeps; whoever else wants the processor gets it.
void device::look_for_work()
{
    auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(200);
    while (!has_work_.load(std::memory_order_relaxed) && std::chrono::steady_clock::now() < end)
        sched_yield();
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
        cpu_set_t cpus;
        CPU_ZERO(&cpus);
        int n = sched_getaffinity(0, sizeof cpus, &cpus) == 0 ? CPU_COUNT(&cpus) : 1;
        return std::min((unsigned)std::max(n, 1), most_cores);
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
        c.break_off(cudaErrorNotSupported, [=, &c] { return host_call_text(c, function, caller); });
    }
    return this_core != nullptr || in_host_function ? cudaErrorNotPermitted : cudaSuccess;
}

cudaError_t refusal(const char *function, const void *caller)
{
    cudaError_t misplaced = misplaced_call(function, caller);
    return misplaced ? misplaced : the_device().sticky.load();
}

// --- work ---

cudaError_t queue_operation(const operation_pointer &op, cudaStream_t handle, bool wait)
{
    device &d = the_device();
    std::unique_lock<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.stream_of(handle);
    if (stream == nullptr)
        return cudaErrorInvalidResourceHandle;
    op->by_host = wait && op->work;
    d.enqueue(stream, op);
    if (!wait)
        return cudaSuccess;
    const work_clock clock = op->clock;
    d.wait(lock, [&] { return op->started || op->done; });
    if (op->by_host && !op->done) {
        lock.unlock();
        op->work();
        lock.lock();
        d.finish(op);
    }
    d.wait(lock, [&] { return op->done; });
    host_waited(clock);
    return d.sticky;
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
    pthread_t thread;
    if (int error = start_thread(run_host_function, const_cast<std::function<void()> *>(&function), &thread))
        die(1, "cannot start a thread for a host function: %s", strerror(error));
    pthread_join(thread, nullptr);
}

cudaError_t wait_for_everything()
{
    device &d = the_device();
    {
        std::unique_lock<std::mutex> lock(d.mutex);
        const work_clock clock = d.clock_of(nullptr);
        d.wait(lock, [&] { return d.idle(); });
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

std::string wait_a_moment()
{
    device *d = started_device;
    if (d == nullptr || this_core != nullptr || in_host_function)
        return "";
    std::unique_lock<std::mutex> lock(d->mutex, std::try_to_lock);
    if (!lock)
        return "";
    auto idle = [d] { return d->idle(); };
    d->wait(lock, idle, std::chrono::seconds(2));
    const operation_pointer left = d->kernel_left();
    if (left == nullptr)
        return "";
    const launch_name &name = left->kernel->record.name;
    return format("%s, launched at %s:%d", name.kernel, name.file, name.line);
}
} // namespace cpu_device
