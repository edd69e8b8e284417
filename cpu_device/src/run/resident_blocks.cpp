// SPDX-License-Identifier: MIT
#include "resident_blocks.h"

#include <algorithm>

#include "../check/history.h"
#include "../limits.h"
#include "../say/report.h"
#include "../settings.h"
#include "block_threads.h"
#include "device.h"

namespace cpu_device
{
// Each thread's stack takes two mappings, and Linux allows a process 65530 (settings.h).
unsigned resident_threads()
{
    return core_count() <= most_cores / 2 ? 2 * max_threads : max_threads;
}

unsigned most_resident(unsigned threads, size_t shared)
{
    return most_resident_of(resident_threads(), threads, shared);
}

unsigned most_resident_of(unsigned all_threads, unsigned threads, size_t shared)
{
    const unsigned whole_warps = (threads + warp_size - 1) / warp_size * warp_size;
    const auto by_memory = (unsigned)(shared_per_multiprocessor / (shared + reserved_shared));
    return std::min({max_resident_blocks, all_threads / whole_warps, by_memory});
}

uint64_t most_on_gpu(unsigned threads, size_t shared)
{
    constexpr unsigned multiprocessors = 132, threads_each = 2048; // of an H100 or H200
    return (uint64_t)multiprocessors * most_resident_of(threads_each, threads, shared);
}

resident_blocks::resident_blocks(unsigned blocks, unsigned cores, uint64_t seed)
    : blocks_(blocks), cores_(std::min(blocks, cores)), all_(new block[blocks]),
      ready_(new std::deque<uint64_t>[cores_]), busy_(new bool[cores_]())
{
    for (unsigned number = 0; number < blocks_; ++number)
        ready_[number % cores_].push_back(number);
    for (unsigned core = 0; core < cores_ && seed != 0; ++core)
        for (size_t left = ready_[core].size(); left > 1; --left)
            std::swap(ready_[core][left - 1], ready_[core][(seed = mix(seed)) % left]);
    for (unsigned core = 0; core < cores_; ++core)
        give_turn(core);
}

// --- with the lock held ---

void resident_blocks::give_turn(uint64_t core)
{
    if (busy_[core] || ready_[core].empty())
        return;
    block &next = all_[ready_[core].front()];
    ready_[core].pop_front();
    busy_[core] = true;
    next.is = state::runs;
    next.turn.notify_one();
}

void resident_blocks::wait_for_turn(std::unique_lock<std::mutex> &lock, block &b)
{
    while (b.is != state::runs && !broken_ && in_vain_ != &b && !(deadlock_ && b.is == state::waits))
        wait_in_block(lock, b.turn);
}

void resident_blocks::leave_core(uint64_t number, state is)
{
    all_[number].is = is;
    busy_[number % cores_] = false;
    give_turn(number % cores_);
}

// A block that waits waits for all others.
void resident_blocks::look_for_deadlock()
{
    for (unsigned i = 0; i < blocks_ && parked_ > 0 && exited_ + parked_ == blocks_ && in_vain_ == nullptr; ++i)
        if (all_[i].is == state::parks) {
            in_vain_ = &all_[i];
            all_[i].turn.notify_one();
        }
    if (exited_ == 0 || arrived_ == 0 || exited_ + arrived_ < blocks_)
        return;
    deadlock_ = true;
    for (unsigned i = 0; i < blocks_; ++i)
        all_[i].turn.notify_one();
}

// --- by the thread of a block ---

bool resident_blocks::begin(uint64_t number)
{
    std::unique_lock<std::mutex> lock(mutex_);
    wait_for_turn(lock, all_[number]);
    return !broken_;
}

void resident_blocks::end(uint64_t number)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (deadlock_ || broken_) // the first report is kept
        return;
    ++exited_;
    leave_core(number, state::exited);
    look_for_deadlock();
}

void resident_blocks::let_others_run(uint64_t number)
{
    std::unique_lock<std::mutex> lock(mutex_);
    const uint64_t core = number % cores_;
    if (ready_[core].empty() || broken_)
        return;
    ready_[core].push_back(number);
    leave_core(number, state::ready);
    wait_for_turn(lock, all_[number]);
}

resident_blocks::outcome resident_blocks::meet(uint64_t number, const char *file, int line)
{
    std::unique_lock<std::mutex> lock(mutex_);
    block &mine = all_[number];
    mine.file = file;
    mine.line = line;
    if (broken_)
        return outcome::broken;
    if (++arrived_ < blocks_) {
        leave_core(number, state::waits);
        look_for_deadlock();
    } else {
        arrived_ = 0;
        first_segment_ = segments.next();
        for (unsigned i = 0; i < blocks_; ++i) {
            all_[i].is = state::ready;
            ready_[i % cores_].push_back(i);
        }
        busy_[number % cores_] = false;
        for (unsigned core = 0; core < cores_; ++core)
            give_turn(core);
    }
    wait_for_turn(lock, mine);
    return broken_ ? outcome::broken : mine.is == state::runs ? outcome::all_came : outcome::some_exited;
}

resident_blocks::outcome resident_blocks::park(uint64_t number)
{
    std::unique_lock<std::mutex> lock(mutex_);
    if (broken_)
        return outcome::broken;
    ++parked_;
    leave_core(number, state::parks);
    look_for_deadlock();
    wait_for_turn(lock, all_[number]);
    return broken_ ? outcome::broken : all_[number].is == state::runs ? outcome::all_came : outcome::some_exited;
}

void resident_blocks::wake(uint64_t number)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (all_[number].is != state::parks)
        return;
    --parked_;
    all_[number].is = state::ready;
    ready_[number % cores_].push_back(number);
    give_turn(number % cores_);
}

void resident_blocks::break_up()
{
    std::lock_guard<std::mutex> lock(mutex_);
    broken_ = true;
    for (unsigned i = 0; i < blocks_; ++i)
        all_[i].turn.notify_one();
}

// --- report ---

std::string resident_blocks::text(std::vector<waiting_group> &waiting)
{
    std::lock_guard<std::mutex> lock(mutex_);
    std::string text;
    auto add = [&](auto wanted, const char *one, const char *several, const waiting_group &where) {
        std::string which;
        unsigned count = 0;
        for (unsigned i = 0, begin = blocks_; i <= blocks_; ++i) { // runs of blocks with nothing else between
            if (i < blocks_ && wanted(all_[i])) {
                ++count;
                begin = std::min(begin, i);
            } else if (begin < blocks_) {
                which += format(i - begin > 1 ? "%s%u-%u" : "%s%u", which.empty() ? "" : ", ", begin, i - 1);
                begin = blocks_;
            }
        }
        if (count == 0)
            return;
        text += format("\n    %u %s%s: %s", count, tr(count == 1 ? one : several),
                       where.at.line == 0 ? ""
                                          : format(" in sync() of the grid_group at %s:%d",
                                                   base_name(where.at.file.c_str()), where.at.line)
                                                .c_str(),
                       which.c_str());
        if (where.at.line != 0) {
            waiting.push_back(where);
            waiting.back().count = count;
            waiting.back().blocks = which;
        }
    };
    for (unsigned i = 0; i < blocks_; ++i) {
        auto at_line_of = [&](const block &b) {
            return b.is == state::waits && b.line == all_[i].line && std::string(b.file) == all_[i].file;
        };
        if (all_[i].is == state::waits && std::find_if(&all_[0], &all_[i], at_line_of) == &all_[i])
            add(at_line_of, "block waits", "blocks wait",
                {tr("sync() of the grid_group"), {all_[i].file, all_[i].line}, 0, ""});
    }
    add([](const block &b) { return b.is == state::exited; }, "block has exited", "blocks have exited", {});
    return text;
}
} // namespace cpu_device
