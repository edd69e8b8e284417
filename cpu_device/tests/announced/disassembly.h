// SPDX-License-Identifier: MIT
// A program's machine code, as objdump prints it.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// What a register or a place on the stack holds, as far as it matters. UNSEEN: no path has come here yet.
enum value { UNSEEN, STACK, CONSTANT, RESULT, TABLE, OTHER };
enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, registers = 16 };

enum { most_slots = 64 };
struct state {
    unsigned char of[registers];
    unsigned char slot[most_slots]; // places on the stack where registers are kept for a while
};

struct instruction {
    unsigned long address, target; // target: of a jump or call; 0: none that is known
    char *text, *place;            // the place in the source
    char name[24];
    char *operand[4];
    int operands;
    const char *called; // of a call
    struct state before;
};

struct function {
    char *name;
    size_t first, last; // its instructions: [first, last)
    bool reached, gives_result;
    bool silent_result; // it stores its result without an announcement
};

extern struct instruction *all;
extern struct function *functions;
extern size_t count, function_count;

// Reads from standard input what objdump -h, then objdump -d -l --no-show-raw-insn, say of a program.
void read_program(void);
// Is the address in a section that nobody writes?
bool is_constant(unsigned long address);
bool begins(const char *text, const char *with);
bool is_one_of(const char *text, const char *const *words);
