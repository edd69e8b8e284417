// SPDX-License-Identifier: MIT
// Memory by pages: addresses first, then access to them. Where the system has no page protection, all of it can always
// be accessed, and the checks alone notice what they must.
#pragma once

#include <cstddef>

namespace cpu_device
{
size_t page_size();
size_t machine_memory(); // bytes
// Addresses without memory, to which there is no access; null: there are none left.
char *reserve_pages(size_t size);
// Memory of zeros, of which only what is touched is backed; null: there is none.
char *zeroed_pages(size_t size);
void release_pages(void *where, size_t size);           // of one of these
void release_untouched_pages(void *where, size_t size); // the same, where nothing was written
// False: it cannot be had.
bool allow_access(char *where, size_t size);
bool allow_reading(char *where, size_t size); // alone
bool forbid_access(char *where, size_t size);
// Whether there is no such access, and no signal says so.
#ifdef __wasm__
bool is_forbidden(const char *address, size_t size, bool writes);
#else
constexpr bool is_forbidden(const char *, size_t, bool)
{
    return false;
}
#endif
// Gives the memory back, and takes the access away. False: it cannot.
bool drop_pages(char *where, size_t size);
// Sets memory to 0, and gives back the pages that lie in it whole.
void clear_pages(void *where, size_t size);
// Large, and used all over: a hint.
void use_large_pages(char *where, size_t size);
// A file in memory of a size, to be mapped by several processes; and mapped at an address, or at any: null where it
// cannot be. A negative number: there is none.
int make_memory_file(const char *name, size_t size);
char *map_file(int file, size_t size, char *at = nullptr);
void close_file(int file);
} // namespace cpu_device
