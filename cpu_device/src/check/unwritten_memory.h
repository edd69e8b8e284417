// SPDX-License-Identifier: MIT
// Reads of global memory that nothing has written yet. (Those of shared memory wait for the end of their epoch, see
// uninitialized_reads.h.)
#pragma once

#include <unordered_map>
#include <vector>

#include "events.h"

namespace cpu_device
{
// What was found about single accesses of the block that runs. One for each core.
class single_findings
{
  public:
    [[gnu::cold]] void note(const running_block &here, report_kind kind, unsigned thread,
                            const announced_access &access);
    void take(std::vector<finding> &found) // at the end of the block
    {
        for (finding &f : found_)
            found.push_back(f);
        found_.clear();
    }

  private:
    std::vector<finding> found_;
};

// One for each core.
class unwritten_memory
{
  public:
    explicit unwritten_memory(single_findings &to) : found_(to) {}
    void block_begins()
    {
        exchanged_.clear();
    }
    // The thread accesses global memory. `unwritten`: nothing has written there, though the access needs a value.
    void accessed(const running_block &here, unsigned thread, const announced_access &access, bool unwritten);
    void uses_exchanged(const running_block &here, unsigned thread); // the thread uses what its last exchange has found

  private:
    single_findings &found_;
    // By thread: its last exchange, if that was the first to write there.
    std::unordered_map<unsigned, announced_access> exchanged_;
};

// Whether an instruction is in the kernel's own code, or was inlined there. What a function returns that the compiler
// has not inlined counts as unused: its callers may ignore it.
bool in_kernel_itself(const void *pc);
} // namespace cpu_device
