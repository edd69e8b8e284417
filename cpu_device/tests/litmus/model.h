// SPDX-License-Identifier: MIT
// Litmus tests: small programs of two to four threads, and what the memory consistency model of PTX says of each
// (PTX ISA, "Memory Consistency Model"; Lustig, Sahasrabuddhe and Giroux, ASPLOS 2019).
#pragma once

#include <stdbool.h>

enum { most_threads = 4, most_ops = 4, most_registers = 4, most_locations = 3, radix = 4, not_read = 3 };
enum { most_outcomes = 1 << 2 * (most_registers + most_locations) };

enum op_kind { op_none, op_read, op_write, op_exchange, op_add, op_fence };
enum op_order { plain, as_volatile, relaxed, acquire, release, acq_rel, seq_cst };
enum op_scope { of_block, of_device };

// One operation of a thread. An outcome is a number with a digit of two bits for each register and location.
struct op {
    enum op_kind kind;
    enum op_order order;
    enum op_scope scope;
    int location;   // of an access
    unsigned value; // that it stores or adds
    int result;     // the register that it loads; -1: none
    bool guarded;   // it happens only if all earlier loads of the thread found 1
};

struct litmus {
    char name[64];
    int threads, registers, locations;
    int block[most_threads]; // in which each thread runs: 0, 1, ...
    int count[most_threads];
    struct op ops[most_threads][most_ops];
};

struct judgement {
    bool races; // in some execution that the model allows
    bool allowed[most_outcomes];
    bool interleaved[most_outcomes]; // by taking turns, without weak memory
};

void judge(const struct litmus *test, struct judgement *result);
// The digit of a register, or of a location's last value, in an outcome.
unsigned register_in(const struct litmus *test, unsigned outcome, int number);
unsigned location_in(const struct litmus *test, unsigned outcome, int number);
