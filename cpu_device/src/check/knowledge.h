// SPDX-License-Identifier: MIT
// What a thread knows of others: up to which point what they did is ordered before what it does next.
//
// A map from threads to points, which never changes once it is made: to learn is to make another one, that shares with
// the old ones whatever they have in common (a Patricia trie: Okasaki and Gill, "Fast Mergeable Integer Maps", 1998).
// So it takes no longer to hand on what is known of a million threads than of one, and what two have learnt from the
// same source is one thing in memory.
#pragma once

#include <cstdint>
#include <utility>

namespace cpu_device
{
class knowledge
{
  public:
    knowledge() = default;
    knowledge(const knowledge &other) : root_(other.root_)
    {
        hold(root_);
    }
    knowledge(knowledge &&other) noexcept : root_(std::exchange(other.root_, nullptr)) {}
    knowledge &operator=(knowledge other) noexcept
    {
        std::swap(root_, other.root_);
        return *this;
    }
    ~knowledge()
    {
        drop(root_);
    }

    bool empty() const
    {
        return root_ == nullptr;
    }
    // 0: nothing is known of it.
    uint64_t operator[](uint64_t key) const;
    void learn(uint64_t key, uint64_t point); // which is not 0
    void learn(const knowledge &more);

  private:
    struct node;
    static void hold(const node *n);
    static void drop(const node *n);
    static const node *leaf(uint64_t key, uint64_t point);
    static const node *fork(const node *a, const node *b); // of different prefixes; takes both
    static const node *join(const node *a, const node *b); // a new hold of the result
    const node *root_ = nullptr;
};
} // namespace cpu_device
