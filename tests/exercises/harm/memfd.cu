// SPDX-License-Identifier: MIT
// Takes memory that belongs to no process: files in memory. Status: 125
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "judge/add.h"

__attribute__((constructor)) static void harm()
{
    static char part[1 << 20];
    for (int i = 0; i < 64; ++i) {
        int file = memfd_create("harm", 0);
        for (int k = 0; k < 48; ++k)
            if (write(file, part, sizeof part) < 0)
                _Exit(8);
    }
    _Exit(9); // that is three gigabytes
}

__global__ void add(const int *, const int *, int *, int) {}
