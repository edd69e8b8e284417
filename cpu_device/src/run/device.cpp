// SPDX-License-Identifier: MIT
#include "device.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <pthread.h>
#include <sched.h>
#include <vector>

#include "../check/sampling.h"
#include "../check/trace.h"
#include "../platform/program_image.h"
#include "../platform/source_line.h"
#include "../say/kernel_output.h"
#include "../say/report.h"
#include "../settings.h"
#include "block_threads.h"
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

// What the thread of a core begins with.
struct core_start {
    device *of;
    char *stacks;
    bool extra; // beyond one for each processor
};

// Of the host function that the core is about to call.
__thread place_in_stream host_function_at;

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
    return nullptr;
}

// How many blocks of a kernel the device can have under way at once, and a GPU would, too.
uint64_t most_under_way(const grid_launch &kernel)
{
    return std::min<uint64_t>({kernel.blocks(), most_on_gpu(kernel.threads(), kernel.shared_of_block()),
                               core_count() + most_extra_threads / kernel.threads()});
}

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

diagnosis diagnose_host_call(const core &c, const char *function, const void *caller)
{
    return c.diagnose(report_kind::host_function, reported_place(static_cast<const char *>(caller) - 1))
        .say("calls %s(): nvcc does not compile that.", function);
}
} // namespace

std::atomic<unsigned> own_threads{0};

int start_thread(void *(*function)(void *), void *argument, pthread_t *thread)
{
    sigset_t others, old;
    sigfillset(&others);
    for (int signal : fault_signals)
        sigdelset(&others, signal);
    pthread_sigmask(SIG_SETMASK, &others, &old);
    int error = pthread_create(thread, nullptr, function, argument);
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
    own_threads += error == 0;
    return error;
}

void use_signal_stack()
{
    stack_t stack = {};
    stack.ss_size = 64 * 1024;
    stack.ss_sp = new char[stack.ss_size];
    sigaltstack(&stack, nullptr);
}

__thread bool null_stream_is_own;
__thread int current_device;

// --- the queues ---

device::device() : next_index_((unsigned)setting.devices)
{
    for (int i = 0; i < setting.devices; ++i) {
        default_streams_[i].device = i;
        default_streams_[i].index = (unsigned)i;
        default_streams_[i].id = (unsigned long long)i + 1;
        streams_.insert(&default_streams_[i]);
    }
    if (setting.devices > 1 || program_launches_in_kernels())
        several_streams = true;
    pthread_atfork(nullptr, nullptr, [] { forked_child = true; });
    catch_faults();
    // With fewer cores than there should be, it is only slower.
    unsigned started = 0;
    int error = 0;
    for (unsigned i = 0; i < core_count() && error == 0; ++i) {
        char *stacks = core::reserve_stacks();
        pthread_t thread;
        error = stacks == nullptr ? errno : start_thread(core_thread, new core_start{this, stacks, false}, &thread);
        if (error == 0) {
            pthread_detach(thread);
            ++started;
        }
    }
    if (started == 0)
        die(1, "no memory or no thread for the device to run on: %s", strerror(error));
    while (cores_ready_ < started) // what is missing is reported before the program has begun any work
        sched_yield();
    start_watching(*this);
}

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
    several_streams = true;
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
    operation_pointer last = stream->queue.empty() ? nullptr : stream->queue.back();
    wait(lock, [&] { return last == nullptr || last->done; });
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
    clock.join(stream->clock);
    if (!is_default(*stream) && stream->blocking)
        clock.join(default_streams_[stream->device].clock);
    for (const CUstream_st *other : is_default(*stream) ? streams_ : std::set<CUstream_st *>())
        if (other->device == stream->device && other->blocking &&
            !clock.includes(other->index, other->clock.of(other->index)))
            clock.join(other->clock);
    for (const auto &mark : op->waits_for)
        clock.join(mark->clock);
    if (is_default(*stream))
        clock.join(clock_of_gone_blocking_[stream->device]);
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
    work_queued(op->uses, clock);
}

work_clock device::clock_of(const CUstream_st *stream) const
{
    work_clock clock;
    for (const CUstream_st *s : streams_) // with the default stream, most wait for all
        if (s == stream || (is_default(*stream) && s->device == stream->device && s->blocking))
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
    if (op.kernel && op.kernel->resident) // blocks of another such launch may hold cores that this one needs
        for (const CUstream_st *s : busy_)
            if (s->queue.front()->started && s->queue.front()->kernel && s->queue.front()->kernel->resident)
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
            if (variables_are_many() && (op->kernel || op->has_variables)) {
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

// --- the cores ---

void *device::core_thread(void *with)
{
    core_start start = *static_cast<core_start *>(with);
    delete static_cast<core_start *>(with);
    start.of->run_cores_work(start.stacks, start.extra);
    return nullptr;
}

// What a core is to do next; an extra one runs blocks of crowded kernels only. Null: nothing.
operation_pointer device::work_for(bool extra) const
{
    for (const operation_pointer &op : running_)
        if (!extra || op->crowded)
            return op;
    return nullptr;
}

void device::run_cores_work(char *stacks, bool extra)
{
    use_signal_stack();
    core &mine = *new core(stacks);
    block_threads of_blocks(stacks);
    this_core = &mine;
    cores_ready_ += !extra;
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) {
        if (!extra && running_.empty()) {
            lock.unlock();
            look_for_work();
            lock.lock();
        }
        operation_pointer op;
        work_.wait(lock, [&] { return (op = work_for(extra)) != nullptr; });
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
            continue;
        }
        begin_kernel(*op);
        if (op->kernel->resident != nullptr) {
            const unsigned part = op->cores_taken++;
            if (op->cores_taken == op->kernel->resident->cores())
                taken(op);
            lock.unlock();
            run_resident_blocks(*op, part, of_blocks);
            lock.lock();
        } else {
            lock.unlock();
            run_blocks(*op, mine);
            lock.lock();
            taken(op); // by the first core that finds no block left
        }
        if (--op->cores == 0)
            end_kernel(op, lock);
    }
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
        kernel.checked = begins_checked(kernel.record);
        if (tracing())
            trace_launch_begins(kernel.record);
        op.crowded = kernel.resident == nullptr && crowded_.count(kernel.kernel.type) > 0;
        if (op.crowded)
            work_.notify_all();
        op.cores = kernel.resident != nullptr ? kernel.resident->cores() : 0; // each of them takes part
    }
    if (kernel.resident == nullptr)
        ++op.cores;
}

void device::end_kernel(const operation_pointer &op, std::unique_lock<std::mutex> &lock)
{
    grid_launch &kernel = *op->kernel;
    if (op->ending)
        return;
    op->ending = true;
    lock.unlock();
    kernel.left.report(kernel.record.name.kernel);
    kernel.shuffled.report(kernel.record.name);
    if (kernel.checked) {
        bool anything_new = kernel.record.findings.print(kernel.record.name, memory_name);
        ended_checked(kernel.record, anything_new || kernel.error != cudaSuccess);
        kernel_ended(kernel.record);
        end_launch(kernel.record);
        report_stream_races(launch_is_over);
        if (tracing())
            trace_launch_ends(anything_new || kernel.error != cudaSuccess || kernel.left.any());
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
    if (op->kernel->resident != nullptr)
        op->kernel->resident->break_up();
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
        return op->kernel && (op->kernel->resident == nullptr ? op->cores > 0 : op->cores_taken > 0);
    });
}

// As many as a GPU would have under way at once, if the system allows so many threads and stacks.
bool device::begin_more_blocks(const operation_pointer &op)
{
    const grid_launch &kernel = *op->kernel;
    const uint64_t most = most_under_way(kernel);
    crowded_.insert(kernel.kernel.type);
    op->crowded = true;
    bool any = op->cores < std::min<uint64_t>(most, core_count() + extra_cores_);
    while (core_count() + extra_cores_ < most) {
        char *stacks = core::reserve_stacks();
        pthread_t thread;
        if (stacks == nullptr || start_thread(core_thread, new core_start{this, stacks, true}, &thread) != 0)
            break;
        pthread_detach(thread);
        ++extra_cores_;
        any = true;
    }
    work_.notify_all();
    return any;
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
            if (!on.run(block_in_order(*op.kernel, block))) {
                op.broken = true;
                break_with(op.kernel->error);
            }
        }
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

// From now on every call returns this error, or an earlier one.
void device::break_with(cudaError_t error)
{
    cudaError_t none = cudaSuccess;
    sticky.compare_exchange_strong(none, error);
}

// Waking a sleeping thread can take longer than a small kernel, above all in a virtual machine. So a core that has just
// worked polls for a moment before it sleeps, and yields to other threads meanwhile.
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
        // One for each device at least, since kernels of two devices may wait for one another.
        return std::min((unsigned)std::max({n, 1, setting.devices}), most_cores);
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
        c.break_off(cudaErrorNotSupported, [=, &c] { return diagnose_host_call(c, function, caller); });
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
    const char *text = getenv("CPU_DEVICE_SEED");
    uint64_t seed = text ? strtoull(text, nullptr, 10) : 0, launch = ++launches;
    return seed == 0 ? 0 : mix(mix(seed) + launch);
}

cudaError_t queue_operation(const operation_pointer &op, cudaStream_t handle, bool wait, bool promised)
{
    device &d = the_device();
    std::unique_lock<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.stream_of(handle);
    if (stream == nullptr)
        return cudaErrorInvalidResourceHandle;
    if (stream->capture != nullptr)
        return capture_work(*stream, op);
    if (cudaError_t error = captures_forbid(*stream, d))
        return error;
    op->by_host = wait && op->work;
    auto others = [&](auto &&function) {
        for (int i = 0; i < setting.devices && d.is_default(*stream); ++i)
            if (i != stream->device && op->joins >> i & 1)
                function(d.default_stream(i));
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
        auto behind = std::make_shared<operation>();
        behind->waits_for.push_back(op->leaves);
        d.enqueue(&other, behind);
    });
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
    if (promised)
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
    host_call call = {function, host_function_at};
    if (int error = start_thread(run_host_function, &call, &thread))
        die(1, "cannot start a thread for a host function: %s", strerror(error));
    pthread_join(thread, nullptr);
    --own_threads;
}

cudaError_t wait_for_device(int number)
{
    device &d = the_device();
    {
        std::unique_lock<std::mutex> lock(d.mutex);
        const work_clock clock = d.clock_of(number);
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
