// SPDX-License-Identifier: MIT
// A plain load before a compare-and-swap of the same place is only a guess: its value is not used unless the swap finds
// it again. So if a compare-and-swap of that place soon follows, a race with the load is not reported.
#pragma once

#include <cstdint>
#include <memory>

#include "../limits.h"
#include "history.h"

namespace cpu_device
{
// One for each core: each thread's last recorded plain loads.
class guesses
{
  public:
    guesses() : of_thread_(new loads[max_threads]) {}
    void launch_begins()
    {
        possible_ = program_compares_and_swaps();
    }
    bool are_possible() const
    {
        return possible_;
    }
    void remember(unsigned thread, const char *address, uint32_t instruction)
    {
        if (!possible_)
            return;
        loads &l = of_thread_[thread];
        const unsigned at = l.next % loads::most;
        l.next = (at + 1) % loads::most;
        l.last[at] = {address, instruction};
    }
    // The thread does a compare-and-swap there.
    void compare_exchange(unsigned thread, const char *address, launch_findings &findings)
    {
        loads &l = of_thread_[thread];
        l.next %= loads::most;
        for (const auto &load : l.last)
            if (load.address == address) {
                l.next |= loads::swapped;
                findings.let_guess_pass(pc_of_instruction(load.instruction));
            }
    }
    // Whether there was a compare-and-swap of one of these places since the thread's last load.
    bool swapped(unsigned thread) const
    {
        return (of_thread_[thread].next & loads::swapped) != 0;
    }

  private:
    struct loads {
        static constexpr unsigned most = 8, swapped = most;
        struct {
            const char *address = nullptr;
            uint32_t instruction = 0; // of the instruction
        } last[most];
        unsigned next = 0; // the load to be replaced; and `swapped`, if a compare-and-swap has come since the last load
    };
    bool possible_ = false; // the program compares and swaps
    std::unique_ptr<loads[]> of_thread_;
};
} // namespace cpu_device
