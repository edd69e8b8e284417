// SPDX-License-Identifier: MIT
// The sum that one of the chapter's dot products prints, against the exact one.
#pragma once

#include <stdbool.h>

#include "run_program.h"

enum { dot_threads = 32 * 256 }; // of the grid

struct dot_value {
    double printed, error, bound; // the error is relative; the bound what float arithmetic allows
    bool right;                   // not if the error is a NaN
};

// From the line "Does GPU value X = Y?". Ends the checker if there is none, or if Y is not the exact value.
struct dot_value read_dot_value(const struct run *run);
