// SPDX-License-Identifier: MIT
// The device: its cores, the streams that give them work, events, and the API functions about these.
//
// One lock guards all of it. An operation (a kernel, a copy, a mark of an event) waits in the queue of its stream; when
// it is at the front, and what it must wait for in other streams is done, it starts: kernels and copies go to the
// cores, marks are over at once. A core takes the blocks of a kernel one by one, without the lock.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <ctime>
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <sched.h>
#include <set>
#include <thread>
#include <vector>

#include "block.h"
#include "../say/findings.h"
#include "../runtime.h"

namespace cpu_device
{
namespace
{
// A mark that an event left in a stream.
struct event_mark {
    bool done = false;
    timespec time = {};
};

struct operation {
    uint64_t number; // in the order of the host's calls
    CUstream_st *stream;
    std::shared_ptr<const grid_launch> kernel; // one of these four
    std::function<void()> work;
    std::shared_ptr<event_mark> leaves, waits_for;

    bool by_host = false; // the thread that queued it runs the work itself
    bool started = false, done = false;
    std::atomic<uint64_t> next_block{0};
    std::atomic<bool> broken{false};
    unsigned cores = 0; // that run its blocks now
};
using operation_pointer = std::shared_ptr<operation>;
} // namespace
} // namespace cpu_device

struct CUstream_st {
    bool blocking = true; // ordered with the default stream
    std::deque<cpu_device::operation_pointer> queue;
};

struct CUevent_st {
    bool timing = true;
    std::shared_ptr<cpu_device::event_mark> mark; // the last one; none before the first cudaEventRecord
};

namespace cpu_device
{
namespace
{
// Limits of compute capability 9.0 (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability").
constexpr unsigned max_block_z = 64;
constexpr unsigned max_grid_x = 0x7fffffff, max_grid_yz = 65535;
constexpr size_t max_dynamic_shared = 227 * 1024; // after cudaFuncSetAttribute
constexpr size_t shared_per_multiprocessor = 228 * 1024;

class device
{
  public:
    device()
    {
        streams_.insert(&default_stream_);
        catch_faults();
        for (unsigned i = 0; i < core_count(); ++i)
            std::thread(&device::run_core, this).detach();
    }

    std::mutex mutex;

    // --- all of these with the lock held ---

    // Null for a handle that is none.
    CUstream_st *stream_of(cudaStream_t handle)
    {
        if (handle == nullptr || handle == cudaStreamLegacy)
            return &default_stream_;
        return streams_.count(handle) ? handle : nullptr;
    }

    CUstream_st *new_stream(bool blocking)
    {
        CUstream_st *stream = new CUstream_st;
        stream->blocking = blocking;
        streams_.insert(stream);
        return stream;
    }

    void delete_stream(CUstream_st *stream, std::unique_lock<std::mutex> &lock)
    {
        wait(lock, [=] { return stream->queue.empty(); });
        streams_.erase(stream);
        delete stream;
    }

    void enqueue(CUstream_st *stream, const operation_pointer &op)
    {
        op->number = ++operations_;
        op->stream = stream;
        if (sticky) { // nothing runs any more
            op->done = true;
            return;
        }
        stream->queue.push_back(op);
        advance();
    }

    template <class Condition> void wait(std::unique_lock<std::mutex> &lock, Condition condition)
    {
        changed_.wait(lock, condition);
    }
    template <class Condition>
    void wait(std::unique_lock<std::mutex> &lock, Condition condition, std::chrono::seconds at_most)
    {
        changed_.wait_for(lock, at_most, condition);
    }

    bool idle() const
    {
        return std::all_of(streams_.begin(), streams_.end(), [](CUstream_st *s) { return s->queue.empty(); });
    }

    void finish(const operation_pointer &op)
    {
        end(op);
        advance();
    }

    void set_sticky(cudaError_t error)
    {
        if (!sticky)
            sticky = error;
    }

    std::atomic<cudaError_t> sticky{cudaSuccess};
    std::set<CUevent_st *> events;
    std::map<const void *, size_t> dynamic_limits; // by kernel, from cudaFuncSetAttribute
    std::map<std::string, unsigned> bounds;        // __launch_bounds__ of the kernels launched so far, by type

  private:
    // Whether what the operation has to wait for, besides its own stream, is done.
    bool may_start(const operation &op) const
    {
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

    void end(const operation_pointer &op)
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
    void advance()
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
                if (sticky || (!op->kernel && !op->work)) {
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

    void run_core()
    {
        stack_t stack = {}; // a stack overflow is handled on another stack
        stack.ss_size = 64 * 1024;
        stack.ss_sp = new char[stack.ss_size];
        sigaltstack(&stack, nullptr);

        core &mine = *new core;
        this_core = &mine;
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
            ++op->cores;
            lock.unlock();
            mine.prepare(*op->kernel);
            uint64_t blocks = op->kernel->blocks(), block;
            while (!op->broken.load(std::memory_order_relaxed) && (block = op->next_block.fetch_add(1)) < blocks) {
                if (!mine.run(block)) {
                    op->broken = true;
                    set_sticky(mine.error());
                }
            }
            mine.finish();
            lock.lock();
            running_.remove(op); // the first core that finds no block left
            has_work_ = !running_.empty();
            if (--op->cores == 0) {
                lock.unlock();
                op->kernel->findings.print(*op->kernel);
                lock.lock();
                finish(op);
            }
        }
    }

    // To wake a sleeping thread can take longer than a small kernel, above all in a virtual machine. So a core that has
    // just worked looks around for a moment before it sleeps; whoever else wants the processor gets it.
    void look_for_work()
    {
        auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(200);
        while (!has_work_.load(std::memory_order_relaxed) && std::chrono::steady_clock::now() < end)
            sched_yield();
    }

    static void catch_faults()
    {
        for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) {
            struct sigaction action = {};
            action.sa_sigaction = on_fault;
            action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER; // it is left by longjmp
            sigaction(signal, &action, nullptr);
        }
    }

    static void on_fault(int signal, siginfo_t *info, void *context)
    {
        if (this_core != nullptr && this_core->in_kernel())
            this_core->fault(signal, info, context);
        ::signal(signal, SIG_DFL); // the host's own fault: it happens again, and ends the program
        std::string what = describe_address(info->si_addr);
        if (!what.empty()) // which it does anyway, so it may as well do more here than a handler should
            report(severity::error, format("Error: host code touches device memory\n    %s", what.c_str()));
    }

    CUstream_st default_stream_;
    std::set<CUstream_st *> streams_;
    uint64_t operations_ = 0;
    std::list<operation_pointer> running_; // with work left that no core has taken
    std::atomic<bool> has_work_{false};    // whether there are any; may be read without the lock
    std::condition_variable work_, changed_;
};

std::atomic<device *> started_device{nullptr};

device &the_device()
{
    static device *only = started_device = new device; // outlives main, as its cores do
    return *only;
}

thread_local cudaError_t last_error = cudaSuccess;

// What stands between <<< and >>>, until the kernel is called; the arguments of that call may hold a launch too.
struct configuration {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    const char *file;
    int line;
    bool used;
};
thread_local std::vector<configuration> configurations;

// CPU_DEVICE_SEED: 0 or unset, the warps of a block run in their own order; else in another for each launch and block.
uint64_t next_seed()
{
    static std::atomic<uint64_t> launches{0};
    const char *text = getenv("CPU_DEVICE_SEED");
    uint64_t seed = text ? strtoull(text, nullptr, 10) : 0, launch = ++launches;
    return seed == 0 ? 0 : mix(mix(seed) + launch);
}

cudaError_t check(const grid_launch &l)
{
    auto outside = [](unsigned n, unsigned max) { return n == 0 || n > max; };
    if (outside(l.grid.x, max_grid_x) || outside(l.grid.y, max_grid_yz) || outside(l.grid.z, max_grid_yz) ||
        outside(l.block.x, max_threads) || outside(l.block.y, max_threads) || outside(l.block.z, max_block_z) ||
        (uint64_t)l.block.x * l.block.y * l.block.z > l.body.max_threads)
        return cudaErrorInvalidValue; // and not cudaErrorInvalidConfiguration, on an H200 with CUDA 13.0
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    d.bounds[l.body.type] = l.body.max_threads;
    size_t statically = static_shared_size(l.body.type),
           limit = max_static_shared - std::min(statically, max_static_shared);
    for (const auto &[kernel, dynamic] : d.dynamic_limits)
        if (is_body_of(l.body.type, kernel))
            limit = dynamic;
    return l.dynamic_shared > limit ? cudaErrorInvalidValue : cudaSuccess;
}

// Which limit a launch exceeds.
std::string why_refused(const grid_launch &l)
{
    const dim3 &g = l.grid, &b = l.block;
    uint64_t threads = (uint64_t)b.x * b.y * b.z;
    if (g.x == 0 || g.y == 0 || g.z == 0)
        return "a grid of 0 blocks";
    if (threads == 0)
        return "blocks of 0 threads";
    if (threads > l.body.max_threads)
        return format("%llu threads a block, of at most %u", (unsigned long long)threads, l.body.max_threads);
    if (b.z > max_block_z)
        return format("a block of (%u,%u,%u) threads, of at most %u in z", b.x, b.y, b.z, max_block_z);
    if (g.x > max_grid_x || g.y > max_grid_yz || g.z > max_grid_yz)
        return format("a grid of (%u,%u,%u) blocks, of at most (%u,%u,%u)", g.x, g.y, g.z, max_grid_x, max_grid_yz,
                      max_grid_yz);
    return format("%zu bytes of shared memory a block, of at most %zu unless cudaFuncSetAttribute() allows more",
                  l.dynamic_shared + static_shared_size(l.body.type), max_static_shared);
}

// Queues the work of a function that is given a stream; `wait` runs it in the calling thread.
cudaError_t queue_and_wait(const operation_pointer &op, cudaStream_t handle, bool wait)
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
    d.wait(lock, [&] { return op->started || op->done; });
    if (op->by_host && !op->done) {
        lock.unlock();
        op->work();
        lock.lock();
        d.finish(op);
    }
    d.wait(lock, [&] { return op->done; });
    return d.sticky;
}
} // namespace

unsigned core_count()
{
    // A core's stacks are up to 2048 mappings, and Linux allows a process 65530 (vm.max_map_count).
    static const unsigned count = [] {
        cpu_set_t cpus;
        CPU_ZERO(&cpus);
        int n = sched_getaffinity(0, sizeof cpus, &cpus) == 0 ? CPU_COUNT(&cpus) : 1;
        return (unsigned)std::min(std::max(n, 1), 24);
    }();
    return count;
}

cudaError_t remember(cudaError_t error)
{
    if (error) {
        last_error = error;
        call_failed();
    }
    return error;
}

cudaError_t sticky_error()
{
    if (this_core != nullptr) // a host function that runs in a stream may not call CUDA
        return cudaErrorNotPermitted;
    return the_device().sticky;
}

cudaError_t in_stream(cudaStream_t stream, bool wait, std::function<void()> work)
{
    auto op = std::make_shared<operation>();
    op->work = std::move(work);
    return queue_and_wait(op, stream, wait);
}

cudaError_t wait_for_everything()
{
    device &d = the_device();
    {
        std::unique_lock<std::mutex> lock(d.mutex);
        d.wait(lock, [&] { return d.idle(); });
    }
    show_kernel_output();
    return d.sticky;
}

void wait_a_moment()
{
    device *d = started_device;
    if (d == nullptr || this_core != nullptr)
        return;
    std::unique_lock<std::mutex> lock(d->mutex, std::try_to_lock);
    if (lock)
        d->wait(
            lock, [&] { return d->idle(); }, std::chrono::seconds(2));
}

void configure(dim3 grid, dim3 block, size_t shared, cudaStream_t stream, const char *file, int line)
{
    if (this_core != nullptr && !this_core->in_kernel())
        return; // launch() will say so
    if (this_core != nullptr)
        this_core->break_off(cudaErrorNotSupported,
                             format("Error: a launch in a kernel\n    %s\n    at %s:%d: this device has no dynamic "
                                    "parallelism",
                                    this_core->where().c_str(), base_name(file), line));
    configurations.push_back({grid, block, shared, stream, file, line, false});
}

void launched()
{
    if (this_core != nullptr)
        return;
    configuration given = configurations.back();
    configurations.pop_back();
    if (!given.used) {
        fprintf(stderr, "CPU device: %s:%d launches a function that is no kernel: is __global__ missing?\n",
                base_name(given.file), given.line);
        abort();
    }
}

void launch(kernel_body body)
{
    if (this_core != nullptr) {
        remember(cudaErrorNotPermitted);
        return;
    }
    if (configurations.empty() || configurations.back().used) {
        fprintf(stderr, "CPU device: kernel %s was called like a function; launch it with %s<<<grid, block>>>(...)\n",
                body.name, body.name);
        abort();
    }
    configuration &given = configurations.back();
    given.used = true;
    auto l = std::make_shared<grid_launch>();
    l->body = std::move(body);
    l->grid = given.grid;
    l->block = given.block;
    l->dynamic_shared = given.shared;
    l->file = base_name(given.file);
    l->line = given.line;
    l->seed = next_seed();
    cudaError_t error = sticky_error();
    if (!error && (error = check(*l)))
        launch_refused(
            format("Error: a launch failed, and nobody asked\n    kernel %s at %s:%d: %s (%s)\n    The kernel "
                   "never ran. Call cudaGetLastError() behind every launch.",
                   l->body.name, l->file, l->line, why_refused(*l).c_str(), cudaGetErrorName(error)));
    if (!error) {
        auto op = std::make_shared<operation>();
        op->kernel = std::move(l);
        error = queue_and_wait(op, given.stream, false);
    }
    remember(error);
}

cudaError_t func_set_attribute(const void *kernel, cudaFuncAttribute attribute, int value)
{
    RETURN_IF_BROKEN();
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout)
        return cudaSuccess;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
        (size_t)value + static_shared_size_of(kernel) > max_dynamic_shared)
        return remember(cudaErrorInvalidValue);
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    d.dynamic_limits[kernel] = (size_t)value;
    return cudaSuccess;
}
} // namespace cpu_device

using namespace cpu_device;

// --- errors ---

cudaError_t cudaGetLastError(void)
{
    launch_error_asked_for();
    cudaError_t error = last_error; // even after a kernel broke off: the next other call returns that error again
    last_error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    launch_error_asked_for();
    return last_error;
}

const char *cudaGetErrorName(cudaError_t error)
{
    switch (error) {
#define NAME(name, number, text)                                                                                       \
    case name: return #name;
        CPU_DEVICE_ERRORS(NAME)
#undef NAME
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    switch (error) {
#define TEXT(name, number, text)                                                                                       \
    case name: return text;
        CPU_DEVICE_ERRORS(TEXT)
#undef TEXT
    }
    return "unrecognized error code";
}

// --- streams ---

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    RETURN_IF_BROKEN();
    if (stream == nullptr || flags > cudaStreamNonBlocking)
        return remember(cudaErrorInvalidValue);
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    *stream = d.new_stream(flags != cudaStreamNonBlocking);
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int)
{
    return cudaStreamCreateWithFlags(stream, flags);
}

cudaError_t cudaStreamDestroy(cudaStream_t handle)
{
    RETURN_IF_BROKEN();
    device &d = the_device();
    std::unique_lock<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.stream_of(handle);
    if (stream == nullptr || stream != handle)
        return remember(cudaErrorInvalidResourceHandle);
    d.delete_stream(stream, lock);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle)
{
    RETURN_IF_BROKEN();
    device &d = the_device();
    {
        std::unique_lock<std::mutex> lock(d.mutex);
        CUstream_st *stream = d.stream_of(handle);
        if (stream == nullptr)
            return remember(cudaErrorInvalidResourceHandle);
        operation_pointer last = stream->queue.empty() ? nullptr : stream->queue.back();
        d.wait(lock, [&] { return last == nullptr || last->done; });
    }
    show_kernel_output();
    return remember(d.sticky);
}

cudaError_t cudaStreamQuery(cudaStream_t handle)
{
    RETURN_IF_BROKEN();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.stream_of(handle);
    if (stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    return stream->queue.empty() ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int)
{
    RETURN_IF_BROKEN();
    auto op = std::make_shared<operation>();
    {
        device &d = the_device();
        std::lock_guard<std::mutex> lock(d.mutex);
        if (!d.events.count(event))
            return remember(cudaErrorInvalidResourceHandle);
        op->waits_for = event->mark;
    }
    return remember(queue_and_wait(op, stream, false));
}

// Runs a function of the host's on a thread of its own: in that of a core, the program's thread_local variables are
// shared memory of a block.
static void call_host(const std::function<void()> &function)
{
    core *mine = this_core; // which tells API functions not to work
    std::thread([&] {
        this_core = mine;
        function();
    }).join();
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned int flags)
{
    RETURN_IF_BROKEN();
    if (callback == nullptr || flags != 0)
        return remember(cudaErrorInvalidValue);
    return remember(in_stream(stream, false, [=] { call_host([=] { callback(stream, cudaSuccess, data); }); }));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    RETURN_IF_BROKEN();
    if (function == nullptr)
        return remember(cudaErrorInvalidValue);
    return remember(in_stream(stream, false, [=] { call_host([=] { function(data); }); }));
}

// --- events ---

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    RETURN_IF_BROKEN();
    if (event == nullptr || (flags & ~(unsigned)(cudaEventBlockingSync | cudaEventDisableTiming)) != 0)
        return remember(cudaErrorInvalidValue);
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    *event = new CUevent_st;
    (*event)->timing = !(flags & cudaEventDisableTiming);
    d.events.insert(*event);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    RETURN_IF_BROKEN();
    auto op = std::make_shared<operation>();
    {
        device &d = the_device();
        std::lock_guard<std::mutex> lock(d.mutex);
        if (!d.events.count(event))
            return remember(cudaErrorInvalidResourceHandle);
        op->leaves = event->mark = std::make_shared<event_mark>();
    }
    return remember(queue_and_wait(op, stream, false));
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    RETURN_IF_BROKEN();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    if (!d.events.count(event))
        return remember(cudaErrorInvalidResourceHandle);
    return event->mark == nullptr || event->mark->done ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    RETURN_IF_BROKEN();
    device &d = the_device();
    {
        std::unique_lock<std::mutex> lock(d.mutex);
        if (!d.events.count(event))
            return remember(cudaErrorInvalidResourceHandle);
        std::shared_ptr<event_mark> mark = event->mark;
        d.wait(lock, [&] { return mark == nullptr || mark->done; });
    }
    show_kernel_output();
    return remember(d.sticky);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop)
{
    RETURN_IF_BROKEN();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    if (milliseconds == nullptr)
        return remember(cudaErrorInvalidValue);
    for (cudaEvent_t event : {start, stop})
        if (!d.events.count(event) || !event->timing || event->mark == nullptr)
            return remember(cudaErrorInvalidResourceHandle);
    if (!start->mark->done || !stop->mark->done)
        return remember(cudaErrorNotReady);
    const timespec &from = start->mark->time, &to = stop->mark->time;
    *milliseconds = (float)((double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) * 1e-6);
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    RETURN_IF_BROKEN();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    if (d.events.erase(event) == 0)
        return remember(cudaErrorInvalidResourceHandle);
    delete event; // a mark that is still on its way is kept by its operation
    return cudaSuccess;
}

// --- the device ---

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    return remember(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaSetDeviceFlags(unsigned int)
{
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *)
{
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int number)
{
    if (p == nullptr)
        return remember(cudaErrorInvalidValue);
    if (number != 0)
        return remember(cudaErrorInvalidDevice);
    size_t free = 0, total = 0;
    cudaMemGetInfo(&free, &total);
    *p = {};
    snprintf(p->name, sizeof p->name, "CUDA device on the CPU, %u core%s", core_count(), core_count() == 1 ? "" : "s");
    p->totalGlobalMem = total;
    p->sharedMemPerBlock = max_static_shared;
    p->regsPerBlock = p->regsPerMultiprocessor = 65536;
    p->warpSize = warp_size;
    p->memPitch = 0x7fffffff;
    p->maxThreadsPerBlock = max_threads;
    p->maxThreadsDim[0] = p->maxThreadsDim[1] = max_threads;
    p->maxThreadsDim[2] = max_block_z;
    p->maxGridSize[0] = max_grid_x;
    p->maxGridSize[1] = p->maxGridSize[2] = max_grid_yz;
    p->totalConstMem = 65536;
    p->major = 9;
    p->textureAlignment = 512;
    p->multiProcessorCount = (int)core_count();
    p->integrated = 1;
    p->canMapHostMemory = p->concurrentKernels = p->unifiedAddressing = p->managedMemory = 1;
    p->maxThreadsPerMultiProcessor = max_threads; // a core runs one block at a time
    p->maxBlocksPerMultiProcessor = 1;
    p->sharedMemPerMultiprocessor = shared_per_multiprocessor;
    p->sharedMemPerBlockOptin = max_dynamic_shared;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int number)
{
    cudaDeviceProp p;
    if (cudaError_t error = cudaGetDeviceProperties(&p, number))
        return error;
    if (value == nullptr)
        return remember(cudaErrorInvalidValue);
    switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: *value = p.maxThreadsPerBlock; break;
    case cudaDevAttrMaxBlockDimX: *value = p.maxThreadsDim[0]; break;
    case cudaDevAttrMaxBlockDimY: *value = p.maxThreadsDim[1]; break;
    case cudaDevAttrMaxBlockDimZ: *value = p.maxThreadsDim[2]; break;
    case cudaDevAttrMaxGridDimX: *value = p.maxGridSize[0]; break;
    case cudaDevAttrMaxGridDimY: *value = p.maxGridSize[1]; break;
    case cudaDevAttrMaxGridDimZ: *value = p.maxGridSize[2]; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *value = (int)p.sharedMemPerBlock; break;
    case cudaDevAttrTotalConstantMemory: *value = (int)p.totalConstMem; break;
    case cudaDevAttrWarpSize: *value = p.warpSize; break;
    case cudaDevAttrMaxPitch: *value = (int)p.memPitch; break;
    case cudaDevAttrMaxRegistersPerBlock: *value = p.regsPerBlock; break;
    case cudaDevAttrClockRate: *value = 1000000; break;
    case cudaDevAttrMultiProcessorCount: *value = p.multiProcessorCount; break;
    case cudaDevAttrIntegrated: *value = p.integrated; break;
    case cudaDevAttrCanMapHostMemory: *value = p.canMapHostMemory; break;
    case cudaDevAttrConcurrentKernels: *value = p.concurrentKernels; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *value = p.maxThreadsPerMultiProcessor; break;
    case cudaDevAttrUnifiedAddressing: *value = p.unifiedAddressing; break;
    case cudaDevAttrComputeCapabilityMajor: *value = p.major; break;
    case cudaDevAttrComputeCapabilityMinor: *value = p.minor; break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: *value = (int)p.sharedMemPerMultiprocessor; break;
    case cudaDevAttrManagedMemory: *value = p.managedMemory; break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = (int)p.sharedMemPerBlockOptin; break;
    case cudaDevAttrKernelExecTimeout: // nothing is timed out
    case cudaDevAttrMemoryClockRate:   // not known
    case cudaDevAttrGlobalMemoryBusWidth:
    case cudaDevAttrL2CacheSize:
    case cudaDevAttrAsyncEngineCount:
    case cudaDevAttrCooperativeLaunch: *value = 0; break;
    default: return remember(cudaErrorInvalidValue);
    }
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void)
{
    return remember(wait_for_everything());
}

cudaError_t cudaDeviceReset(void)
{
    wait_for_everything();
    free_all_memory();
    device &d = the_device();
    if (d.sticky) // a GPU is not to be had again by this process
        d.sticky = cudaErrorDevicesUnavailable;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache)
{
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit)
{
    if (value == nullptr)
        return remember(cudaErrorInvalidValue);
    switch (limit) {
    case cudaLimitStackSize: *value = 512 * 1024; return cudaSuccess;
    case cudaLimitPrintfFifoSize: *value = 1 << 20; return cudaSuccess;
    case cudaLimitMallocHeapSize: *value = 8 << 20; return cudaSuccess;
    }
    return remember(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value)
{
    size_t has;
    if (cudaError_t error = cudaDeviceGetLimit(&has, limit))
        return error;
    return remember(limit == cudaLimitStackSize && value > has ? cudaErrorInvalidValue : cudaSuccess);
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

namespace cpu_device
{
cudaError_t func_get_attributes(cudaFuncAttributes *attributes, const void *kernel)
{
    if (attributes == nullptr || kernel == nullptr)
        return remember(cudaErrorInvalidDeviceFunction);
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    *attributes = {};
    attributes->sharedSizeBytes = static_shared_size_of(kernel);
    attributes->maxThreadsPerBlock = max_threads;
    for (const auto &[type, bound] : d.bounds)
        if (is_body_of(type.c_str(), kernel))
            attributes->maxThreadsPerBlock = (int)bound;
    attributes->binaryVersion = attributes->ptxVersion = 90;
    auto limit = d.dynamic_limits.find(kernel);
    attributes->maxDynamicSharedSizeBytes =
        (int)(limit != d.dynamic_limits.end() ? limit->second : max_static_shared - attributes->sharedSizeBytes);
    return cudaSuccess;
}

cudaError_t occupancy(int *blocks, const void *kernel, int threads, size_t dynamic_shared)
{
    cudaFuncAttributes attributes;
    if (cudaError_t error = func_get_attributes(&attributes, kernel))
        return error;
    if (blocks == nullptr || threads < 1)
        return remember(cudaErrorInvalidValue);
    *blocks =
        threads <= attributes.maxThreadsPerBlock && dynamic_shared <= (size_t)attributes.maxDynamicSharedSizeBytes;
    return cudaSuccess;
}
} // namespace cpu_device
