// SPDX-License-Identifier: MIT
// Runs a program from outside, under a time limit, and keeps what it says. For checkers.
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct run {
    int status;      // the exit status; -1 if a signal ended it
    int signal;      // 0 if none did
    bool timed_out;  // it was killed, with everything it had started
    char *out, *err; // what it wrote, each ended by a zero; may hold zeros before
    size_t out_size, err_size;
};

// Runs argv[0] with its arguments, looked up in PATH, standard input empty. Ends the checker where it cannot. `seconds`
// is the most that the program may take on an idle machine; on one that is ten times as busy it may take ten times
// that.
struct run run_program(char *const argv[], double seconds);
void free_run(struct run *run);

// Says what is wrong, and what the program had said; the checker's exit status is 1.
__attribute__((noreturn, format(printf, 2, 3))) void fail(const struct run *run, const char *format, ...);

// Ends the checker with the same words and status 77 if the program found no CUDA device.
void skip_without_device(const struct run *run);

// Ends the checker unless the program ended by itself, in time, with this status.
void require_status(const struct run *run, int status);

// Ends the checker if the program has written to standard error.
void require_silence(const struct run *run);

// Ends the checker unless each of these texts stands on standard error.
void require_said(const struct run *run, const char *const texts[], size_t count);

// Programs that are run from now on get this seed of the CPU device; 0: none.
void set_seed(int seed);

// A whole file, ended by a zero; ends the checker where it cannot be read.
char *read_file(const char *path, size_t *size);

// The number of the line of a source that ends in the comment // {name}, `length` characters of it; 0 if there is none.
int line_of(const char *source, const char *name, size_t length);

// The number of the line of a file in which this text ends, which may begin in a line before; ends the checker unless
// the text is there exactly once.
int line_with(const char *path, const char *text);

// Ends the checker unless the program refuses these arguments: status 2, and one line on standard error with this text.
void require_refusal(char *const argv[], const char *text);

// How many cores a program that is run from here may use. The CPU device has as many multiprocessors, up to 24.
int usable_cores(void);
