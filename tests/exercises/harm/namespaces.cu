// SPDX-License-Identifier: MIT
// Makes a user namespace of its own, to be root in. Status: 0
#include <sched.h>
#include <stdlib.h>

#include "judge/add.h"

__attribute__((constructor)) static void harm()
{
    _Exit(unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 ? 9 : 0);
}

__global__ void add(const int *, const int *, int *, int) {}
