// SPDX-License-Identifier: MIT
// Which source line each instruction of a GPU's machine code comes from.
//
// The line table that `nvcc -lineinfo` makes, and that Nsight Compute reads, gives an atomicAdd() the line of the
// toolkit's header; and where two lines call it one after the other, only the first call. The table of PTX lines beside
// it keeps them apart, and the PTX says where each of its lines comes from, and into what that was inlined.
#pragma once

#include <stddef.h>

struct source_place {
    const char *file; // its base name; NULL where nothing is known
    int line;
};

struct machine_function {
    char *symbol, *name;         // mangled, and as the source has it, without namespaces and template arguments
    size_t count;                // of its instructions
    struct source_place *places; // of each
};

struct machine_code {
    size_t count;
    struct machine_function *functions;
};

enum { instruction_size = 16 }; // bytes, since Volta

// From what `nvcc -lineinfo -keep` leaves: NAME.sm_XX.cubin and NAME.ptx. The place of what is inlined from the
// toolkit's headers is the line that calls it. Ends the program where they cannot be read.
struct machine_code read_machine_code(const char *cubin, const char *ptx);
