// SPDX-License-Identifier: MIT
// What weak memory keeps: for places of memory, the last stores and their values, of which a load may still get an
// older one; and for threads, which of these stores they must see.
//
// The stores of a place lie in their coherence order. A load may get any of them that is not hidden: a store hides all
// earlier ones of its place from a thread to which it is known, that is, which it precedes in causality order (PTX ISA,
// "Memory Consistency Model"). The last one is in memory, and may be read always. So to forget everything that is kept
// is always right, and happens when there are too many stores, and between launches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace cpu_device
{
// A set of kept stores, by number: those of global memory, and after them those of the block's shared memory.
class view
{
  public:
    static constexpr unsigned global_stores = 1536, all_stores = 2048;
    void add(unsigned store)
    {
        words_[store / 64] |= 1ull << store % 64;
    }
    bool has(unsigned store) const
    {
        return words_[store / 64] >> store % 64 & 1;
    }
    bool is_empty() const
    {
        for (uint64_t word : words_)
            if (word != 0)
                return false;
        return true;
    }
    void add(const view &other)
    {
        for (unsigned i = 0; i < words_.size(); ++i)
            words_[i] |= other.words_[i];
    }
    void add_global(const view &other)
    {
        for (unsigned i = 0; i < global_stores / 64; ++i)
            words_[i] |= other.words_[i];
    }
    void forget_global()
    {
        for (unsigned i = 0; i < global_stores / 64; ++i)
            words_[i] = 0;
    }
    void forget_shared()
    {
        for (unsigned i = global_stores / 64; i < words_.size(); ++i)
            words_[i] = 0;
    }

  private:
    std::array<uint64_t, all_stores / 64> words_{};
};

// A thread: its block, by a number that no other block of the program has, and its rank there.
struct weak_thread {
    uint64_t block;
    unsigned rank;
    bool operator==(const weak_thread &other) const
    {
        return block == other.block && rank == other.rank;
    }
};

// What a strong store releases: to threads of all blocks, and to those of single blocks.
class released_views
{
  public:
    bool is_empty() const
    {
        return !to_all_any_ && to_blocks_.empty();
    }
    void release_to_all(const view &released)
    {
        to_all_any_ |= !released.is_empty();
        to_all_.add_global(released);
    }
    void release_to_block(uint64_t block, const view &released);
    void add(const released_views &other);
    // Drops what is for blocks that have ended, if it is for many.
    void drop_ended(const std::unordered_set<uint64_t> &running);
    // What a thread of that block acquires: of all, or of what its own block has released.
    void acquire(uint64_t block, bool of_block, view &to) const;

  private:
    view to_all_;
    bool to_all_any_ = false;
    std::vector<std::pair<uint64_t, view>> to_blocks_;
};

struct kept_store {
    static constexpr size_t most_bytes = 16;
    char value[most_bytes];
    int number; // in a view; -1: every thread knows it
    weak_thread by;
    bool strong, of_block; // its scope
    bool update;           // the second half of an atomic read-modify-write
    released_views released;
};

// Bytes that are always accessed together, within 16 that are aligned.
struct kept_place {
    const char *at;
    size_t size;
    std::vector<kept_store> stores; // in coherence order; the first is known to all, the last is in memory
    std::vector<std::pair<weak_thread, released_views>> releases; // by release operations here: later stores carry them
    // The last store that the view knows; no earlier one may be read.
    size_t last_known(const view &known) const;
    void note_release(const weak_thread &by, const released_views &released,
                      const std::unordered_set<uint64_t> &running);
    bool is_in_memory() const; // if not, something has stored there that no thread has announced
    void forget(const char *value);
};

// The places of global memory, or of one block's shared memory.
class weak_history
{
  public:
    weak_history(unsigned first, unsigned end) : first_(first), end_(end), next_(first) {}
    void launch_begins()
    {
        forget();
        one_in_ = 1;
    }
    // Nothing is kept any more: each load gets what is in memory.
    void forget();
    unsigned times_forgotten() const
    {
        return times_forgotten_;
    }
    // Whether something may be kept of these bytes. Needs no lock.
    bool may_hold(const char *at, size_t size) const
    {
        return filter_[filter_index(at)] != 0 || filter_[filter_index(at + size - 1)] != 0 || size > 32;
    }
    // The place of exactly these bytes; null: none. If another one overlaps them, everything is forgotten.
    kept_place *find(const char *at, size_t size);
    kept_place &make(const char *at, size_t size, const char *value);
    static bool can_keep(const char *at, size_t size)
    {
        return size <= kept_store::most_bytes && (uintptr_t)at % 16 + size <= 16;
    }
    // A number for one more store; -1: this one is not kept. If there are no more, everything is forgotten; then every
    // store is kept, or some, so that old values last longer.
    int take_number(uint64_t random);

  private:
    static unsigned filter_index(const char *at)
    {
        return (unsigned)((uintptr_t)at / 16 * 0x9e3779b9u >> 4) % filter_size;
    }
    static constexpr unsigned filter_size = 4096;
    const unsigned first_, end_;
    unsigned next_;
    unsigned one_in_ = 1; // so many stores is kept
    unsigned times_forgotten_ = 0;
    std::unordered_map<uintptr_t, std::vector<kept_place>> by_granule_; // 16 aligned bytes
    std::array<uint8_t, filter_size> filter_{};
};
} // namespace cpu_device
