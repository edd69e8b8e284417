// SPDX-License-Identifier: MIT
// A text that grows, and files read and written whole. Whatever fails ends the program with status 1 and a line on
// stderr.
#pragma once
#include <stddef.h>
#include <stdio.h>

typedef struct {
    char *data; // ends with 0, once something has been added
    size_t size, room;
} text;

// "texts: WHAT PATH: " and what errno says.
__attribute__((noreturn)) void fail(const char *what, const char *path);

void add(text *t, const char *from, size_t size);
__attribute__((format(printf, 2, 3))) void say(text *t, const char *format, ...); // less than 8 KiB
void add_escaped(text *t, const char *from, size_t size);                         // for HTML

text read_all(FILE *from);
text read_file(const char *path);
void write_file(const char *path, const char *data, size_t size); // with its folders
