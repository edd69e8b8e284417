// SPDX-License-Identifier: MIT
#include "../block_threads.h"

#include <cstring>
#include <pthread.h>

#include "../../platform/threads.h"
#include "../../say/report.h"
#include "../core.h"
#include "../device.h"

namespace cpu_device
{
namespace
{
struct start {
    block_threads *all;
    unsigned number;
};
} // namespace

void wait_in_block(std::unique_lock<std::mutex> &lock, std::condition_variable &turn)
{
    turn.wait(lock);
}

void block_threads::run(unsigned count, unsigned threads, const std::function<void(core &, unsigned)> &work)
{
    std::unique_lock<std::mutex> lock(mutex_);
    for (; started_ < count; ++started_) {
        pthread_t thread;
        if (int error = start_thread(thread_main, new start{this, started_}, &thread))
            die(1, "no thread for a block: %s", strerror(error));
        pthread_detach(thread);
    }
    work_ = &work;
    wanted_ = left_ = count;
    threads_ = threads;
    ++round_;
    begin_.notify_all();
    end_.wait(lock, [this] { return left_ == 0; });
}

void *block_threads::thread_main(void *with)
{
    start s = *static_cast<start *>(with);
    delete static_cast<start *>(with);
    s.all->take_part(s.number);
    return nullptr;
}

void block_threads::take_part(unsigned number)
{
    use_signal_stack();
    core &mine = *new core(stacks_);
    this_core = &mine;
    std::unique_lock<std::mutex> lock(mutex_);
    for (uint64_t seen = 0;;) {
        begin_.wait(lock, [&] { return round_ != seen && number < wanted_; });
        seen = round_;
        mine.use_stacks(stacks_ + (size_t)number * threads_ * stack_step, threads_);
        lock.unlock();
        (*work_)(mine, number);
        lock.lock();
        if (--left_ == 0)
            end_.notify_one();
    }
}
} // namespace cpu_device
