// SPDX-License-Identifier: MIT
// csv.h: the file of an option --csv FILE.
//
//     FILE *file = open_csv(path); // before the work begins
//     if (file != NULL)
//         fprintf(file, "name,milliseconds\n");
//     if (!close_csv(file, path))
//         return EXIT_FAILURE; // it has said why
#pragma once

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// NULL where there is no path; "-" is standard output. A file that cannot be written ends the program, with one line on
// stderr and status 2.
inline FILE *open_csv(const char *path)
{
    if (path == NULL || strcmp(path, "-") == 0)
        return path == NULL ? NULL : stdout;
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot write %s: %s\n", program_invocation_short_name, path, strerror(errno));
        exit(2);
    }
    return file;
}

// Returns 1; or 0, having said in one line on stderr what went wrong, and left no half-written file behind.
inline int close_csv(FILE *file, const char *path)
{
    if (file == NULL)
        return 1;
    int failed = ferror(file) || fflush(file) != 0, why = errno;
    if (file != stdout && fclose(file) != 0 && !failed) {
        failed = 1;
        why = errno;
    }
    if (!failed)
        return 1;
    fprintf(stderr, "%s: cannot write %s: %s\n", program_invocation_short_name, path, strerror(why));
    struct stat status;
    if (file != stdout && lstat(path, &status) == 0 && S_ISREG(status.st_mode))
        remove(path);
    return 0;
}
