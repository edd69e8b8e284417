// SPDX-License-Identifier: MIT
// Makes 300,000 files, all of them empty. Status: 123
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "judge/add.h"

__attribute__((constructor)) static void harm()
{
    for (int i = 0; i < 300000; ++i) {
        char name[40];
        snprintf(name, sizeof name, "/tmp/%d", i);
        close(open(name, O_CREAT | O_WRONLY, 0600));
    }
    _Exit(9);
}

__global__ void add(const int *, const int *, int *, int) {}
