// SPDX-License-Identifier: MIT
// Makes a user namespace within a new process, to mount a disk in memory there that has no limit. Status: 0
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "judge/add.h"

__attribute__((constructor)) static void harm()
{
    long child = syscall(SYS_clone, CLONE_NEWUSER | CLONE_NEWNS | SIGCHLD, 0, 0, 0, 0);
    if (child == 0 || mount("none", "/tmp", "tmpfs", 0, "size=3g") == 0)
        _Exit(9);
    _Exit(child > 0 ? 9 : 0);
}

__global__ void add(const int *, const int *, int *, int) {}
