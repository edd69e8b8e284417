// SPDX-License-Identifier: MIT
// What the core tells the checks, and what they answer. The core knows no single check; they know nothing of the core.
//
// All is told by the thread of the operating system that the core is, of one block at a time. A check answers an access
// with a value that says what is wrong; what it only finds (races, reads of what nothing has written), it keeps for the
// end of the launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "../limits.h"
#include "../memory/arena.h"
#include "../memory/block_memory.h"
#include "access.h"
#include "between_blocks.h"
#include "counters.h"
#include "shared_memory.h"

namespace cpu_device
{
// What is wrong with an access, so that the kernel can not go on.
enum class wrong : uint8_t { nothing, misaligned, illegal, outside_variable, outside_dynamic };

// An access, as the compiler announced it.
struct announced_access {
    access kind;
    const char *address;
    size_t size, alignment; // bytes; of the latter the address must be a multiple
    const void *pc;         // the instruction
};

class checks
{
  public:
    explicit checks(block_memory &memory) : memory_(memory) {}

    // `arguments`: of the kernel, which its threads read.
    void launch_begins(launch_record &launch, const char *arguments, size_t arguments_size);
    void launch_ends(const char *body_type); // this core will run no more of its blocks
    void block_begins(uint64_t block);
    void block_ends(uint64_t block, bool broken);

    // A thread, by its rank in the block, is about to access memory other than its own stack.
    [[gnu::always_inline]] wrong access_begins(unsigned thread, const announced_access &what);
    // Around an atomic operation, which access_begins() has seen. Not done: it is tried again.
    void atomic_begins(unsigned thread, const announced_access &what);
    bool atomic_ends(unsigned thread, const announced_access &what, bool done);
    // A compare-and-swap of the thread, which access_begins() has seen too: what it read there before was a guess.
    void compare_exchange(unsigned thread, const char *address);
    void fence(unsigned thread, bool of_device);
    void barrier();
    // Lanes have met; `whole`: all that are left of the warp. `orders`: what they did to memory too.
    void warp_meets(unsigned warp, unsigned lanes, bool whole, bool orders);

    // Counting, if it was asked for: true where a thread is far ahead of its warp, of which the others should run now.
    // Then, if the warp has not met since, it counts as if it had.
    bool counts() const
    {
        return counting_;
    }
    bool count(unsigned thread, const announced_access &what);
    uint32_t meetings(unsigned warp) const
    {
        return counter_.flushes(warp);
    }
    void meet_unless_met(unsigned warp, uint32_t meetings);

    // For a report: "reads address 0x10: a null pointer, ..."; of what access_begins() has refused.
    std::string describe(wrong what, const announced_access &access) const;

  private:
    [[gnu::cold]] void found_not_written(unsigned thread, const announced_access &what);
    wrong access_elsewhere(unsigned thread, const announced_access &what);

    block_memory &memory_;
    launch_record *launch_ = nullptr;
    const char *arguments_ = nullptr;
    size_t arguments_size_ = 0;
    shared_memory_check in_block_;
    between_blocks_check between_blocks_;
    std::vector<finding> not_written_; // global memory that was read
    struct {
        const char *address;
        const void *pc;
    } last_read_[max_threads] = {}; // by thread: plain, of what is not its own
    bool counting_ = false;
    bool begun_atomic_ = false; // between_blocks_ was told so
    access_counter counter_;
};

inline bool in_checked_arena(const char *address)
{
    return reinterpret_cast<uintptr_t>(address) - checked_arena < checked_arena_size;
}

// Of every load and store: so it is inlined where the core learns of these.
inline wrong checks::access_begins(unsigned thread, const announced_access &what)
{
    const char *address = what.address;
    size_t size = what.size, offset;
    if (__builtin_expect((reinterpret_cast<uintptr_t>(address) & (what.alignment - 1)) != 0, false))
        return wrong::misaligned;
    if (what.kind == access::read)
        last_read_[thread] = {address, what.pc};
    if ((offset = memory_.in_static(address)) < memory_.static_size()) {
        bool guard_variable;
        if (!memory_.within_variable(offset, size, &guard_variable))
            return wrong::outside_variable;
        if (!guard_variable)
            in_block_.touch(thread, what.kind, address, offset, size, what.pc);
        return wrong::nothing;
    }
    if (memory_.near_dynamic(address)) {
        offset = memory_.in_dynamic(address);
        if (offset > memory_.dynamic_size() || size > memory_.dynamic_size() - offset)
            return wrong::outside_dynamic;
        in_block_.touch(thread, what.kind, address, memory_.static_size() + offset, size, what.pc);
        return wrong::nothing;
    }
    if (!in_checked_arena(address))
        return access_elsewhere(thread, what);
    global_cell *cells;
    memory_state state = touch_memory(address, size, needs_value(what.kind), writes(what.kind), &cells);
    if (__builtin_expect(state == memory_state::illegal, false))
        return wrong::illegal;
    if (__builtin_expect(state == memory_state::uninitialized, false))
        found_not_written(thread, what);
    access kind = in_block_.touch_flag(thread, what.kind, address);
    between_blocks_.touch(thread, kind, address, size, what.pc, cells);
    return wrong::nothing;
}

// What lies at an address that a kernel may not access, as in "a null pointer, or an element of one".
std::string describe_illegal(const char *address);
// The name of the memory that a finding is about.
std::string memory_name(const finding &found);
} // namespace cpu_device
