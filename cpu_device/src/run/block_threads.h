// SPDX-License-Identifier: MIT
// The host threads of the blocks that share a core (resident_blocks.h). They are kept for the next launch. The stacks
// of their CUDA threads belong to the core.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace cpu_device
{
class core;

// By the thread of a block: waits until `turn` is notified, or longer or shorter.
void wait_in_block(std::unique_lock<std::mutex> &lock, std::condition_variable &turn);

class block_threads
{
  public:
    explicit block_threads(char *stacks) : stacks_(stacks) {}
    // Runs work(core, i) in each of `count` host threads, for one block of `threads` CUDA threads each. Returns when
    // all are done.
    void run(unsigned count, unsigned threads, const std::function<void(core &, unsigned)> &work);
    // Where one thread has all blocks: the core of a block; and, while run() runs, adds blocks up to so many. False:
    // there are as many, or there is no room.
    core &core_of(unsigned number);
    bool add(unsigned most);

  private:
    static void *thread_main(void *all);
    void take_part(unsigned number);

    char *const stacks_;
    std::mutex mutex_;
    std::condition_variable begin_, end_;
    unsigned started_ = 0, wanted_ = 0, left_ = 0, threads_ = 0;
    uint64_t round_ = 0;
    const std::function<void(core &, unsigned)> *work_ = nullptr;
    std::vector<core *> cores_; // where there is one thread for all blocks
};
} // namespace cpu_device
