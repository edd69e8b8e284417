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
#include "../memory/program_image.h"
#include "access.h"
#include "counters.h"
#include "host_copies.h"
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
    // All blocks have met, which barrier() does not say; segments from this one on were begun behind it.
    void grid_barrier(uint32_t first_segment)
    {
        races_.grid_barrier(first_segment);
    }

    bool is_argument(const char *address) const // of the kernel
    {
        return (size_t)(address - arguments_) < arguments_size_;
    }
    // Whether a plain load or store of so many bytes by a thread, by its rank in the block, is one that the cells of
    // that memory know of: then whatever is asked of an access was asked of it, and access_begins() may be left out. So
    // it is with most loads and stores; these few instructions decide what the checks cost.
    template <bool store, size_t size> [[gnu::always_inline]] bool knows(unsigned thread, const void *address) const;
    // The thread is about to access memory other than its own stack.
    wrong access_begins(unsigned thread, const announced_access &what);
    // The same through a texture or a surface.
    wrong texel_begins(unsigned thread, const announced_access &what);
    // The same for a plain load or store of 1 to 16 bytes in the arena, or elsewhere, of most of which the cells do not
    // know yet; false: it is left to that.
    template <bool store, size_t size>
    [[gnu::always_inline]] bool begins_quickly(unsigned thread, const char *address, const void *pc);
    template <bool store, size_t size>
    [[gnu::always_inline]] bool begins_in_shared(unsigned thread, const char *address, const void *pc);
    // The same for those of which neither do, but that come one after another.
    template <bool store, size_t size>
    [[gnu::always_inline]] bool goes_on(unsigned thread, const char *address, const void *pc);
    // The same for an atomic update of shared memory where nothing else happens between barriers.
    bool updates_quickly(unsigned thread, const char *address, size_t size, const void *pc)
    {
        size_t offset;
        return in_shared(address, size, offset) && races_.update_quickly(thread, offset, size, pc);
    }
    // Around an atomic operation, which access_begins() has seen.
    void atomic_begins(unsigned thread, const announced_access &access);
    bool atomic_ends(unsigned thread, const announced_access &what, outcome is);
    // A compare-and-swap of the thread, which access_begins() has seen too: what it read there before was a guess.
    void compare_exchange(unsigned thread, const char *address)
    {
        races_.compare_exchange(thread, place_of(address));
    }
    // A volatile store, where the thread has last read by a volatile load.
    bool updates(unsigned thread, const char *address) const
    {
        return races_.updates(thread, place_of(address));
    }
    void fence(unsigned thread, bool of_device);
    // The thread launches a kernel: what it knows of its grid until now.
    knowledge known_at_launch(unsigned thread)
    {
        return races_.known_at_launch(thread);
    }
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
    // Shared memory that is as it was when the block began: a copy to it is under way.
    void not_written(const char *address, size_t size);
    void arrived(const char *address, size_t size); // such a copy
    void meet_unless_met(unsigned warp, uint32_t meetings);

    // For a report: "reads address 0x10: a null pointer, ..."; of what access_begins() has refused.
    std::string describe(wrong what, const announced_access &access) const;

  private:
    // Where the running device's copy of a variable lies, which the kernel has by its name.
    const char *place_of(const char *address) const
    {
        return several_devices_ ? variable_on(launch_->device, address) : address;
    }
    // Whether an access lies in one variable of shared memory, or in its dynamic part; then at which offset of its
    // cells.
    bool in_shared(const char *address, size_t size, size_t &offset) const
    {
        offset = memory_.in_static(address);
        if (offset < memory_.static_size())
            return memory_.within_variable(offset, size) && !memory_.is_guard_variable(offset);
        offset = memory_.in_dynamic(address);
        if (offset >= memory_.dynamic_size() || size > memory_.dynamic_size() - offset)
            return false;
        offset += dynamic_offset();
        return true;
    }
    template <size_t size> static bool is_aligned(const char *address)
    {
        return (reinterpret_cast<uintptr_t>(address) & ((size < 8 ? size : 8) - 1)) == 0;
    }
    template <size_t size> static unsigned bytes_in_cell(const char *address)
    {
        return size >= 4 ? 15 : ((1u << size) - 1) << reinterpret_cast<uintptr_t>(address) % 4;
    }
    announced_access in_place(const announced_access &access) const;
    bool may_access(const arena_page &page) const // whether the kernel's device may
    {
        const allocation *a = page.owner();
        return a != nullptr && a->reachable_from.load(std::memory_order_relaxed) >> launch_->device & 1;
    }
    template <class Function> void for_cells_of(const announced_access &what, Function function);
    void touch_global(unsigned thread, const announced_access &what);
    wrong access_elsewhere(unsigned thread, const announced_access &access);
    [[gnu::cold]] void note(finding::kind kind, unsigned thread, const announced_access &what);

    size_t offset_in_shared(const char *address) const; // among the cells of all
    size_t dynamic_offset() const                       // of dynamic shared memory, among the cells of all
    {
        return (memory_.static_size() + 15) / 16 * 16;
    }

    block_memory &memory_;
    launch_record *launch_ = nullptr;
    bool several_devices_ = false;
    const char *arguments_ = nullptr;
    size_t arguments_size_ = 0;
    race_check races_;
    std::vector<finding> noted_; // of single accesses, in this block
    bool counting_ = false;
    access_counter counter_;
};

inline bool in_checked_arena(const char *address)
{
    return reinterpret_cast<uintptr_t>(address) - checked_arena < checked_arena_size;
}

template <bool store, size_t size> inline bool checks::knows(unsigned thread, const void *pointer) const
{
    auto byte = static_cast<const char *>(pointer);
    auto address = reinterpret_cast<uintptr_t>(pointer);
    if (!is_aligned<size>(byte) || counting_ ||
        (size > 8 && address % arena_page::size > arena_page::size - size)) // the cells of two pages
        return false;
    const cell *cells;
    bool shared = false;
    if (size_t offset = address - checked_arena; offset < checked_arena_size) {
        cells = checked_pages[offset / arena_page::size].cells.load(std::memory_order_acquire);
        if (cells == nullptr)
            return false;
        cells += address % arena_page::size / 4;
    } else {
        shared = true;
        if ((offset = memory_.in_static(byte)) >= memory_.static_size()) {
            if ((offset = memory_.in_dynamic(byte)) >= memory_.dynamic_size())
                return false;
            offset += dynamic_offset();
        } else if (size > 4 && !memory_.within_variable(offset, size)) {
            return false;
        }
        cells = &races_.shared_cell(offset);
    }
    for (size_t i = 0; i < (size + 3) / 4; ++i)
        if (!races_.is_known<store>(cells[i], thread, bytes_in_cell<size>(byte), shared))
            return false;
    return true;
}

template <bool store, size_t size> inline bool checks::goes_on(unsigned thread, const char *address, const void *pc)
{
    return races_.goes_on<store, size>(thread, address, (uintptr_t)pc - code_begin);
}

// Most of the loads and stores that the cells do not know of yet.
template <bool store, size_t size>
inline bool checks::begins_quickly(unsigned thread, const char *address, const void *pc)
{
    if (counting_ || !is_aligned<size>(address) ||
        reinterpret_cast<uintptr_t>(address) % arena_page::size > arena_page::size - size)
        return false;
    arena_page &page = checked_pages[((uintptr_t)address - checked_arena) / arena_page::size];
    if (several_devices_ && !may_access(page))
        return false;
    kernel_uses(page, store, launch_->name.kernel);
    const uint32_t line = races_.line_code(pc);
    if (((uintptr_t)address & (size - 1)) == 0 && races_.begins<store, size>(page, thread, address, line))
        return true;
    cell *cells = page.cells.load(std::memory_order_acquire);
    if (cells == nullptr || !page.is_written())
        return false;
    races_.put_in_cells(page, address);
    cells += (uintptr_t)address % arena_page::size / 4;
    if (store)
        races_.about_to_store((uint64_t)address, size);
    for (size_t i = 0; i < (size + 3) / 4; ++i)
        if (!races_.touch_quickly<false>(cells[i], store, thread, address, bytes_in_cell<size>(address), line))
            return false;
    return true;
}

template <bool store, size_t size>
inline bool checks::begins_in_shared(unsigned thread, const char *address, const void *pc)
{
    size_t offset;
    if (counting_ || !is_aligned<size>(address) || !in_shared(address, size, offset))
        return false;
    const unsigned bytes = bytes_in_cell<size>(address);
    for (size_t i = 0; i < (size + 3) / 4; ++i) {
        if (!store && !races_.were_written(offset + 4 * i, bytes))
            return false;
        if (!races_.touch_quickly<true>(races_.shared_cell(offset + 4 * i), store, thread, address, bytes,
                                        races_.line_code(pc)))
            return false;
        if (store)
            races_.set_written(offset + 4 * i, bytes);
    }
    return true;
}

// What lies at an address that a kernel may not access, as in "a null pointer, or an element of one".
std::string describe_illegal(const char *address);
// The name of the memory that a finding in a kernel is about.
std::string memory_name(const finding &found, const char *kernel);
} // namespace cpu_device
