// SPDX-License-Identifier: MIT
// The events of one core, as its checks get them. All calls come from the core's own host thread, for one block at a
// time.
//
// tell() brings an event (events.h) to the race check, then to the checks of registered.cpp that follow this launch.
// Accesses have functions of their own here, in four steps from fast to slow, since most of them cost only a few
// instructions. They come to the checks that every checked launch has: whether it may be made at all, races, and reads
// of what nothing has written.
//
// Each event, and each access but a plain load, begins with one step: the core's last store is done now, so what was
// found about it is judged (races.h).
//
// access_begins() returns what is wrong with an access if the thread cannot go on after it. Other findings (races,
// reads of uninitialized memory) go to the launch when the block ends, and are reported when the launch ends.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "../limits.h"
#include "../memory/arena.h"
#include "../memory/block_memory.h"
#include "../platform/program_image.h"
#include "access.h"
#include "cluster_accesses.h"
#include "events.h"
#include "host_copies.h"
#include "memory_names.h"
#include "races.h"
#include "unwritten_memory.h"

namespace cpu_device
{
// Whether kernels may write to no memory of the program but its __device__ variables: cpu_device_counters_guard().
extern std::atomic<bool> stores_need_variables;

class checks
{
  public:
    explicit checks(const block_memory &memory) : here_{memory} {}

    // `body_type`: of the kernel, mangled; `arguments`: of the kernel, which its threads read.
    void launch_begins(launch_record &launch, const char *body_type, const char *arguments, size_t arguments_size);
    void launch_ends(); // this core runs no more of its blocks
    void block_begins(uint64_t block);
    void block_ends(bool broken);
    // After launch_begins(): the block that comes next belongs to a cluster.
    void joins_cluster(cluster_checks &all, unsigned rank, uint64_t block);
    // The block has run to its end, before block_ends(); and, by the last one, all blocks have, after it.
    void leaves_cluster();
    void cluster_ends();

    // --- events ---

    template <class... Parameters, class... Arguments>
    void tell(void (observer::*event)(const running_block &, Parameters...), const Arguments &...arguments)
    {
        races_.judge_last_store();
        (races_.*event)(here_, arguments...);
        announce(event, arguments...);
    }
    // The thread launches a kernel: its vector clock at that moment.
    vector_clock clock_at_launch(unsigned thread)
    {
        races_.judge_last_store();
        return races_.clock_at_launch(thread);
    }
    const running_block &here() const
    {
        return here_;
    }
    race_check &races() // for questions
    {
        return races_;
    }
    const race_check &races() const
    {
        return races_;
    }

    // --- accesses ---

    bool is_argument(const char *address) const // of the kernel
    {
        return (size_t)(address - arguments_) < arguments_size_;
    }
    // Whether a plain load or store lies in the arena, in the cells of one page; false if access_begins() is to see
    // all.
    template <size_t size> [[gnu::always_inline]] bool is_in_page(const char *address) const
    {
        return (uintptr_t)address - arena_ < arena_size_ && is_aligned<size>(address) &&
               (size <= 8 || (uintptr_t)address % arena_page::size <= arena_page::size - size);
    }
    // Whether the cells have recorded this plain load or store of a thread (by rank in the block) already: in a page
    // of the arena; in shared memory. Then it was checked before, and access_begins() may be left out. Most loads and
    // stores are recorded, so these few instructions decide what the checks cost.
    template <bool store, size_t size>
    [[gnu::always_inline]] bool is_recorded(unsigned thread, const char *address) const;
    template <bool store, size_t size>
    [[gnu::always_inline]] bool is_recorded_in_shared(unsigned thread, const char *address, const cell *cells) const;
    // Whether is_recorded() is true of all these loads, because the grid has read their pages.
    bool are_recorded(const char *first, size_t step, size_t count, size_t size) const;
    // The cells of an access of shared memory; null: it is none, or access_begins() is to see it.
    template <size_t size> [[gnu::always_inline]] cell *cells_in_shared(const char *address) const;
    // A faster access_begins() for these, if the threads take turns at barriers.
    template <bool store, size_t size> [[gnu::always_inline]] bool
    begins_anew_in_shared(unsigned thread, const char *address, cell *cells, const void *pc);
    // These four are faster than access_begins(). If one returns false, access_begins() must be called. `caller` or
    // `pc`: the address that the hook's call returns to. For accesses in order, as those of the previous thread were
    // (races.h):
    template <bool store, size_t size>
    [[gnu::always_inline]] bool goes_on(unsigned thread, const char *address, const void *caller)
    {
        return races_.goes_on<store, size>(thread, address, caller);
    }
    // The same with care, or where the loads may be guesses:
    template <bool store, size_t size> bool goes_on_slowly(unsigned thread, const char *address, const void *caller)
    {
        return races_.goes_on_slowly<store>(thread, address, size, caller);
    }
    // For other accesses to a page of the arena:
    template <bool store, size_t size>
    [[gnu::always_inline]] bool begins_quickly(unsigned thread, const char *address, const void *caller);
    // For an access to shared memory:
    template <bool store, size_t size>
    [[gnu::always_inline]] bool begins_in_shared(unsigned thread, const char *address, const void *pc);
    // The thread is about to access memory other than its own stack.
    access_error access_begins(unsigned thread, const announced_access &access);
    // The same for an access through a texture or a surface.
    access_error texel_begins(unsigned thread, const announced_access &access);
    // The load that comes next goes through the cache for data that the launch only reads.
    void reads_through_cache(unsigned thread, const announced_access &access);
    // Before an atomic update by one of CUDA's functions: a faster access_begins() for one of shared memory where
    // nothing else happens between barriers, and for one of global memory where the launch has updated before.
    update begins_update(unsigned thread, const char *address, size_t size, const void *pc, bool of_block);
    void updated_alone(unsigned thread, const char *address) // after one that was alone
    {
        races_.updated_alone(thread, address);
    }
    // Around an atomic operation, which access_begins() has seen. The answer as of observer::atomic_ends().
    void atomic_begins(unsigned thread, const announced_access &access);
    bool atomic_ends(unsigned thread, const announced_access &access, outcome is);
    // Before a compare-and-swap; and when its thread uses the result of an atomic operation, or `certain` false: may.
    void compare_exchange(unsigned thread, const char *address)
    {
        races_.compare_exchange(here_, thread, address);
    }
    void uses_result(unsigned thread, const char *address, size_t size, bool certain);

    // --- the checks that follow the launch ---

    // Whether there are any; then the next three are to be called for each access. Whether lanes are to take turns.
    bool are_followed() const
    {
        return !following_.empty();
    }
    bool keep_lockstep() const
    {
        return (wanted_ & observer::in_step) != 0;
    }
    bool about_to_access(unsigned thread, const announced_access &access);
    void others_have_run(unsigned thread);
    void access_checked(unsigned thread, const announced_access &access, bool refused)
    {
        announce(&observer::access_checked, thread, access, refused);
    }
    // Whether each access comes to access_begins().
    bool sees_all() const
    {
        return seeing_all_;
    }
    void see_all(bool all)
    {
        seeing_all_ = all || here_.cluster != nullptr || (wanted_ & observer::accesses) != 0;
        seeing_attempts_ = all || (wanted_ & observer::attempts) != 0;
        arena_size_ = seeing_all_ ? 0 : checked_arena_size;
        races_.see_all(seeing_all_);
        static_.size = seeing_all_ ? 0 : here_.memory.static_size();
        dynamic_.size = seeing_all_ ? 0 : here_.memory.dynamic_size();
    }

  private:
    // Brings an event to the checks that follow this launch.
    template <class... Parameters, class... Arguments>
    void announce(void (observer::*event)(const running_block &, Parameters...), const Arguments &...arguments)
    {
        for (observer *c : following_)
            (c->*event)(here_, arguments...);
    }
    template <size_t size> static bool is_aligned(const char *address)
    {
        return (reinterpret_cast<uintptr_t>(address) & ((size < 8 ? size : 8) - 1)) == 0;
    }
    template <size_t size> static unsigned bytes_in_cell(const char *address)
    {
        return size >= 4 ? 15 : ((1u << size) - 1) << reinterpret_cast<uintptr_t>(address) % 4;
    }
    announced_access in_place(announced_access access) const
    {
        access.address = here_.in_place(access.address);
        return access;
    }
    void check_stale_load(unsigned thread, const announced_access &access);
    bool may_access(const arena_page &page) const // whether the kernel's device may
    {
        const allocation *a = page.owner();
        return a != nullptr && a->reachable_from.load(std::memory_order_relaxed) >> here_.launch->device & 1;
    }
    void find_followers();
    void on_global_access(unsigned thread, const announced_access &access);
    bool update_is_alone(unsigned thread, const char *address, size_t size, const void *pc);
    access_error access_in_arena(unsigned thread, const announced_access &access);
    access_error access_elsewhere(unsigned thread, const announced_access &access);

    // The arena's addresses, for the fast paths.
    uintptr_t arena_ = 0, arena_size_ = 0; // 0 bytes: each access comes to access_begins()
    arena_page *pages_ = nullptr;
    struct {
        const char *begin = nullptr;
        size_t size = 0; // 0: each access comes to access_begins()
        cell *cells = nullptr;
    } static_, dynamic_; // of shared memory
    running_block here_;
    const char *arguments_ = nullptr;
    size_t arguments_size_ = 0;
    single_findings single_; // of this block
    unwritten_memory unwritten_{single_};
    race_check races_;
    cluster_accesses in_cluster_{races_};
    std::vector<observer *> of_core_;   // those of registered.cpp, or their parts for this core
    std::vector<observer *> following_; // those that want something of this launch
    unsigned wanted_ = 0;               // by any of them
    bool seeing_all_ = false, seeing_attempts_ = false;
};

template <bool store, size_t size> inline bool checks::is_recorded(unsigned thread, const char *address) const
{
    const arena_page &page = pages_[((uintptr_t)address - arena_) / arena_page::size];
    if (!store && races_.is_read_by_grid(page))
        return true;
    const cell *cells = page.cells.load(std::memory_order_acquire);
    if (cells == nullptr)
        return false;
    cells += (uintptr_t)address % arena_page::size / 4;
    for (size_t i = 0; i < (size + 3) / 4; ++i)
        if (!races_.is_recorded<store>(cells[i], thread, bytes_in_cell<size>(address), false))
            return false;
    return true;
}

template <size_t size> inline cell *checks::cells_in_shared(const char *address) const
{
    if (!is_aligned<size>(address))
        return nullptr;
    size_t offset = (size_t)(address - static_.begin);
    if (offset < static_.size)
        return size <= 4 || here_.memory.within_variable(offset, size) ? static_.cells + offset / 4 : nullptr;
    offset = (size_t)(address - dynamic_.begin);
    return offset < dynamic_.size && size <= dynamic_.size - offset ? dynamic_.cells + offset / 4 : nullptr;
}

template <bool store, size_t size>
inline bool checks::is_recorded_in_shared(unsigned thread, const char *address, const cell *cells) const
{
    for (size_t i = 0; i < (size + 3) / 4; ++i)
        if (!races_.is_recorded<store>(cells[i], thread, bytes_in_cell<size>(address), true))
            return false;
    return true;
}

template <bool store, size_t size>
inline bool checks::begins_anew_in_shared(unsigned thread, const char *address, cell *cells, const void *pc)
{
    if (store)
        races_.judge_last_store();
    for (size_t i = 0; i < (size + 3) / 4; ++i)
        if (!races_.access_anew_in_shared<store>(cells[i], thread, address, bytes_in_cell<size>(address), pc))
            return false;
    return true;
}

inline void checks::reads_through_cache(unsigned thread, const announced_access &access)
{
    if (!in_checked_arena(access.address) ||
        races_.may_have_stored(checked_page(access.address), access.address, access.size))
        check_stale_load(thread, access);
}

// For most of the loads and stores that the cells have not recorded yet.
template <bool store, size_t size>
inline bool checks::begins_quickly(unsigned thread, const char *address, const void *caller)
{
    if (store)
        races_.judge_last_store();
    arena_page &page = pages_[((uintptr_t)address - arena_) / arena_page::size];
    if (here_.several_devices && !may_access(page))
        return false;
    kernel_uses(page, store, here_.launch->name.kernel);
    const uint32_t instruction = races_.instruction_code(static_cast<const char *>(caller) - 1);
    if (((uintptr_t)address & (size - 1)) == 0 &&
        races_.begins<store, size>(page, thread, address, caller, instruction))
        return true;
    cell *cells = page.cells.load(std::memory_order_acquire);
    if (cells == nullptr || !page.is_written())
        return false;
    races_.put_in_cells(page, address);
    cells += (uintptr_t)address % arena_page::size / 4;
    if (store) {
        races_.otherwise_accessed(page);
        races_.about_to_store((uint64_t)address, size);
    }
    for (size_t i = 0; i < (size + 3) / 4; ++i)
        if (!races_.access_quickly<false>(cells[i], store, thread, address, bytes_in_cell<size>(address), instruction))
            return false;
    return true;
}

inline update checks::begins_update(unsigned thread, const char *address, size_t size, const void *pc, bool of_block)
{
    if (!of_block && update_is_alone(thread, address, size, pc))
        return update::alone;
    size_t offset;
    if (seeing_attempts_ || here_.cluster != nullptr || !here_.in_shared(address, size, offset))
        return update::unchecked;
    races_.judge_last_store();
    return races_.update_quickly(thread, offset, size, pc) ? update::checked : update::unchecked;
}

inline bool checks::update_is_alone(unsigned thread, const char *address, size_t size, const void *pc)
{
    if (seeing_all_ || are_followed() || !in_checked_arena(address) || size < 4 || (uintptr_t)address % size != 0)
        return false;
    const arena_page &page = checked_page(address);
    const allocation *a = page.owner();
    cell *cells = page.cells.load(std::memory_order_acquire);
    if (cells == nullptr || a == nullptr || a->blocks != nullptr) // a block of the kernels' heap may be freed by now
        return false;
    races_.judge_last_store();
    return races_.update_is_alone(page, cells + (uintptr_t)address % arena_page::size / 4, thread, size, pc);
}

template <bool store, size_t size>
inline bool checks::begins_in_shared(unsigned thread, const char *address, const void *pc)
{
    size_t offset;
    if (seeing_all_ || !is_aligned<size>(address) || !here_.in_shared(address, size, offset))
        return false;
    if (store)
        races_.judge_last_store();
    const unsigned bytes = bytes_in_cell<size>(address);
    for (size_t i = 0; i < (size + 3) / 4; ++i) {
        if (!store && !races_.of_shared().were_written(offset + 4 * i, bytes))
            return false;
        if (!races_.access_quickly<true>(races_.of_shared().at(offset + 4 * i), store, thread, address, bytes,
                                         races_.instruction_code(pc)))
            return false;
        if (store)
            races_.of_shared().set_written(offset + 4 * i, bytes);
    }
    return true;
}
} // namespace cpu_device
