// SPDX-License-Identifier: MIT
// A thread's vector clock: for each other thread, the point up to which its accesses happen before what this thread
// does next.
//
// It is a map from threads to points. A map never changes once it is made: a join makes another one, which shares with
// both operands whatever they have in common (a Patricia trie: Okasaki and Gill, "Fast Mergeable Integer Maps", 1998).
// So a copy costs the same for a million threads as for one, and two threads that have joined the same clock share it
// in memory. A join of two clocks with little in common takes longer. In a launch with too many of these, a clock
// covers all that happened before a moment instead, see cover().
#pragma once

#include <cstdint>
#include <utility>

namespace cpu_device
{
class vector_clock
{
  public:
    vector_clock() = default;
    vector_clock(const vector_clock &other) : root_(other.root_), first_not_covered_(other.first_not_covered_)
    {
        if (root_ != nullptr)
            hold(root_);
    }
    vector_clock(vector_clock &&other) noexcept
        : root_(std::exchange(other.root_, nullptr)), first_not_covered_(std::exchange(other.first_not_covered_, 0))
    {
    }
    vector_clock &operator=(vector_clock other) noexcept
    {
        std::swap(root_, other.root_);
        std::swap(first_not_covered_, other.first_not_covered_);
        return *this;
    }
    ~vector_clock()
    {
        if (root_ != nullptr)
            drop(root_);
    }

    bool empty() const
    {
        return root_ == nullptr && first_not_covered_ == 0;
    }
    bool is(const vector_clock &other) const // the same map in memory
    {
        return root_ == other.root_ && first_not_covered_ == other.first_not_covered_;
    }
    // The point of a thread; 0: none.
    uint64_t operator[](uint64_t key) const;
    void join(uint64_t key, uint64_t point); // point > 0
    void join(const vector_clock &more);
    // Gives up precision: from now on the clock covers all segments below this one, which is the next to be made.
    void cover(uint32_t next_segment)
    {
        *this = vector_clock();
        first_not_covered_ = next_segment;
    }
    bool covers(uint32_t segment) const
    {
        return segment < first_not_covered_;
    }
    // How many nodes the joins of this host thread have visited. The count begins anew with each block, since it is
    // thread_local, as shared memory is (block_memory.h).
    static uint64_t steps_made();

  private:
    struct node;

  public:
    // Nodes that a core has dropped, and takes again: they are made and dropped at each fence.
    class spare_nodes
    {
      public:
        ~spare_nodes();
        // The calling host thread takes them from here. Each block begins with that, for steps_made()'s reason.
        void use();

      private:
        friend struct node;
        static constexpr unsigned most = 4096;
        void *first_ = nullptr;
        unsigned count_ = 0;
    };

  private:
    static void hold(const node *n);
    static void drop(const node *n);
    static const node *leaf(uint64_t key, uint64_t point);
    static const node *fork(const node *a, const node *b); // of different prefixes; takes over both references
    // The caller owns the result of these two.
    static const node *merge(const node *a, const node *b);
    static const node *with(const node *n, uint64_t key, uint64_t point);
    const node *root_ = nullptr;
    uint32_t first_not_covered_ = 0; // segment; 0: cover() was not called
};
} // namespace cpu_device
