// SPDX-License-Identifier: MIT
#include "heap.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <vector>

#include "arena.h"

namespace cpu_device
{
namespace
{
constexpr size_t red_zone = 16; // at least so many bytes after each block
constexpr unsigned smallest_shift = 5, largest_shift = 15;
constexpr size_t piece = 1 << 20;               // for blocks of one size
constexpr size_t most_in_quarantine = 16 << 20; // bytes

// What a block of so many bytes takes off the limit, at least: an H100's smallest takes 80.
size_t charge(size_t size)
{
    return (size + 31) / 16 * 16;
}

class device_heap
{
  public:
    explicit device_heap(int device) : device_(device) {}
    void *allocate(size_t size, bool by_new, const void *caller)
    {
        is_used = true;
        const size_t limit = heap_limit;
        if (size >= limit || in_use_.fetch_add(charge(size)) + charge(size) > limit) {
            if (size < limit)
                in_use_ -= charge(size);
            was_full = true;
            return nullptr;
        }
        void *block = allocate_within(size, by_new, caller);
        if (block == nullptr)
            in_use_ -= charge(size);
        return block;
    }

    void *allocate_within(size_t size, bool by_new, const void *caller)
    {
        arena &m = the_arena();
        if (size > (size_t)1 << largest_shift) {
            std::lock_guard<std::mutex> lock(m.mutex);
            allocation *a = m.allocate(size, memory_kind::heap, device_, caller);
            if (a == nullptr)
                return nullptr;
            a->by_new = by_new;
            return const_cast<char *>(a->first);
        }
        unsigned shift = std::max(smallest_shift, 64u - (unsigned)__builtin_clzll(size + red_zone - 1));
        std::lock_guard<std::mutex> lock(mutex_);
        memory_block *b = take(shift);
        if (b == nullptr)
            return nullptr;
        m.forget_cells(b->first, size); // earlier accesses to the block are no races with later ones
        b->size = size;
        b->made_at = caller;
        b->kind = memory_kind::heap;
        b->by_new = by_new;
        b->freed = false;
        b->accessible = size;
        return const_cast<char *>(b->first);
    }

    heap_answer free(const char *pointer, const void *caller)
    {
        arena &m = the_arena();
        allocation *a = m.in_arena(pointer) ? m.owner(pointer) : nullptr;
        if (a == nullptr || a->kind != memory_kind::heap)
            return heap_answer::no_block;
        if (a->blocks == nullptr) {
            std::lock_guard<std::mutex> lock(m.mutex);
            if (a->first != pointer)
                return heap_answer::no_block;
            if (a->freed)
                return heap_answer::freed_before;
            in_use_ -= charge(a->size);
            m.release(*a, caller);
            return heap_answer::freed;
        }
        std::lock_guard<std::mutex> lock(mutex_);
        if (a->freed) // by cudaDeviceReset
            return heap_answer::freed_before;
        memory_block &b = a->blocks[(pointer - a->first) >> a->block_shift];
        if (b.first != pointer || b.made_at == nullptr)
            return heap_answer::no_block;
        if (b.freed)
            return heap_answer::freed_before;
        in_use_ -= charge(b.size);
        b.accessible = 0;
        b.freed_at = caller;
        b.freed = true;
        quarantine_.push_back({&b, a->block_shift});
        quarantined_ += (size_t)1 << a->block_shift;
        while (quarantined_ > most_in_quarantine)
            forget_oldest();
        return heap_answer::freed;
    }

    void forget_all()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        for (size_class &one : classes_)
            one = {};
        quarantine_.clear();
        quarantined_ = 0;
        in_use_ = 0;
        is_used = was_full = false;
    }

    std::atomic<bool> is_used{false}, was_full{false};

  private:
    struct size_class {
        std::vector<memory_block *> free;
        allocation *fresh = nullptr; // its blocks are used one after the other
        size_t next = 0;
    };
    struct freed_block {
        memory_block *block;
        unsigned shift;
    };

    memory_block *take(unsigned shift)
    {
        size_class &of = classes_[shift];
        if (of.free.empty() && (of.fresh == nullptr || of.next == piece >> shift) && !cut(shift))
            while (of.free.empty() && !quarantine_.empty())
                forget_oldest();
        memory_block *b = nullptr;
        if (!of.free.empty()) {
            b = of.free.back();
            of.free.pop_back();
        } else if (of.fresh != nullptr && of.next < piece >> shift) {
            b = &of.fresh->blocks[of.next];
            b->first = of.fresh->first + (of.next++ << shift);
        }
        return b;
    }

    // Blocks of a new allocation; false: there is not enough memory.
    bool cut(unsigned shift)
    {
        void *blocks = calloc(piece >> shift, sizeof(memory_block));
        if (blocks == nullptr)
            return false;
        arena &m = the_arena();
        std::lock_guard<std::mutex> lock(m.mutex);
        allocation *a = m.allocate(piece, memory_kind::heap, device_, nullptr);
        if (a == nullptr) {
            ::free(blocks);
            return false;
        }
        a->block_shift = shift;
        a->blocks = static_cast<memory_block *>(blocks);
        a->accessible = 0; // but for its blocks
        classes_[shift].fresh = a;
        classes_[shift].next = 0;
        return true;
    }

    void forget_oldest()
    {
        auto [block, shift] = quarantine_.front();
        quarantine_.pop_front();
        quarantined_ -= (size_t)1 << shift;
        classes_[shift].free.push_back(block);
    }

    const int device_;
    std::atomic<size_t> in_use_{0}; // bytes, by charge()
    std::mutex mutex_;              // taken before that of the arena
    size_class classes_[largest_shift + 2];
    std::deque<freed_block> quarantine_; // the oldest first
    size_t quarantined_ = 0;             // bytes
};

device_heap &heap(int device)
{
    static device_heap *const *all = [] {
        device_heap **made = new device_heap *[most_devices];
        for (int i = 0; i < most_devices; ++i)
            made[i] = new device_heap(i);
        return made;
    }();
    return *all[device];
}
} // namespace

std::atomic<size_t> heap_limit{8 << 20};

bool heap_is_used(int device)
{
    return heap(device).is_used;
}

bool heap_was_full(int device)
{
    return heap(device).was_full;
}

void *heap_allocate(int device, size_t size, bool by_new, const void *caller)
{
    return heap(device).allocate(size, by_new, caller);
}

heap_answer heap_free(void *pointer, const void *caller)
{
    const arena &m = the_arena();
    const allocation *a = m.in_arena(pointer) ? m.owner(pointer) : nullptr;
    return heap(a != nullptr ? a->device : 0).free(static_cast<const char *>(pointer), caller);
}

void heap_forget_all(int device)
{
    heap(device).forget_all();
}
} // namespace cpu_device
