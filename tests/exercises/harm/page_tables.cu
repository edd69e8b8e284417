// SPDX-License-Identifier: MIT
// Takes memory that is in no page of its own: the tables of pages that are only read. Status: 125
#include <stdlib.h>
#include <sys/mman.h>

#include "judge/add.h"

__attribute__((constructor)) static void harm()
{
    const size_t all = 3ull << 39, step = 2 << 20;
    char *pages = (char *)mmap(NULL, all, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED)
        _Exit(8);
    madvise(pages, all, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < all; i += step)
        *(volatile char *)(pages + i);
    _Exit(9);
}

__global__ void add(const int *, const int *, int *, int) {}
