// SPDX-License-Identifier: MIT
// Which threads of the block have stored in this epoch without a fence since.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "../limits.h"

namespace cpu_device
{
// One for each core. `epoch`: its number, unique over all blocks.
class unfenced_stores
{
  public:
    void forget() // the numbers of epochs begin anew
    {
        std::fill_n(last_.get(), max_threads, stored());
    }
    void epoch_begins()
    {
        global_ = 0;
    }
    // The thread stores: anywhere, or in global memory data that is no flag.
    void note(unsigned thread, uint32_t epoch)
    {
        last_[thread].anywhere = epoch;
    }
    void note_global(unsigned thread, uint32_t epoch)
    {
        stored &s = last_[thread];
        global_ += s.global != epoch;
        s.anywhere = s.global = epoch;
    }
    void fence(unsigned thread, bool of_device, uint32_t epoch)
    {
        stored &s = last_[thread];
        if (of_device) {
            global_ -= s.global == epoch;
            s.global = 0;
        }
        s.anywhere = 0;
    }
    bool any(unsigned thread, uint32_t epoch) const
    {
        return last_[thread].anywhere == epoch;
    }
    bool any_global() const // by any thread of the block
    {
        return global_ != 0;
    }

  private:
    struct stored { // in which epochs a thread last did so
        uint32_t anywhere = 0, global = 0;
    };
    std::unique_ptr<stored[]> last_{new stored[max_threads]};
    unsigned global_ = 0; // threads that stored in global memory
};
} // namespace cpu_device
