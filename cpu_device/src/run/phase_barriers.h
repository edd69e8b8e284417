// SPDX-License-Identifier: MIT
// Barriers with phases in shared memory, as a GPU has them (mbarrier in PTX, cuda::barrier in C++): a phase is over
// when the expected number of arrivals has come, and all bytes of its asynchronous copies. Threads arrive, and wait for
// the end of a phase later, or never.
//
// Where the program keeps a barrier there are 8 bytes that mean nothing; the state is here, by their address.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "../check/cell.h"

namespace cpu_device
{
struct line_in_file {
    const char *file = nullptr; // if the line is 0: the instruction after the call
    int line = 0;
};
struct source_position;
source_position position_of(const line_in_file &at);

class phase_barrier
{
  public:
    static constexpr unsigned most = (1 << 20) - 1; // arrivals in a phase

    explicit phase_barrier(const char *address) : address_(address) {}

    // Who did something last, where, and at which timestamp of the thread's clock.
    struct use {
        unsigned thread;
        line_in_file at;
        shadow_value timestamp;
    };
    void begins(unsigned expected, const use &by);
    void ends(const use &by)
    {
        alive_ = false;
        ended_ = by;
    }

    const char *address() const
    {
        return address_;
    }
    bool alive() const
    {
        return alive_;
    }
    bool has_ended() const // it was initialized, and destroyed
    {
        return !alive_ && begun_;
    }
    const use &initialized() const
    {
        return initialized_;
    }
    const use &ended() const
    {
        return ended_;
    }
    uint64_t phase() const // the one under way, counted from 0
    {
        return phase_;
    }
    unsigned expected() const // in each phase from the next on
    {
        return expected_;
    }
    unsigned pending() const // arrivals that this phase still lacks
    {
        return pending_;
    }
    long long bytes() const // that its copies still have to bring; negative: more were copied than are expected
    {
        return bytes_;
    }
    const std::vector<unsigned> &arrived() const // threads, in this phase
    {
        return arrived_;
    }
    bool is_unused() const // nobody has arrived since it was initialized
    {
        return phase_ == 0 && arrived_.empty();
    }
    bool is_complete() const
    {
        return pending_ == 0 && bytes_ == 0;
    }
    // Whether the caller is the first to see that it is complete: that thread ends the phase.
    bool takes_end()
    {
        return is_complete() && !std::exchange(end_taken_, true);
    }

    void arrive(unsigned thread, unsigned count, unsigned drop);
    void expect(long long bytes)
    {
        bytes_ += bytes;
    }
    void next_phase();

    // The phase of the thread's last arrival, plus 1; 0: it has not arrived.
    uint64_t arrivals_until(unsigned thread) const
    {
        return thread < last_.size() ? last_[thread] : 0;
    }
    // A wait of the thread for that phase has returned. none: for the one before the first, which is always over.
    void saw(unsigned thread, uint64_t phase);
    // The last phase that it has waited for, plus 1; 0: it has waited for none.
    uint64_t seen_until(unsigned thread) const
    {
        return thread < seen_.size() ? seen_[thread] : 0;
    }
    bool let_any_pass() const // a wait has returned
    {
        return !seen_.empty();
    }
    // What a thread gets when it arrives, and waits with.
    uint64_t token() const;
    // The phase of a token; none: another barrier has given it.
    static constexpr uint64_t none = UINT64_MAX;
    uint64_t phase_of(uint64_t token) const;
    static unsigned pending_of(uint64_t token);

    // An address that stands for a phase: what its arrivals release, its waits acquire.
    const char *place(uint64_t phase) const
    {
        return address_ + phase % 8;
    }
    // The last use by each thread; at.file is null where it has not used the barrier.
    const std::vector<use> &users() const
    {
        return users_;
    }
    void used(const use &by);
    bool knows(unsigned thread) const // it has used the barrier
    {
        return thread < users_.size() && users_[thread].at.file != nullptr;
    }

  private:
    const char *address_;
    bool alive_ = false, begun_ = false, end_taken_ = false;
    unsigned expected_ = 0, pending_ = 0;
    long long bytes_ = 0;
    uint64_t phase_ = 0;
    use initialized_ = {}, ended_ = {};
    std::vector<unsigned> arrived_;
    std::vector<uint64_t> last_, seen_;
    std::vector<use> users_;
};

// Those of the running block.
class phase_barriers
{
  public:
    void block_begins()
    {
        all_.clear();
    }
    phase_barrier &at(const char *address);
    const std::deque<phase_barrier> &all() const
    {
        return all_;
    }

  private:
    std::deque<phase_barrier> all_;
};
} // namespace cpu_device
