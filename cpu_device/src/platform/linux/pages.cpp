// SPDX-License-Identifier: MIT
#include "../pages.h"

#include <cstdint>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace cpu_device
{
namespace
{
// Without MAP_NORESERVE, a strict overcommit policy would count all of it.
char *map(size_t size, int access)
{
    void *where = mmap(nullptr, size, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return where == MAP_FAILED ? nullptr : static_cast<char *>(where);
}
} // namespace

size_t page_size()
{
    static const size_t size = (size_t)sysconf(_SC_PAGESIZE);
    return size;
}

size_t machine_memory()
{
    return (size_t)sysconf(_SC_PHYS_PAGES) * page_size();
}

char *reserve_pages(size_t size)
{
    return map(size, PROT_NONE);
}

char *zeroed_pages(size_t size)
{
    return map(size, PROT_READ | PROT_WRITE);
}

void release_pages(void *where, size_t size)
{
    munmap(where, size);
}

void release_untouched_pages(void *where, size_t size)
{
    munmap(where, size);
}

bool allow_access(char *where, size_t size)
{
    return mprotect(where, size, PROT_READ | PROT_WRITE) == 0;
}

bool allow_reading(char *where, size_t size)
{
    return mprotect(where, size, PROT_READ) == 0;
}

bool forbid_access(char *where, size_t size)
{
    return mprotect(where, size, PROT_NONE) == 0;
}

// A new mapping does both.
bool drop_pages(char *where, size_t size)
{
    return mmap(where, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED;
}

void clear_pages(void *where, size_t size)
{
    const uintptr_t page = page_size();
    char *begin = static_cast<char *>(where), *end = begin + size;
    char *first = reinterpret_cast<char *>((reinterpret_cast<uintptr_t>(begin) + page - 1) / page * page);
    char *last = reinterpret_cast<char *>(reinterpret_cast<uintptr_t>(end) / page * page);
    if (first >= last || madvise(first, (size_t)(last - first), MADV_DONTNEED) != 0) {
        memset(begin, 0, size);
        return;
    }
    memset(begin, 0, (size_t)(first - begin));
    memset(last, 0, (size_t)(end - last));
}

void use_large_pages(char *where, size_t size)
{
    madvise(where, size, MADV_HUGEPAGE);
}

int make_memory_file(const char *name, size_t size)
{
    const int file = memfd_create(name, MFD_CLOEXEC);
    if (file >= 0 && ftruncate(file, (off_t)size) != 0) {
        close(file);
        return -1;
    }
    return file;
}

char *map_file(int file, size_t size, char *at)
{
    void *where = mmap(at, size, PROT_READ | PROT_WRITE, at == nullptr ? MAP_SHARED : MAP_SHARED | MAP_FIXED, file, 0);
    return where == MAP_FAILED ? nullptr : static_cast<char *>(where);
}

void close_file(int file)
{
    close(file);
}
} // namespace cpu_device
