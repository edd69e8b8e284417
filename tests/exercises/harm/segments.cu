// SPDX-License-Identifier: MIT
// Takes memory that belongs to no process: shared segments of System V. There are none. Status: 8
#include <stdlib.h>
#include <string.h>
#include <sys/shm.h>
#include <unistd.h>

#include "judge/add.h"

__attribute__((constructor)) static void harm()
{
    for (int i = 0; i < 60; ++i) {
        void *segment = shmat(shmget(IPC_PRIVATE, 50 << 20, 0600), NULL, 0);
        if (segment == (void *)-1)
            _Exit(8);
        memset(segment, 1, 50 << 20);
        shmdt(segment);
    }
    _Exit(9); // that is three gigabytes
}

__global__ void add(const int *, const int *, int *, int) {}
