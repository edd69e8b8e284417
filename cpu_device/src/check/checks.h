// SPDX-License-Identifier: MIT
// The interface between a core and the checks. The core calls this class, and never a check itself; no check calls the
// core. The race check gets accesses directly, inlined here; the other checks follow the events (events.h).
//
// All calls come from the core's own host thread, for one block at a time. access_begins() returns what is wrong with
// an access if the thread cannot go on after it. Other findings (races, reads of uninitialized memory) go to the launch
// when the block ends, and are reported when the launch ends.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "../limits.h"
#include "../memory/arena.h"
#include "../memory/block_memory.h"
#include "../platform/program_image.h"
#include "access.h"
#include "cluster_checks.h"
#include "events.h"
#include "host_copies.h"
#include "races.h"

namespace cpu_device
{
// What is wrong with an access, so that the thread cannot go on.
enum class wrong : uint8_t { nothing, misaligned, illegal, outside_variable, outside_dynamic };

// Of the program's own memory, kernels may write to its __device__ variables alone: cpu_device_counters_guard().
extern std::atomic<bool> stores_need_variables;

class checks
{
  public:
    explicit checks(block_memory &memory) : memory_(memory), here_{memory} {}

    // `body_type`: of the kernel, mangled; `arguments`: of the kernel, which its threads read.
    void launch_begins(launch_record &launch, const char *body_type, const char *arguments, size_t arguments_size);
    void launch_ends(); // this core runs no more of its blocks
    void block_begins(uint64_t block);
    void block_ends(bool broken);
    // A barrier of the whole grid, after barrier() in each block. Segments from this one on began after it.
    void grid_barrier(uint32_t first_segment)
    {
        races_.grid_barrier(first_segment);
        announce(&observer::grid_barrier);
    }

    // --- clusters ---

    // After launch_begins(): the block that comes next belongs to a cluster.
    void joins_cluster(cluster_checks &all, unsigned rank, uint64_t block);
    // The block has run to its end, before block_ends(); and, by the last one, all blocks have, after it.
    void leaves_cluster();
    void cluster_ends();
    // The core lets other blocks of its cluster run.
    void leaves_turn()
    {
        races_.leaves_turn();
        announce(&observer::yields);
    }
    // A thread arrives at the cluster's barrier, and later finds that all have. `relaxed`: it orders no memory.
    void arrives_in_cluster(unsigned thread, bool relaxed)
    {
        races_.arrives_in_cluster(thread, relaxed);
    }
    void passes_cluster_barrier(unsigned thread)
    {
        races_.passes_cluster_barrier(thread);
        announce(&observer::orders_otherwise);
    }
    // The same for all threads of the block at once, if none has accessed memory since it arrived.
    bool is_quiet(unsigned thread) const
    {
        return races_.is_quiet(thread);
    }
    void cluster_barrier(const char *file, int line);
    // The memory of the running block or, in a cluster, of whichever block holds an address.
    const block_memory &memory_at(const char *address) const
    {
        const unsigned owner = cluster_ == nullptr ? cluster_checks::none : cluster_->owner_of(address);
        return owner == cluster_checks::none ? memory_ : *cluster_->of(owner).memory;
    }

    bool is_argument(const char *address) const // of the kernel
    {
        return (size_t)(address - arguments_) < arguments_size_;
    }
    // Whether the cells have recorded this plain load or store of a thread (by rank in the block) already. Then it was
    // checked before, and access_begins() may be left out. Most loads and stores are recorded, so these few
    // instructions decide what the checks cost.
    template <bool store, size_t size>
    [[gnu::always_inline]] bool is_recorded(unsigned thread, const void *address) const;
    // The thread is about to access memory other than its own stack.
    wrong access_begins(unsigned thread, const announced_access &what);
    // The same through a texture or a surface.
    wrong texel_begins(unsigned thread, const announced_access &what);
    // The load that comes next goes through the cache for data that the launch only reads.
    void reads_through_cache(unsigned thread, const announced_access &what);
    // A faster access_begins() for a plain load or store of 1 to 16 bytes: in the arena, and in shared memory. False:
    // access_begins() is to be called.
    template <bool store, size_t size>
    [[gnu::always_inline]] bool begins_quickly(unsigned thread, const char *address, const void *pc);
    template <bool store, size_t size>
    [[gnu::always_inline]] bool begins_in_shared(unsigned thread, const char *address, const void *pc);
    // The same for accesses of global memory that come in order, see stripes.h.
    template <bool store, size_t size>
    [[gnu::always_inline]] bool goes_on(unsigned thread, const char *address, const void *pc);
    // The same for an atomic update of shared memory where nothing else happens between barriers.
    bool updates_quickly(unsigned thread, const char *address, size_t size, const void *pc)
    {
        size_t offset;
        return !seeing_attempts_ && cluster_ == nullptr && in_shared(address, size, offset) &&
               races_.update_quickly(thread, offset, size, pc);
    }
    // The same for an update of global memory where the launch has updated before: nothing else is to be called for it.
    bool updates_again(unsigned thread, const char *address, size_t size, const void *pc);
    void updated_alone(unsigned thread, const char *address) // after that
    {
        races_.updated_alone(thread, address);
    }
    // Around an atomic operation, which access_begins() has seen.
    void atomic_begins(unsigned thread, const announced_access &access);
    bool atomic_ends(unsigned thread, const announced_access &what, outcome is);
    // A compare-and-swap of the thread, after its access_begins(): what the thread read there before was a guess.
    void compare_exchange(unsigned thread, const char *address)
    {
        races_.compare_exchange(thread, place_of(address));
    }
    // The thread uses what its last exchange has found.
    void uses_exchanged(unsigned thread);
    // The thread uses, or may use, the result of its last atomic operation, which was on this address.
    void uses_result(unsigned thread, const char *address, size_t size);
    // Whether a volatile store goes to the place of the thread's last volatile load.
    bool updates(unsigned thread, const char *address) const
    {
        return races_.updates(thread, place_of(address));
    }
    void fence(unsigned thread, bool of_device, fence_order order = fence_order::both);
    // The thread launches a kernel: its vector clock at that moment.
    vector_clock clock_at_launch(unsigned thread)
    {
        return races_.clock_at_launch(thread);
    }
    // The thread releases what it has fenced at a barrier's phase, or will acquire by its next fence what was released
    // there. `place` stands for the phase.
    void flag(unsigned thread, const char *place, bool reads, bool writes)
    {
        races_.flag(thread, place, reads, writes);
        announce(&observer::orders_otherwise);
    }
    // The thread's moment; and whether that moment happens before what another thread does now.
    word moment(unsigned thread)
    {
        return races_.moment(thread);
    }
    bool is_ordered(word moment, unsigned thread) const
    {
        return !moment.has_segment() || races_.is_ordered(moment, thread);
    }
    void set_scope(unsigned thread, cpu_device_scope scope) // of its atomic operations, from now on
    {
        races_.set_of_device(thread, scope == cpu_device_scope_device);
        announce(&observer::sets_scope, thread, scope);
    }
    // Only for the checks that follow the launch: of what has come to this class by another call, or orders nothing.
    void fence_called(unsigned thread, cpu_device_scope scope, const void *pc)
    {
        announce(&observer::fence_called, thread, scope, pc);
    }
    void fence_in_order(unsigned thread, cpu_device_scope scope, int order)
    {
        announce(&observer::fence_in_order, thread, scope, order);
    }
    void yields()
    {
        announce(&observer::yields);
    }
    void texel(unsigned thread, const announced_access &what)
    {
        announce(&observer::texel, thread, what);
    }
    void frees(unsigned thread)
    {
        announce(&observer::frees, thread);
    }
    void shows(unsigned thread)
    {
        announce(&observer::shows, thread);
    }
    void barrier(const char *file, int line);
    // Lanes have met. `whole`: these are all lanes of the warp that have not exited; `orders`: memory is ordered too.
    void warp_meets(unsigned warp, unsigned lanes, bool whole, bool orders);

    // All live threads of so many warps have met at the barrier of a tile.
    void tile_meets(unsigned first_warp, unsigned warps, const unsigned *live);

    // Whether each access comes to access_begins().
    bool sees_all() const
    {
        return seeing_all_;
    }
    void see_all(bool all)
    {
        seeing_all_ = all || cluster_ != nullptr || (wanted_ & observer::accesses) != 0;
        seeing_attempts_ = all || (wanted_ & observer::attempts) != 0;
    }
    // Whether any check follows this launch; then each of these is to be called too. Whether lanes are to take turns.
    bool are_followed() const
    {
        return !following_.empty();
    }
    bool keep_in_step() const
    {
        return (wanted_ & observer::in_step) != 0;
    }
    bool about_to_access(unsigned thread, const announced_access &what);
    void others_have_run(unsigned thread)
    {
        for (observer *c : following_)
            c->others_have_run(thread);
    }
    void access_checked(unsigned thread, const announced_access &what, bool refused)
    {
        announce(&observer::access_checked, thread, what, refused);
    }
    void waits(unsigned thread, unsigned kind, const char *file, int line)
    {
        announce(&observer::waits, thread, kind, file, line);
    }
    void variable_begins(unsigned thread, const traced_variable &variable, bool initialized)
    {
        announce(&observer::variable_begins, thread, variable, initialized);
    }
    void variable_ends(unsigned thread, const void *address)
    {
        announce(&observer::variable_ends, thread, address);
    }
    void barrier_left()
    {
        announce(&observer::barrier_left);
    }
    // For a report: the memory at an address.
    std::string name_of(const char *address, const launch_name &launch) const;
    // An asynchronous copy to shared memory is under way, so its destination counts as uninitialized.
    void not_written(const char *address, size_t size);
    void arrived(const char *address, size_t size); // that copy is complete

    // For a report: "reads address 0x10: a null pointer, ..."; of what access_begins() has refused.
    std::string describe(wrong what, const announced_access &access) const;

  private:
    // The address of the running device's copy of a variable, from the address that the kernel uses.
    const char *place_of(const char *address) const
    {
        return here_.in_place(address);
    }
    // Whether an access lies in one variable of shared memory, or in its dynamic part; if so, sets the offset of its
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
    void check_stale_load(unsigned thread, const announced_access &what);
    bool may_access(const arena_page &page) const // whether the kernel's device may
    {
        const allocation *a = page.owner();
        return a != nullptr && a->reachable_from.load(std::memory_order_relaxed) >> here_.launch->device & 1;
    }
    void find_followers();
    template <class Function> void for_cells_of(const announced_access &what, Function function);
    void touch_global(unsigned thread, const announced_access &what);
    wrong access_elsewhere(unsigned thread, const announced_access &access);
    wrong fits_in_block(const announced_access &what, unsigned owner) const;
    wrong access_in_cluster(unsigned thread, const announced_access &what, unsigned owner);
    void touch_in_cluster(unsigned thread, const announced_access &what, unsigned owner);
    void visit_peer(unsigned thread, const announced_access &what, unsigned owner);
    std::string of_peer(const char *address) const;
    void note_visit(report_kind kind, const cluster_checks::visit &which, unsigned owner);
    [[gnu::cold]] void note(report_kind kind, unsigned thread, const announced_access &what);

    size_t dynamic_offset() const // of dynamic shared memory, among the cells of all
    {
        return here_.dynamic_offset();
    }
    // Tells the checks that follow this launch.
    template <class... Parameters, class... Arguments>
    void announce(void (observer::*event)(const running_block &, Parameters...), const Arguments &...arguments)
    {
        for (observer *c : following_)
            (c->*event)(here_, arguments...);
    }

    block_memory &memory_;
    running_block here_;
    const char *arguments_ = nullptr;
    size_t arguments_size_ = 0;
    race_check races_;
    cluster_checks *cluster_ = nullptr; // null: the block is in none
    unsigned rank_ = 0;                 // there
    std::vector<finding> noted_;        // of single accesses, in this block
    // By thread: its last exchange, if that was the first to write there.
    std::unordered_map<unsigned, announced_access> exchanged_;
    std::vector<observer *> of_core_;   // all, or their parts for this core
    std::vector<observer *> following_; // those that want something of this launch
    unsigned wanted_ = 0;               // by any of them
    bool seeing_all_ = false, seeing_attempts_ = false;
};

inline bool in_checked_arena(const char *address)
{
    return reinterpret_cast<uintptr_t>(address) - checked_arena < checked_arena_size;
}

template <bool store, size_t size> inline bool checks::is_recorded(unsigned thread, const void *pointer) const
{
    auto byte = static_cast<const char *>(pointer);
    auto address = reinterpret_cast<uintptr_t>(pointer);
    if (!is_aligned<size>(byte) || seeing_all_ ||
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
        cells = &races_.of_shared().at(offset);
    }
    for (size_t i = 0; i < (size + 3) / 4; ++i)
        if (!races_.is_recorded<store>(cells[i], thread, bytes_in_cell<size>(byte), shared))
            return false;
    return true;
}

template <bool store, size_t size> inline bool checks::goes_on(unsigned thread, const char *address, const void *pc)
{
    return !seeing_all_ && races_.goes_on<store, size>(thread, address, (uintptr_t)pc - code_begin);
}

inline void checks::reads_through_cache(unsigned thread, const announced_access &what)
{
    if (!in_checked_arena(what.address) ||
        races_.may_have_stored(checked_pages[((uintptr_t)what.address - checked_arena) / arena_page::size],
                               what.address, what.size))
        check_stale_load(thread, what);
}

// For most of the loads and stores that the cells have not recorded yet.
template <bool store, size_t size>
inline bool checks::begins_quickly(unsigned thread, const char *address, const void *pc)
{
    if (seeing_all_ || !is_aligned<size>(address) ||
        reinterpret_cast<uintptr_t>(address) % arena_page::size > arena_page::size - size)
        return false;
    arena_page &page = checked_pages[((uintptr_t)address - checked_arena) / arena_page::size];
    if (here_.several_devices && !may_access(page))
        return false;
    kernel_uses(page, store, here_.launch->name.kernel);
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

inline bool checks::updates_again(unsigned thread, const char *address, size_t size, const void *pc)
{
    if (seeing_all_ || are_followed() || !in_checked_arena(address) || size < 4 || (uintptr_t)address % size != 0)
        return false;
    const arena_page &page = checked_pages[((uintptr_t)address - checked_arena) / arena_page::size];
    const allocation *a = page.owner();
    cell *cells = page.cells.load(std::memory_order_acquire);
    if (cells == nullptr || a == nullptr || a->blocks != nullptr) // a block of the kernels' heap may be freed by now
        return false;
    return races_.updates_again(page, cells + (uintptr_t)address % arena_page::size / 4, thread, size, pc);
}

template <bool store, size_t size>
inline bool checks::begins_in_shared(unsigned thread, const char *address, const void *pc)
{
    size_t offset;
    if (seeing_all_ || !is_aligned<size>(address) || !in_shared(address, size, offset))
        return false;
    const unsigned bytes = bytes_in_cell<size>(address);
    for (size_t i = 0; i < (size + 3) / 4; ++i) {
        if (!store && !races_.of_shared().were_written(offset + 4 * i, bytes))
            return false;
        if (!races_.touch_quickly<true>(races_.of_shared().at(offset + 4 * i), store, thread, address, bytes,
                                        races_.line_code(pc)))
            return false;
        if (store)
            races_.of_shared().set_written(offset + 4 * i, bytes);
    }
    return true;
}

// An access of a kernel that it may not make, as in "reads a[64] at address 0x7f0000000100: just past the end of 256
// bytes from cudaMalloc at f.cu:3"; and what lies there. `launch`: null if that is unknown.
std::string describe_illegal(const char *verb, const char *address, const launch_name *launch);
place_in_memory illegal_memory(const char *address, const launch_name *launch);
// Names the memory as the kernel does: "a[3]", by its parameter a.
place_in_memory memory_in_kernel(const char *address, const launch_name &launch);
// The name of the memory that a finding in a kernel is about.
place_in_memory memory_name(const finding &found, const launch_name &launch);
} // namespace cpu_device
