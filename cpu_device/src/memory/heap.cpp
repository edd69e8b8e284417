// SPDX-License-Identifier: MIT
#include "heap.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <vector>

#include "arena.h"

namespace cpu_device
{
namespace
{
class device_heap
{
  public:
    void *allocate(size_t size)
    {
        unsigned log = std::max(5u, 64u - (unsigned)__builtin_clzl(size + header - 1));
        if (size > (size_t)1 << 40)
            return nullptr;
        size_t block = (size_t)1 << log;
        std::lock_guard<std::mutex> lock(mutex_);
        char *p;
        if (!free_[log].empty()) {
            p = free_[log].back();
            free_[log].pop_back();
        } else {
            if ((size_t)(end_ - next_) < block) {
                arena &m = the_arena();
                std::lock_guard<std::mutex> lock_memory(m.mutex);
                const allocation *a = m.allocate(std::max(piece, block), memory_kind::heap, nullptr);
                if (a == nullptr)
                    return nullptr;
                next_ = const_cast<char *>(a->first);
                end_ = next_ + a->size;
            }
            p = next_;
            next_ += block;
        }
        memcpy(p, &log, sizeof log);
        return p + header;
    }
    bool free(void *pointer)
    {
        arena &m = the_arena();
        const allocation *a = m.in_arena(pointer) ? m.owner(pointer) : nullptr;
        if (a == nullptr || a->kind != memory_kind::heap)
            return false;
        char *p = static_cast<char *>(pointer) - header;
        unsigned log;
        memcpy(&log, p, sizeof log);
        std::lock_guard<std::mutex> lock(mutex_);
        free_[log].push_back(p);
        return true;
    }
    void forget_all()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        for (auto &list : free_)
            list.clear();
        next_ = end_ = nullptr;
    }

  private:
    static constexpr size_t header = 16, piece = 8 << 20;
    std::mutex mutex_;
    std::vector<char *> free_[64];
    char *next_ = nullptr, *end_ = nullptr;
};

device_heap &heap()
{
    static device_heap *only = new device_heap;
    return *only;
}
} // namespace

void *heap_allocate(size_t size)
{
    void *p = heap().allocate(size);
    arena &m = the_arena();
    const allocation *a = p != nullptr && checked_arena_size > 0 ? m.owner(p) : nullptr;
    if (a != nullptr && a->cells) // what another block did with it before is over
        memset(a->cells + (static_cast<char *>(p) - a->pages) * (ptrdiff_t)cell_bytes_per_byte, 0,
               (size + 7) / 4 * 4 * cell_bytes_per_byte);
    return p;
}

bool heap_free(void *pointer)
{
    return pointer == nullptr || heap().free(pointer);
}

void heap_forget_all()
{
    heap().forget_all();
}
} // namespace cpu_device
