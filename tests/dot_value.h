// SPDX-License-Identifier: MIT
// The sum that one of the chapter's dot products prints, against the exact one.
#pragma once

#include <stdbool.h>

#include "run_program.h"

enum { dot_threads = 32 * 256 }; // of the grid

struct dot_value {
    double printed;
    bool right; // it is the exact one: floats hold every sum on the way to it
};

// From the line "Does GPU value X = Y?". Ends the checker if there is none, or if Y is not the exact value.
struct dot_value read_dot_value(const struct run *run);
