// SPDX-License-Identifier: MIT
// The host threads that are the cores of the device, and the program's threads that wait for them.
#include <cerrno>
#include <cstring>
#include <pthread.h>
#include <sched.h>

#include "../../platform/linux/signals.h"
#include "../../platform/threads.h"
#include "../../say/report.h"
#include "../block_threads.h"
#include "../core.h"
#include "../device.h"

namespace cpu_device
{
namespace
{
// What the thread of a core begins with.
struct core_start {
    device *of;
    char *stacks;
    bool extra; // beyond one for each processor
};
} // namespace

void device::start_cores()
{
    // With fewer cores than there should be, it is only slower.
    unsigned started = 0;
    int error = 0;
    for (unsigned i = 0; i < core_count() && error == 0; ++i) {
        error = start_core(false);
        started += error == 0;
    }
    if (started == 0)
        die(1, "no memory or no thread for the device to run on: %s", strerror(error));
    while (cores_ready_ < started) // what is missing is reported before the program has begun any work
        sched_yield();
}

// Returns 0 or an errno value.
int device::start_core(bool extra)
{
    char *stacks = fibers::reserve_stacks(resident_threads());
    if (stacks == nullptr)
        return errno;
    pthread_t thread;
    const int error = start_thread(core_thread, new core_start{this, stacks, extra}, &thread);
    if (error == 0)
        pthread_detach(thread);
    return error;
}

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
    take_nudges(mine);
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
        work_on(op, mine, of_blocks, lock);
    }
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
        if (start_core(true) != 0)
            break;
        ++extra_cores_;
        any = true;
    }
    work_.notify_all();
    return any;
}

void device::run_blocks_in_turns(operation &op, core &on, block_threads &)
{
    run_blocks(op, on);
}

// Waking a sleeping thread can take longer than a small kernel, above all in a virtual machine. So a core that has just
// worked polls for a moment before it sleeps, and yields to other threads meanwhile.
void device::look_for_work()
{
    auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(200);
    while (!has_work_.load(std::memory_order_relaxed) && std::chrono::steady_clock::now() < end)
        sched_yield();
}

void device::wait_for_change(std::unique_lock<std::mutex> &lock)
{
    const defer_cancellation guard;
    changed_.wait(lock);
}

bool device::wait_for_change(std::unique_lock<std::mutex> &lock, std::chrono::steady_clock::time_point end)
{
    const defer_cancellation guard;
    return changed_.wait_until(lock, end) == std::cv_status::no_timeout;
}
} // namespace cpu_device
