// SPDX-License-Identifier: MIT
#include "vector_clock.h"

#include <algorithm>
#include <atomic>

namespace cpu_device
{
namespace
{
__thread uint64_t steps;
__thread vector_clock::spare_nodes *spares; // null: this thread keeps none
} // namespace

uint64_t vector_clock::steps_made()
{
    return steps;
}

// A leaf has a point, and bit 0. A fork has two sides, whose keys differ in `bit` and agree in all higher bits.
struct vector_clock::node {
    mutable std::atomic<uint32_t> holders{1};
    const uint64_t key; // of a fork: of any leaf below
    const uint64_t bit;
    union {
        const node *side[2];
        uint64_t point;
    };
    node(uint64_t k, uint64_t b) : key(k), bit(b) {}
    static void *operator new(size_t size)
    {
        if (spares == nullptr || spares->first_ == nullptr)
            return ::operator new(size);
        --spares->count_;
        return std::exchange(spares->first_, *static_cast<void **>(spares->first_));
    }
    static void operator delete(void *dropped)
    {
        if (spares == nullptr || spares->count_ == spare_nodes::most)
            return ::operator delete(dropped);
        ++spares->count_;
        *static_cast<void **>(dropped) = std::exchange(spares->first_, dropped);
    }
    bool above(uint64_t other) const // whether the key may lie below this fork
    {
        return ((other ^ key) & ~(bit | (bit - 1))) == 0;
    }
};

vector_clock::spare_nodes::~spare_nodes()
{
    if (spares == this)
        spares = nullptr;
    while (first_ != nullptr)
        ::operator delete(std::exchange(first_, *static_cast<void **>(first_)));
}

void vector_clock::spare_nodes::use()
{
    spares = this;
}

void vector_clock::hold(const node *n)
{
    if (n != nullptr)
        n->holders.fetch_add(1, std::memory_order_relaxed);
}

void vector_clock::drop(const node *n)
{
    if (n == nullptr) // of the only holder, no other thread knows: then nothing is to be subtracted
        return;
    if (n->holders.load(std::memory_order_acquire) != 1 && n->holders.fetch_sub(1, std::memory_order_acq_rel) != 1)
        return;
    if (n->bit != 0) {
        drop(n->side[0]);
        drop(n->side[1]);
    }
    delete n;
}

const vector_clock::node *vector_clock::leaf(uint64_t key, uint64_t point)
{
    node *n = new node(key, 0);
    n->point = point;
    return n;
}

const vector_clock::node *vector_clock::fork(const node *a, const node *b)
{
    uint64_t bit = 1ull << (63 - __builtin_clzll(a->key ^ b->key));
    node *n = new node(a->key, bit);
    n->side[(a->key & bit) != 0] = a;
    n->side[(b->key & bit) != 0] = b;
    return n;
}

const vector_clock::node *vector_clock::merge(const node *a, const node *b)
{
    ++steps;
    if (a == b || b == nullptr || a == nullptr) {
        const node *only = a == nullptr ? b : a;
        hold(only);
        return only;
    }
    if (a->bit == 0 && b->bit == 0 && a->key == b->key) {
        const node *later = a->point >= b->point ? a : b;
        hold(later);
        return later;
    }
    if (a->bit != 0 && a->bit == b->bit && a->above(b->key)) { // both fork at the same place
        const node *left = merge(a->side[0], b->side[0]), *right = merge(a->side[1], b->side[1]);
        for (const node *same : {a, b})
            if (left == same->side[0] && right == same->side[1]) {
                drop(left);
                drop(right);
                hold(same);
                return same;
            }
        node *n = new node(a->key, a->bit);
        n->side[0] = left;
        n->side[1] = right;
        return n;
    }
    const node *upper = a->bit > b->bit ? a : b, *lower = upper == a ? b : a;
    if (upper->bit == 0 || !upper->above(lower->key)) {
        hold(a);
        hold(b);
        return fork(a, b);
    }
    int at = (lower->key & upper->bit) != 0;
    const node *joined = merge(upper->side[at], lower);
    if (joined == upper->side[at]) {
        drop(joined);
        hold(upper);
        return upper;
    }
    node *n = new node(upper->key, upper->bit);
    hold(upper->side[1 - at]);
    n->side[at] = joined;
    n->side[1 - at] = upper->side[1 - at];
    return n;
}

uint64_t vector_clock::operator[](uint64_t key) const
{
    const node *n = root_;
    while (n != nullptr && n->bit != 0)
        n = n->side[(key & n->bit) != 0];
    return n != nullptr && n->key == key ? n->point : 0;
}

// The same map with a later point of one thread.
const vector_clock::node *vector_clock::with(const node *n, uint64_t key, uint64_t point)
{
    ++steps;
    if (n == nullptr || (n->bit == 0 && n->key == key))
        return leaf(key, point);
    if (n->bit == 0 || !n->above(key)) {
        hold(n);
        return fork(n, leaf(key, point));
    }
    const int at = (key & n->bit) != 0;
    node *copy = new node(n->key, n->bit);
    copy->side[at] = with(n->side[at], key, point);
    copy->side[1 - at] = n->side[1 - at];
    hold(n->side[1 - at]);
    return copy;
}

void vector_clock::join(uint64_t key, uint64_t point)
{
    if ((*this)[key] < point)
        drop(std::exchange(root_, with(root_, key, point)));
}

void vector_clock::join(const vector_clock &more)
{
    first_not_covered_ = std::max(first_not_covered_, more.first_not_covered_);
    if (more.root_ == nullptr || more.root_ == root_)
        return;
    const node *old = std::exchange(root_, nullptr);
    root_ = merge(old, more.root_);
    drop(old);
}
} // namespace cpu_device
