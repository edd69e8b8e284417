// SPDX-License-Identifier: MIT
// CPU_DEVICE_ADVICE=on: at the end of the program, notes on synchronization that the run did not need, one for each
// line of the source. A note speaks of this run: another input may need the line. Without a note, a line may be
// needless all the same: whatever could make a line needed counts.
//
//     a barrier, __syncwarp()   needless_order.h says when the accesses of a block need it. It is also needed if it
//                               counts votes that differ, waits for all blocks or for a part of a warp, or if its
//                               kernel was broken off; and all barriers are, in a program whose kernels launch others.
//                               All lines with a note can go together.
//     a fence                   Where no two accesses that conflict, one of them not atomic, are left without order by
//                               barriers and whole warps, no fence of the launch is needed for them. And where a block
//                               makes no atomic or volatile access before the fence, or none after it, it keeps no two
//                               of these in order.
//     an atomic operation       Whatever it accessed, no other thread of the launch has accessed.
//     its scope, a fence's      No other block of the launch has accessed what its atomic operations have, and no two
//                               blocks conflict. For the scope of the system: no memory is the host's too.
//
// Where launches may run side by side, fences and atomic operations on global memory count as needed.
#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <unordered_map>

#include "../../include/cpu_device/counters.h"
#include "../../include/cpu_device/interface.h"
#include "../memory/arena.h"
#include "../platform/program_image.h"
#include "../platform/source_line.h"
#include "../say/report.h"
#include "../say/trace_page.h"
#include "../settings.h"
#include "events.h"
#include "needless_order.h"
#include "needless_places.h"
#include "order.h"

namespace cpu_device
{
namespace
{
// Who has accessed 4 bytes, in one launch or, for shared memory, in one block.
struct word_use {
    uint32_t block = 0;
    uint16_t thread = 0;
    bool several_threads = false, several_blocks = false;
    bool plain = false, written = false, strong = false, of_host = false;
    std::vector<sync_line> by; // the atomic operations on them

    void add(sync_line line)
    {
        if (std::find(by.begin(), by.end(), line) == by.end())
            by.push_back(line);
    }
    void add(const word_use &other)
    {
        several_blocks |= other.several_blocks || block != other.block;
        several_threads |= other.several_threads || block != other.block || thread != other.thread;
        plain |= other.plain;
        written |= other.written;
        strong |= other.strong;
        of_host |= other.of_host;
        for (sync_line line : other.by)
            add(line);
    }
};

// One launch, of all cores.
struct launch_use {
    std::unordered_map<uint64_t, word_use> words; // by the number of barriers of the grid before, and address / 4
    std::vector<sync_line> fences;
    bool unordered = false; // see block_order::any_unordered()
    bool broken = false;
    bool in_order = true; // no other launch may run beside it
};

std::mutex launch_uses_mutex;
std::map<const launch_record *, launch_use> launch_uses;

bool is_strong(access kind)
{
    return is_atomic(kind) || is_volatile(kind);
}

// The check's part on one core.
class needless final : public observer
{
    unsigned wants() const override
    {
        return setting.advice ? blocks | accesses | attempts : nothing;
    }
    observer *for_core() override
    {
        return setting.advice ? new needless : this;
    }
    void core_ends(const running_block &block) override;
    void block_begins(const running_block &block) override;
    void block_ends(const running_block &block, bool broken, const std::vector<finding> &found) override;
    void waits(const running_block &block, unsigned thread, unsigned kind, const char *file, int line,
               const void *pc) override;
    void votes_differ(const running_block &) override
    {
        votes_differ_ = true;
    }
    void barrier(const running_block &block, const char *file, int line) override;
    void warp_meets(const running_block &block, unsigned warp, unsigned lanes, bool whole) override;
    void fence(const running_block &block, unsigned thread, bool of_device, fence_order order) override;
    void fence_called(const running_block &block, unsigned thread, cpu_device_scope scope, const void *pc) override;
    void sets_scope(const running_block &block, unsigned thread, cpu_device_scope scope) override;
    bool access_begins(const running_block &block, unsigned thread, const announced_access &access) override;
    void texel(const running_block &block, unsigned thread, const announced_access &access) override
    {
        access_begins(block, thread, access);
    }
    void frees(const running_block &block, unsigned thread) override;
    void shows(const running_block &block, unsigned thread) override;
    void launch_ends(const launch_record &launch) override;
    void program_ends(bool failed) override;

    struct waiting_at {
        unsigned kind = 0;
        sync_line line = 0;
    };
    struct named_scope {
        cpu_device_scope scope = cpu_device_scope_system;
        bool next = false; // the next atomic operation has named it
    };
    struct use { // of a line, on this core since it began with the launch
        uint64_t executed = 0;
        cpu_device_scope scope = cpu_device_scope_block;
        bool is_volatile = true, names_scope = false, needed = false, needs_device = false;
    };

    sync_line line_at(sync_kind kind, const char *file, int line, const void *pc = nullptr);
    sync_line line_of(sync_kind kind, const void *pc);
    use &use_of(sync_line line);
    void note_signal(const running_block &block, unsigned thread, const announced_access &access, bool shared);
    sync_line note_strong(const announced_access &access, unsigned thread);
    void words_of_shared_end();
    void words_of_global_end(const running_block &block);

    line_sets sets_;
    block_order order_{sets_};
    std::vector<use> uses_; // by line
    std::map<std::tuple<sync_kind, const void *, int, const void *>, sync_line> lines_;
    waiting_at waits_[max_threads], last_wait_;
    named_scope named_[max_threads]; // by thread
    std::unordered_map<uintptr_t, word_use> shared_, global_;
    bool votes_differ_ = false;           // at the barrier to which all have come
    uint64_t phase_ = 0;                  // barriers of the grid
    bool strong_before_ = false;          // an atomic or volatile access, in this block
    std::vector<sync_line> after_strong_; // fences
};

// --- lines ---

// A function that has a barrier is inlined where it is called: each call is a barrier of its own.
sync_line needless::line_at(sync_kind kind, const char *file, int line, const void *pc)
{
    auto [at, is_new] = lines_.insert({{kind, file, line, pc}, 0});
    if (is_new) {
        source_position place = {file, line};
        if (line == 0)
            place = reported_place(file, false);
        else if (std::vector<source_position> calls; pc != nullptr && !(calls = chain_of_calls(pc)).empty())
            place.called_at.assign(calls.begin() + 1, calls.end());
        std::lock_guard<std::mutex> lock(known_places().mutex);
        at->second = known_places().number_of(kind, place);
    }
    return at->second;
}

sync_line needless::line_of(sync_kind kind, const void *pc)
{
    return line_at(kind, static_cast<const char *>(pc), 0);
}

needless::use &needless::use_of(sync_line line)
{
    if (line >= uses_.size())
        uses_.resize(line + 1u);
    return uses_[line];
}

// --- a block ---

void needless::block_begins(const running_block &)
{
    order_.block_begins();
    phase_ = 0;
    strong_before_ = false;
    after_strong_.clear();
    std::fill(std::begin(named_), std::end(named_), named_scope());
}

void needless::waits(const running_block &, unsigned thread, unsigned kind, const char *file, int line, const void *pc)
{
    last_wait_ = {kind, 0};
    if (kind >= trace_barrier)
        last_wait_.line = line_at(sync_kind::barrier, file, line, pc);
    else if (kind == trace_syncwarp || kind == trace_sync_of_group)
        last_wait_.line = line_at(sync_kind::warp, file, line);
    waits_[thread] = last_wait_;
}

void needless::barrier(const running_block &block, const char *, int)
{
    const unsigned kind = last_wait_.kind - trace_barrier;
    const sync_line line = last_wait_.line;
    ++use_of(line).executed;
    order_.barrier(line);
    const bool votes =
        kind == cpu_device_barrier_count || kind == cpu_device_barrier_all || kind == cpu_device_barrier_any;
    if (votes ? votes_differ_ : kind != cpu_device_barrier_plain && kind != cpu_device_barrier_group)
        sets_.add_needed(line);
    votes_differ_ = false;
    if (kind != cpu_device_barrier_grid)
        return;
    order_.forget_accesses();
    words_of_global_end(block);
    ++phase_;
}

void needless::warp_meets(const running_block &, unsigned warp, unsigned lanes, bool whole)
{
    const waiting_at &one = waits_[warp * warp_size + (unsigned)__builtin_ctz(lanes)];
    if (one.kind != trace_syncwarp && one.kind != trace_sync_of_group)
        return; // orders nothing
    bool same = true;
    for (unsigned left = lanes; left; left &= left - 1) {
        const sync_line line = waits_[warp * warp_size + (unsigned)__builtin_ctz(left)].line;
        same &= line == one.line;
        if (!whole || !same)
            sets_.add_needed(line);
    }
    ++use_of(one.line).executed;
    if (whole && same)
        order_.warp_meets(warp, one.line);
    else
        sets_.add_needed(one.line);
}

void needless::fence(const running_block &, unsigned thread, bool, fence_order)
{
    order_.access(thread, block_order::other_memory, 1, true, true);
    order_.access(thread, block_order::other_warps, 1, true, true);
}

void needless::fence_called(const running_block &, unsigned, cpu_device_scope scope, const void *pc)
{
    const sync_line line = line_of(sync_kind::fence, pc);
    use &u = use_of(line);
    ++u.executed;
    u.scope = std::max(u.scope, scope);
    if (strong_before_ && std::find(after_strong_.begin(), after_strong_.end(), line) == after_strong_.end())
        after_strong_.push_back(line);
}

void needless::sets_scope(const running_block &, unsigned thread, cpu_device_scope scope)
{
    named_scope &n = named_[thread];
    n.next = scope != cpu_device_scope_system || n.scope == cpu_device_scope_system;
    n.scope = scope;
}

void needless::frees(const running_block &, unsigned thread)
{
    order_.access(thread, block_order::other_memory, 1, true, true);
}

void needless::shows(const running_block &, unsigned thread)
{
    order_.access(thread, block_order::output, 1, true, true);
}

// --- accesses ---

bool needless::access_begins(const running_block &block, unsigned thread, const announced_access &access)
{
    const bool shared = block.memory.holds(access.address);
    const char *const place = shared ? access.address : block.in_place(access.address);
    const auto address = reinterpret_cast<uintptr_t>(place);
    order_.access(thread, address, access.size, writes(access.kind), is_atomic(access.kind));
    const sync_line line = is_strong(access.kind) ? note_strong(access, thread) : 0;
    for (uintptr_t word = address / 4; word <= (address + access.size - 1) / 4; ++word) {
        word_use &u = (shared ? shared_ : global_)[word];
        word_use now;
        now.block = (uint32_t)block.number;
        now.thread = (uint16_t)thread;
        now.written = writes(access.kind);
        now.strong = is_strong(access.kind);
        now.plain = !is_atomic(access.kind);
        if (shared && !now.written && !u.written)
            order_.reads_unseen_store();
        if (!(u.plain || u.strong))
            u = now;
        else
            u.add(now);
        if (now.strong)
            u.add(line);
    }
    if (!shared)
        order_.access(thread, block_order::other_memory, 1, false, true);
    order_.access(thread, block_order::other_warps, 1, false, true);
    if (is_strong(access.kind))
        note_signal(block, thread, access, shared);
    return false;
}

sync_line needless::note_strong(const announced_access &access, unsigned thread)
{
    const sync_line line = line_of(sync_kind::atomic, access.pc);
    use &u = use_of(line);
    ++u.executed;
    u.is_volatile &= is_volatile(access.kind);
    named_scope &n = named_[thread];
    if (n.next)
        u.scope = std::max(u.scope, n.scope);
    u.names_scope |= n.next;
    n.next &= n.scope != cpu_device_scope_system;
    return line;
}

// An atomic or volatile access may tell another thread something.
void needless::note_signal(const running_block &block, unsigned thread, const announced_access &access, bool shared)
{
    strong_before_ = true;
    for (sync_line line : after_strong_)
        use_of(line).needed = use_of(line).needs_device = true;
    after_strong_.clear();
    order_.access(thread, block_order::signals_to_warps, 1, true, true);
    if (program_has_fences() || is_volatile(access.kind))
        order_.access(thread, block_order::other_warps, 1, true, true);
    if (shared)
        return;
    order_.access(thread, block_order::signals, 1, true, true);
    const char *const place = block.in_place(access.address);
    const bool of_host = host_may_access(place);
    if (program_has_fences() || is_volatile(access.kind) || of_host)
        order_.access(thread, block_order::other_memory, 1, true, true);
    if (of_host)
        global_[reinterpret_cast<uintptr_t>(place) / 4].of_host = true;
}

// --- the end of a block, and of a launch ---

void needless::words_of_shared_end()
{
    for (const auto &[word, u] : shared_)
        for (sync_line line : u.by)
            use_of(line).needed |= u.several_threads;
    shared_.clear();
}

void needless::words_of_global_end(const running_block &block)
{
    std::lock_guard<std::mutex> lock(launch_uses_mutex);
    auto &words = launch_uses[block.launch].words;
    for (const auto &[word, u] : global_)
        if (auto [at, is_new] = words.insert({(uint64_t)word | phase_ << 48, u}); !is_new)
            at->second.add(u);
    global_.clear();
}

void needless::block_ends(const running_block &block, bool broken, const std::vector<finding> &)
{
    words_of_shared_end();
    words_of_global_end(block);
    std::lock_guard<std::mutex> lock(launch_uses_mutex);
    launch_use &l = launch_uses[block.launch];
    l.broken |= broken;
    l.unordered |= order_.any_unordered();
}

void needless::core_ends(const running_block &block)
{
    const launch_record &launch = *block.launch;
    const dim3 &grid = launch.name.grid, &threads = launch.name.block;
    const bool several_blocks = (uint64_t)grid.x * grid.y * grid.z > 1;
    std::scoped_lock lock(launch_uses_mutex, known_places().mutex);
    launch_use &l = launch_uses[&launch];
    l.in_order &= launch.alone && launch.child == nullptr && !several_streams && !program_launches_in_kernels();
    known_places().sets.add(sets_);
    sets_ = line_sets();
    for (size_t line = 0; line < uses_.size(); ++line) {
        const use &u = uses_[line];
        if (u.executed == 0)
            continue;
        sync_place &p = known_places().places[line];
        p.executed += u.executed;
        p.scope = std::max(p.scope, u.scope);
        p.is_volatile &= u.is_volatile;
        p.names_scope |= u.names_scope;
        p.needed |= u.needed;
        p.needs_device |= u.needs_device;
        p.several_blocks |= several_blocks;
        p.in_company |= several_blocks || (uint64_t)threads.x * threads.y * threads.z > 1;
        if (p.kind == sync_kind::fence)
            l.fences.push_back((sync_line)line);
    }
    uses_.clear();
}

void needless::launch_ends(const launch_record &launch)
{
    std::scoped_lock lock(launch_uses_mutex, known_places().mutex);
    const auto found = launch_uses.find(&launch);
    if (found == launch_uses.end())
        return;
    const launch_use &l = found->second;
    bool conflict = false, signal = false, to_host = false;
    for (const auto &[word, u] : l.words) {
        conflict |= u.several_blocks && u.written && u.plain;
        signal |= u.several_blocks && u.strong;
        to_host |= u.of_host;
        for (sync_line line : u.by) {
            sync_place &p = known_places().places[line];
            p.needed |= u.several_threads || u.of_host || !l.in_order;
            p.needs_device |= u.several_blocks || u.of_host || !l.in_order;
            p.needs_system |= u.of_host;
        }
    }
    for (sync_line line : l.fences) {
        sync_place &p = known_places().places[line];
        p.needed |= conflict || l.unordered || to_host || !l.in_order;
        p.needs_device |= conflict || signal || to_host || !l.in_order;
        p.needs_system |= to_host || !l.in_order;
    }
    if (l.broken)
        for (size_t line = 0; line < known_places().places.size(); ++line) {
            known_places().places[line].needed = true;
            known_places().sets.add_needed((sync_line)line);
        }
    launch_uses.erase(found);
}

void needless::program_ends(bool)
{
    if (setting.advice)
        print_needless();
}
} // namespace

observer *make_needless()
{
    return new needless;
}
} // namespace cpu_device

void cpu_device_advise(void)
{
    cpu_device::setting.advice = cpu_device::setting.every_launch = cpu_device::setting.check;
}
