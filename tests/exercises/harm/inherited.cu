// SPDX-License-Identifier: MIT
// Looks for what the instructor's processes have: their environment, and open files. Status: 0
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "judge/add.h"

__attribute__((constructor)) static void harm()
{
    static char text[1 << 16];
    ssize_t length = read(open("/proc/1/environ", O_RDONLY), text, sizeof text);
    const bool found = length > 0 && memmem(text, (size_t)length, "HARM_TOKEN", 10) != NULL;
    _Exit(found || getenv("HARM_TOKEN") != NULL || fcntl(9, F_GETFD) >= 0 ? 9 : 0);
}

__global__ void add(const int *, const int *, int *, int) {}
