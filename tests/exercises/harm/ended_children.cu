// SPDX-License-Identifier: MIT
// Takes memory that its children have filled: they have ended, and no descriptor is open. Status: 125
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "judge/add.h"

__attribute__((constructor)) static void harm()
{
    const size_t size = 48 << 20;
    for (int i = 0; i < 64; ++i) {
        int file = memfd_create("harm", 0);
        void *part = ftruncate(file, size) == 0 ? mmap(NULL, size, PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
        close(file);
        if (part == MAP_FAILED)
            _Exit(8);
        if (fork() == 0) {
            memset(part, 1, size);
            _Exit(0);
        }
        wait(NULL);
    }
    _Exit(9); // that is three gigabytes
}

__global__ void add(const int *, const int *, int *, int) {}
