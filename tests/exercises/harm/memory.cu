// SPDX-License-Identifier: MIT
// Takes all memory. Grade: more than 2 GiB of memory
#include <stdlib.h>
#include <string.h>

#include "judge/add.h"

__attribute__((constructor)) static void harm()
{
    for (;;)
        memset(malloc(1 << 24), 1, 1 << 24);
}

__global__ void add(const int *, const int *, int *, int) {}
