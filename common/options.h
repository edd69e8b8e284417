// SPDX-License-Identifier: MIT
// options.h: the command line of an example, in the GNU way: --name VALUE, --name=VALUE, --help, -h.
//
//     const char *save = NULL;
//     int frames = 100;
//     const struct option_spec options[] = {{"save", "FILE", "writes the picture to FILE", option_text, &save},
//                                           {"frames", "N", "stops after N frames", option_count, &frames},
//                                           {}};
//     parse_options(argc, argv, "what the program shows, in one line", options);
//
// --help prints what the table says and ends the program with status 0; anything wrong ends it with one line on stderr
// and status 2. A program without options passes NULL. It is the first call of main, and watches over standard output
// (output.h).
#pragma once

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "output.h"

enum option_kind {
    option_flag,  // no argument; sets an int to 1
    option_text,  // stores a const char *
    option_count, // stores an int, 1 or more
    option_size,  // stores a size_t, 1 or more
};

struct option_spec {
    const char *name;     // NULL ends the table
    const char *argument; // what --help calls it; NULL for a flag
    const char *help;
    enum option_kind kind;
    void *value;
};

enum { most_options = 16 };

inline void print_help(const char *program, const char *purpose, const struct option_spec *specs)
{
    printf("usage: %s [options]\n%s\n\n", program, purpose);
    for (; specs != NULL && specs->name != NULL; ++specs) {
        char left[80];
        snprintf(left, sizeof left, "--%s%s%s", specs->name, specs->argument ? " " : "",
                 specs->argument ? specs->argument : "");
        printf("  %-22s %s\n", left, specs->help);
    }
    printf("  %-22s %s\n", "-h, --help", "prints this");
}

// Stores what an option was given; ends the program where that is no number that the option may have.
inline void store_option(const char *program, const struct option_spec *spec, const char *text)
{
    if (spec->kind == option_flag) {
        *(int *)spec->value = 1;
        return;
    }
    if (spec->kind == option_text) {
        *(const char **)spec->value = text;
        return;
    }
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    long most = spec->kind == option_size ? LONG_MAX : INT_MAX;
    if (number > most || (errno == ERANGE && number > 0)) {
        fprintf(stderr, "%s: --%s may be %ld at most, not '%s'\n", program, spec->name, most, text);
        exit(2);
    }
    if (errno != 0 || end == text || *end != '\0' || number < 1) {
        fprintf(stderr, "%s: --%s needs a whole number of 1 or more, not '%s'\n", program, spec->name, text);
        exit(2);
    }
    if (spec->kind == option_size)
        *(size_t *)spec->value = (size_t)number;
    else
        *(int *)spec->value = (int)number;
}

inline void parse_options(int argc, char **argv, const char *purpose, const struct option_spec *specs)
{
    watch_stdout();
    struct option known[most_options + 2] = {};
    int count = 0;
    while (specs != NULL && specs[count].name != NULL && count < most_options) {
        known[count].name = specs[count].name;
        known[count].has_arg = specs[count].argument ? required_argument : no_argument;
        ++count;
    }
    known[count].name = "help";
    known[count].val = 'h';

    const char *program = program_invocation_short_name;
    int index;
    while (argc > 0) {
        int found = getopt_long(argc, argv, "h", known, &index); // reports unknown options by itself
        if (found == -1)
            break;
        if (found == '?')
            exit(2);
        if (found == 'h') {
            print_help(program, purpose, specs);
            exit(EXIT_SUCCESS);
        }
        store_option(program, &specs[index], optarg);
    }
    if (optind < argc) {
        fprintf(stderr, "%s: unexpected argument '%s'\n", program, argv[optind]);
        exit(2);
    }
}

// Chooses the order in which the CPU device runs the warps of each block; nothing on a GPU. Called before the first
// launch.
inline void set_seed(int seed)
{
    char text[20];
    snprintf(text, sizeof text, "%d", seed);
    if (setenv("CPU_DEVICE_SEED", text, 1) != 0) {
        fprintf(stderr, "%s: out of memory\n", program_invocation_short_name);
        exit(EXIT_FAILURE);
    }
}
