// SPDX-License-Identifier: MIT
// csv.h: the file of an option --csv FILE, of which a program has one.
//
//     FILE *file = open_csv(path); // before the work begins
//     if (file != NULL)
//         fprintf(file, "name,milliseconds\n");
//     if (!close_csv(file, path))
//         return EXIT_FAILURE; // it has said why
//
// The file appears, or is replaced, when it is complete (output.h).
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"

inline struct output csv_output;

// NULL where there is no path; "-" is standard output. A file that cannot be written ends the program, with one line on
// stderr and status 2.
inline FILE *open_csv(const char *path)
{
    if (path == NULL || strcmp(path, "-") == 0)
        return path == NULL ? NULL : stdout;
    require_output(path);
    if (open_output(&csv_output, path) == NULL)
        exit(EXIT_FAILURE);
    return csv_output.stream;
}

// Returns 1; or 0, having said in one line on stderr what went wrong. Standard output is checked as the program ends.
inline int close_csv(FILE *file, const char *path)
{
    return file == NULL || file == stdout || close_output(&csv_output, path, NULL);
}
