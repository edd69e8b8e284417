// SPDX-License-Identifier: MIT
// A division instruction that the processor refuses: by zero, or with a quotient that does not fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ucontext.h>

namespace cpu_device
{
class refused_division
{
  public:
    // The context of a signal's handler.
    explicit refused_division(void *context);
    // False: the instruction is not one that can be read.
    explicit operator bool() const
    {
        return length_ > 0;
    }
    bool is_by_zero() const
    {
        return divisor_ == 0;
    }
    // The smallest integer by -1.
    bool overflows() const
    {
        return is_signed_ && divisor_ == -1;
    }
    // Ends the instruction with these results: for a division by zero; with the smallest integer and 0.
    void give_of_zero();
    void give_smallest();

  private:
    void read();
    uint64_t read_address(const uint8_t *&at, unsigned rex, unsigned mode, unsigned low) const;
    void give(uint64_t quotient, uint64_t remainder);

    ucontext_t *context_;
    size_t length_ = 0; // of the instruction, in bytes
    unsigned bits_ = 0; // of its operand
    bool is_signed_ = false;
    int64_t divisor_ = 0;
};
} // namespace cpu_device
