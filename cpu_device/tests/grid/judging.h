// SPDX-License-Identifier: MIT
// What the programs of the grids have in common: the digits of a cell's number, and a report file of the CPU device.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline int digit(int *number, int base)
{
    int d = *number % base;
    *number /= base;
    return d;
}

// What comes after `what` in the text; null if either is not there.
static inline const char *after(const char *text, const char *what)
{
    const char *at = text != NULL ? strstr(text, what) : NULL;
    return at != NULL ? at + strlen(what) : NULL;
}

static inline char *read_file(const char *path)
{
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        perror(path);
        exit(2);
    }
    fseek(f, 0, SEEK_END);
    const long size = ftell(f);
    rewind(f);
    char *text = malloc((size_t)size + 1);
    if (text == NULL || fread(text, 1, (size_t)size, f) != (size_t)size)
        exit(2);
    text[size] = '\0';
    fclose(f);
    return text;
}
