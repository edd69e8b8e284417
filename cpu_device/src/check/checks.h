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
#include "counters.h"
#include "races.h"

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
    bool of_block = false;  // an atomic operation that is one for its own block alone
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
    void compare_exchange(unsigned thread, const char *address)
    {
        races_.compare_exchange(thread, address);
    }
    // A volatile store, where the thread has last read by a volatile load.
    bool updates(unsigned thread, const char *address) const
    {
        return races_.updates(thread, address);
    }
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
    bool is_known(const cell *cells, unsigned thread, const announced_access &what, size_t place, bool shared) const;
    [[gnu::noinline]] wrong access_begins_anew(unsigned thread, const announced_access &what);
    bool is_shared(const char *address) const;
    wrong access_elsewhere(unsigned thread, const announced_access &what);
    [[gnu::cold]] void note(finding::kind kind, unsigned thread, const announced_access &what);

    size_t dynamic_offset() const // of dynamic shared memory, among the cells of all
    {
        return (memory_.static_size() + 15) / 16 * 16;
    }

    block_memory &memory_;
    launch_record *launch_ = nullptr;
    const char *arguments_ = nullptr;
    size_t arguments_size_ = 0;
    race_check races_;
    std::vector<finding> noted_; // of single accesses, in this block
    bool counting_ = false;
    bool begun_atomic_ = false; // races_ wants to know its end
    access_counter counter_;
};

inline bool in_checked_arena(const char *address)
{
    return reinterpret_cast<uintptr_t>(address) - checked_arena < checked_arena_size;
}

// Whether the cell of up to 4 bytes, or those of 8 or 16, know of a plain load or store. `place`: by which bytes lie in
// cells.
inline bool checks::is_known(const cell *cells, unsigned thread, const announced_access &what, size_t place,
                             bool shared) const
{
    size_t size = what.size, first = place % 4;
    if (what.kind > access::write)
        return false;
    if (size <= 4)
        return first + size <= 4 && races_.is_known(*cells, what.kind, thread, ((1u << size) - 1) << first, shared);
    if (first != 0 || size > 16)
        return false;
    for (size_t i = 0; i < size / 4; ++i)
        if (!races_.is_known(cells[i], what.kind, thread, 15, shared))
            return false;
    return true;
}

// Of every load and store: so it is inlined where the core learns of these. Whatever was asked of an access that the
// cells know, it was asked of that one.
inline wrong checks::access_begins(unsigned thread, const announced_access &what)
{
    auto address = reinterpret_cast<uintptr_t>(what.address);
    if (__builtin_expect((address & (what.alignment - 1)) != 0, false))
        return wrong::misaligned;
    size_t offset = memory_.in_static(what.address);
    if (offset < memory_.static_size()) {
        if (is_known(&races_.shared_cell(offset), thread, what, offset, true))
            return what.size <= 4 || memory_.within_variable(offset, what.size) ? wrong::nothing
                                                                                : wrong::outside_variable;
    } else if (address - checked_arena < checked_arena_size) {
        const cell *cells =
            checked_pages[(address - checked_arena) / arena_page::size].cells.load(std::memory_order_acquire);
        if (cells != nullptr && is_known(cells + address % arena_page::size / 4, thread, what, address, false))
            return wrong::nothing;
    }
    return access_begins_anew(thread, what);
}

// What lies at an address that a kernel may not access, as in "a null pointer, or an element of one".
std::string describe_illegal(const char *address);
// The name of the memory that a finding is about.
std::string memory_name(const finding &found);
} // namespace cpu_device
