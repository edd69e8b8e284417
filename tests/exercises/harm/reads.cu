// SPDX-License-Identifier: MIT
// Looks for what lies beside its own folder and in the users' homes, and writes there and to the system. Status: 0
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "judge/add.h"

static bool has_files(const char *folder)
{
    DIR *open = opendir(folder);
    int count = 0;
    while (open != NULL && readdir(open) != NULL)
        ++count;
    return count > 2; // and not . and .. alone
}

__attribute__((constructor)) static void harm()
{
    char own[4096] = "", beside[4200], *slash;
    if (readlink("/proc/self/exe", own, sizeof own - 1) <= 0)
        _Exit(8);
    for (int up = 0; up < 3 && (slash = strrchr(own, '/')) != NULL; ++up) // of harm.sh's folder/box/bin/reads
        *slash = '\0';
    snprintf(beside, sizeof beside, "%s/tmp", own);
    if (access(beside, F_OK) == 0 || has_files("/root") || has_files("/home"))
        _Exit(9);
    snprintf(beside, sizeof beside, "%s/box/written", own);
    for (const char *file : {(const char *)beside, "/usr/written", "/etc/written", "/written"})
        if (open(file, O_WRONLY | O_CREAT, 0600) >= 0)
            _Exit(10);
    _Exit(0);
}

__global__ void add(const int *, const int *, int *, int) {}
