// SPDX-License-Identifier: MIT
// What a thread knows of others: up to which point what they did is ordered before what it does next.
//
// A map from threads to points, which never changes once it is made: to learn is to make another one, that shares with
// the old ones whatever they have in common (a Patricia trie: Okasaki and Gill, "Fast Mergeable Integer Maps", 1998).
// So it takes no longer to hand on what is known of a million threads than of one, and what two have learnt from the
// same source is one thing in memory. To put together two that have little in common takes longer: where that is too
// often to be waited for, all that happened before a moment is taken for known instead, see cover().
#pragma once

#include <cstdint>
#include <utility>

namespace cpu_device
{
class knowledge
{
  public:
    knowledge() = default;
    knowledge(const knowledge &other) : root_(other.root_), first_unknown_(other.first_unknown_)
    {
        hold(root_);
    }
    knowledge(knowledge &&other) noexcept
        : root_(std::exchange(other.root_, nullptr)), first_unknown_(std::exchange(other.first_unknown_, 0))
    {
    }
    knowledge &operator=(knowledge other) noexcept
    {
        std::swap(root_, other.root_);
        std::swap(first_unknown_, other.first_unknown_);
        return *this;
    }
    ~knowledge()
    {
        drop(root_);
    }

    bool empty() const
    {
        return root_ == nullptr && first_unknown_ == 0;
    }
    // 0: nothing is known of it.
    uint64_t operator[](uint64_t key) const;
    void learn(uint64_t key, uint64_t point); // which is not 0
    void learn(const knowledge &more);
    // From now on all segments below this one, which is the next to be made, count as known.
    void cover(uint32_t next_segment)
    {
        *this = knowledge();
        first_unknown_ = next_segment;
    }
    bool covers(uint32_t segment) const
    {
        return segment < first_unknown_;
    }
    // Counts the nodes that this thread of the operating system has come to while learning. It begins anew with each
    // block, for it is thread_local as shared memory is (block_memory.h).
    static uint64_t steps_made();

  private:
    struct node;
    static void hold(const node *n);
    static void drop(const node *n);
    static const node *leaf(uint64_t key, uint64_t point);
    static const node *fork(const node *a, const node *b); // of different prefixes; takes both
    static const node *join(const node *a, const node *b); // a new hold of the result
    const node *root_ = nullptr;
    uint32_t first_unknown_ = 0; // segment; 0: none is covered
};
} // namespace cpu_device
