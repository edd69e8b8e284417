// SPDX-License-Identifier: MIT
// Takes all memory in a process whose first thread has ended. Status: 125
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "judge/add.h"

static void *take(void *)
{
    for (;;)
        memset(malloc(1 << 24), 1, 1 << 24);
}

__attribute__((constructor)) static void harm()
{
    pthread_t other;
    pthread_create(&other, NULL, take, NULL);
    syscall(SYS_exit, 0);
}

__global__ void add(const int *, const int *, int *, int) {}
