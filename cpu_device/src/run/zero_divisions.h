// SPDX-License-Identifier: MIT
// Integer divisions by zero in a kernel. C++ leaves their result undefined, a processor refuses them, and a GPU goes
// on; so the thread goes on, too, with what a GPU computes.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <type_traits>
#include <vector>

#include "../say/kernel_findings.h"

namespace cpu_device
{
// The quotient as well as the remainder, as an H200 gives them (tests/as_measured/zero_divisors): all bits are set. Of
// 64-bit integers nvcc divides the low halves alone if both high halves are zero.
template <class T> T divided_by_zero(T x)
{
    return (T)(sizeof x == 8 && (uint64_t)x >> 32 == 0 ? UINT32_MAX : UINT64_MAX);
}

// Those of a launch, which are reported when it is over: for each line the first thread of the first block.
class zero_divisions
{
  public:
    struct where {
        uint64_t block;
        unsigned thread;
        // Where the functions were called that led to the instruction, the nearest first: it may be in a library.
        std::vector<const char *> callers;
    };
    // At most so many lines are reported.
    static constexpr size_t most = 5;
    // `callers`: a function that returns them, called for a new instruction.
    template <class Callers> void add(const char *instruction, uint64_t block, unsigned thread, Callers callers)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto [at, is_new] = found_.try_emplace(instruction, where{block, thread, {}});
        if (is_new)
            at->second.callers = callers();
        else if (block < at->second.block || (block == at->second.block && thread < at->second.thread))
            at->second = {block, thread, std::move(at->second.callers)};
    }
    // True: there was one that had not been reported.
    bool report(const launch_name &launch);

  private:
    std::mutex mutex_;
    std::map<const char *, where> found_; // by instruction
};
} // namespace cpu_device
