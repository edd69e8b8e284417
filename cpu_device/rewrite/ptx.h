// SPDX-License-Identifier: MIT
// From the PTX of an asm statement to C++ (ptx.c).
#pragma once

#include <stddef.h>

// The body of a function whose parameters, the statement's operands, are ptx_0, ptx_1 and so on: a string for free().
// Null where the CPU device has not got what the PTX needs: then `problem` says what.
char *ptx_to_cpp(const char *text, unsigned operands, char *problem, size_t problem_size);
