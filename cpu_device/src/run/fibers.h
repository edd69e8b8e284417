// SPDX-License-Identifier: MIT
// The fibers of a block's threads: a stack for each thread that waits, and where it left off (switch_stack.h).
#pragma once

#include <cstddef>
#include <vector>

#include "../limits.h"

namespace cpu_device
{
// A GPU gives a thread up to 512 KB of local memory. Only what a thread touches is ever backed by memory.
#ifdef __wasm__ // where a page that is reserved counts
constexpr size_t stack_size = 60 * 1024;
#else
constexpr size_t stack_size = 576 * 1024;
#endif
// The guard below each stack: no access. GCC probes large frames every 64 KB on ARM, so none steps over it. An odd
// number of pages in all spreads the stacks over the sets of the TLB.
#ifdef __wasm__
constexpr size_t guard_size = 4 * 1024;
#else
constexpr size_t guard_size = 68 * 1024;
#endif
constexpr size_t stack_step = stack_size + guard_size;

class fibers
{
  public:
    // The addresses of the stacks of so many threads; null if there are none.
    static char *reserve_stacks(unsigned threads);
    explicit fibers(char *stacks);
    // From now on it uses the stacks of so many threads, which begin there.
    void use_stacks(char *stacks, unsigned threads);
    void block_begins();

    char *fresh() // the top of a stack that this block has not used yet
    {
        if (used_ == made_)
            make_stack();
        return top_of(used_++);
    }
    char *fresh_of_all() // the same, after make_all()
    {
        return top_of(used_++);
    }
    void make_all(unsigned threads)
    {
        while (made_ < threads)
            make_stack();
    }
    char *take(); // the top of a stack that no thread uses
    void give_back(const void *on)
    {
        idle_.push_back(top_under(on));
    }
    bool holds(const char *address) const
    {
        return (size_t)(address - stacks_) < size_;
    }
    bool share_stack(const void *one, const void *other) const // the first is on one
    {
        return !holds(static_cast<const char *>(other)) || number_of(one) == number_of(other);
    }
    const char *top_under(const void *address) const // of the stack that holds the address
    {
        return top_of(number_of(address));
    }
    char *top_under(const void *address)
    {
        return top_of(number_of(address));
    }
    // The part of a stack from an address on, but no more than so many bytes; empty if it is on none.
    struct part {
        const char *begin, *end;
    };
    part part_from(const char *address, size_t most) const;

    void *&of(unsigned thread) // its stack pointer; the thread has started and does not run
    {
        return left_[thread];
    }
    void *of(unsigned thread) const
    {
        return left_[thread];
    }
    void prefetch(unsigned thread) const // likely to run next: its stack may have left the cache
    {
        __builtin_prefetch(left_[thread % max_threads]);
    }
    void *home = nullptr; // the core's own stack

  private:
    [[gnu::noinline]] void make_stack();
    size_t number_of(const void *address) const
    {
        return (size_t)(static_cast<const char *>(address) - stacks_) / stack_step;
    }
    // Stacks that all began at the same offset in a page would share a few sets of the cache; these begin 192 bytes
    // apart, about what a small kernel uses.
    char *top_of(size_t stack) const
    {
        return stacks_ + stack * stack_step + stack_step - stack * 192 % 4096;
    }

    char *stacks_;
    size_t size_ = max_threads * stack_step;
    unsigned made_ = 0, used_ = 0; // the second by this block
    std::vector<char *> idle_;     // their tops
    void *left_[max_threads];
};
} // namespace cpu_device
