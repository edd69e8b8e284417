// SPDX-License-Identifier: MIT
// Linear memory grows and never shrinks, and all of it can always be accessed.
#include "../pages.h"

#include <cstdint>
#include <cstring>

namespace cpu_device
{
namespace
{
constexpr size_t page = 4096, memory_of_a_phone = (size_t)128 << 20, largest_table = (size_t)64 << 20;

// What was released, to be used again.
struct hole {
    char *begin;
    size_t size;
    bool zeros; // still
} holes[16];

char *grow(size_t size)
{
    constexpr size_t unit = 65536;
    for (hole &h : holes)
        if (h.size >= size) {
            if (!h.zeros) // which are not touched: a page that was never touched costs nothing
                memset(h.begin, 0, size);
            h = {h.begin + size, h.size - size, h.zeros};
            return h.begin - size;
        }
    const size_t pages = __builtin_wasm_memory_grow(0, (size + unit - 1) / unit); // adds zeros
    return pages == SIZE_MAX ? nullptr : reinterpret_cast<char *>(pages * unit);
}

void add_hole(void *where, size_t size, bool zeros)
{
    for (hole &h : holes)
        if (h.size == 0) {
            h = {static_cast<char *>(where), (size + page - 1) / page * page, zeros};
            return;
        }
}
} // namespace

size_t page_size()
{
    return page;
}

size_t machine_memory()
{
    return memory_of_a_phone;
}

char *zeroed_pages(size_t size)
{
    return size > largest_table ? nullptr : grow((size + page - 1) / page * page);
}

char *reserve_pages(size_t size)
{
    return grow((size + page - 1) / page * page);
}

void release_pages(void *where, size_t size)
{
    add_hole(where, size, false);
}

void release_untouched_pages(void *where, size_t size)
{
    add_hole(where, size, true);
}

bool allow_access(char *, size_t)
{
    return true;
}

bool allow_reading(char *, size_t)
{
    return true;
}

bool forbid_access(char *, size_t)
{
    return true;
}

bool drop_pages(char *, size_t)
{
    return false;
}

void clear_pages(void *where, size_t size)
{
    memset(where, 0, size);
}

void use_large_pages(char *, size_t) {}

int make_memory_file(const char *, size_t)
{
    return -1;
}

char *map_file(int, size_t, char *)
{
    return nullptr;
}

void close_file(int) {}
} // namespace cpu_device
