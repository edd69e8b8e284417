// SPDX-License-Identifier: MIT
// The blocks that are under way at once are on stacks of their own, and one runs until it waits. Their static shared
// memory is one place, as the linker has it, so what a block has there is kept while another runs.
#include "../block_threads.h"

#include <algorithm>
#include <cstring>
#include <deque>

#include "../../platform/pages.h"
#include "../../platform/program_image.h"
#include "../../platform/threads.h"
#include "../../say/report.h"
#include "../builtin_variables.h"
#include "../core.h"
#include "../resident_blocks.h"
#include "../switch_stack.h"

namespace cpu_device
{
namespace
{
struct block_stack {
    void *left = nullptr; // where it goes on
    bool begun = false, done = false;
    core *mine = nullptr, *checked = nullptr;
    unsigned polls = 1;
    uint3 thread = {}, block = {}, block_size = {}, grid = {};
    std::vector<char> shared;
};
constexpr size_t size_of_stack = 128 * 1024;

struct {
    void *scheduler = nullptr;
    std::deque<block_stack> all; // which may become more
    unsigned running = 0;
    const std::function<void(core &, unsigned)> *work = nullptr;
} blocks;

void keep(block_stack &b)
{
    const code_image &image = the_program();
    const char *shared = thread_local_of(image);
    b.shared.assign(shared, shared + image.thread_local_size);
    b.checked = checked_core;
    b.polls = polls_left;
    b.thread = threadIdx;
    b.block = blockIdx;
    b.block_size = blockDim;
    b.grid = gridDim;
}

void bring_back(const block_stack &b)
{
    memcpy(thread_local_of(the_program()), b.shared.data(), b.shared.size());
    this_core = b.mine;
    checked_core = b.checked;
    polls_left = b.polls;
    threadIdx = b.thread;
    blockIdx = b.block;
    blockDim = b.block_size;
    gridDim = b.grid;
}

void block_main()
{
    const unsigned number = blocks.running;
    (*blocks.work)(*blocks.all[number].mine, number);
    blocks.all[number].done = true;
    cpu_device_resume_stack(blocks.scheduler);
}
} // namespace

// Other blocks run.
void yield_processor()
{
    block_stack &mine = blocks.all[blocks.running];
    keep(mine);
    cpu_device_switch_stack(&mine.left, blocks.scheduler);
    bring_back(mine);
}

void wait_in_block(std::unique_lock<std::mutex> &lock, std::condition_variable &)
{
    lock.unlock();
    yield_processor();
    lock.lock();
}

core &block_threads::core_of(unsigned number)
{
    while (cores_.size() <= number)
        cores_.push_back(new core(stacks_));
    return *cores_[number];
}

bool block_threads::add(unsigned most)
{
    const auto before = (unsigned)blocks.all.size(), count = std::min(most, resident_threads() / threads_);
    for (unsigned i = before; i < count; ++i) {
        core_of(i).use_stacks(stacks_ + (size_t)i * threads_ * stack_step, threads_);
        blocks.all.emplace_back().mine = &core_of(i);
    }
    return count > before;
}

void block_threads::run(unsigned count, unsigned threads, const std::function<void(core &, unsigned)> &work)
{
    static char *stacks = nullptr;
    constexpr size_t most = 2 * max_threads; // fibers::reserve_stacks()
    if (stacks == nullptr && (stacks = zeroed_pages(most / warp_size * size_of_stack)) == nullptr)
        die(1, "no memory for the stacks of blocks");
    core *const before = this_core;
    threads_ = (threads + warp_size - 1) / warp_size * warp_size; // there is a stack of a block for each warp
    blocks.all.clear();
    blocks.work = &work;
    add(count);
    for (unsigned done = 0, i = 0; done < blocks.all.size(); i = (i + 1) % blocks.all.size()) {
        block_stack &next = blocks.all[i];
        if (next.done)
            continue;
        blocks.running = i;
        this_core = next.mine;
        if (next.begun) {
            cpu_device_switch_stack(&blocks.scheduler, next.left);
        } else {
            next.begun = true;
            cpu_device_begin_stack(&blocks.scheduler, stacks + (i + 1) * size_of_stack, block_main);
        }
        done += next.done;
    }
    this_core = before;
}
} // namespace cpu_device
