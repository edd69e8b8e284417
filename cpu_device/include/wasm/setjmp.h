// SPDX-License-Identifier: MIT
// WebAssembly cannot jump out of functions. A program may be ready for it; where it would jump, it ends.
#pragma once

#include <stdio.h>
#include <stdlib.h>

typedef int jmp_buf[1];

#define setjmp(where) ((void)(where), 0)

[[noreturn]] static inline void longjmp(jmp_buf, int)
{
    fputs("longjmp() does not work in a browser\n", stderr);
    abort();
}
