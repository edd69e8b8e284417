// SPDX-License-Identifier: MIT
// Prints without end. Status: 153
#include <unistd.h>

#include "judge/add.h"

__attribute__((constructor)) static void harm()
{
    static char text[1 << 16];
    while (write(1, text, sizeof text) > 0)
        ;
}

__global__ void add(const int *, const int *, int *, int) {}
