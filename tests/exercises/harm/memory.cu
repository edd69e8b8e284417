// SPDX-License-Identifier: MIT
// Takes all memory. Status: 125
#include <stdlib.h>
#include <string.h>

#include "judge/add.h"

__attribute__((constructor)) static void harm()
{
    for (;;)
        memset(malloc(1 << 24), 1, 1 << 24);
}

__global__ void add(const int *, const int *, int *, int) {}
