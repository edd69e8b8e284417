// SPDX-License-Identifier: MIT
// What cucc --orders (../driver), the action and the grader (../../apps) share: runs of a program within limits, its
// reports, JSON and texts. Strings and lists live until the process ends.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

// Each program has its own: it says what cannot go on, and ends with status 2.
__attribute__((format(printf, 1, 2), noreturn)) void die(const char *format, ...);

// --- text.c: strings, and lists of them ---

struct strings {
    char **item; // a null pointer follows the last
    size_t count, room;
};
void add(struct strings *list, const char *text);
__attribute__((format(printf, 2, 3))) void addf(struct strings *list, const char *format, ...);
void add_all(struct strings *list, const struct strings *others);
void add_words(struct strings *list, const char *text); // parted by blanks
bool contains(const struct strings *list, const char *text);
__attribute__((format(printf, 1, 2))) char *text_of(const char *format, ...);
char *slice(const char *begin, size_t length);
bool begins_with(const char *text, const char *begin);
bool ends_with(const char *text, const char *end);
const char *file_part(const char *path); // what follows the last slash
char *stem_of(const char *path);         // that, up to its last dot
char *folder_of(const char *path);       // what stands in front of it; "." if there is none
void *grow(void *block, size_t size);    // realloc() that does not fail

struct text { // that grows
    char *begin;
    size_t length, room;
};
void append(struct text *text, const char *more, size_t length);
__attribute__((format(printf, 2, 3))) void appendf(struct text *text, const char *format, ...);

uint64_t hash(uint64_t before, const void *bytes, size_t length); // FNV-1a; the first is of HASH_BEGIN
uint64_t hash_text(uint64_t before, const char *text);            // with its terminating zero
#define HASH_BEGIN UINT64_C(0xcbf29ce484222325)

// --- files.c ---

// Reads what others may have written, `most` bytes of it at most; a zero follows.
struct text read_from(int file, off_t begin, size_t most);
struct text read_up_to(const char *path, size_t most);
void remove_tree(const char *path);

// --- json.c ---

enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };
struct json {
    enum json_kind kind;
    const char *name;          // of a member
    const char *text;          // a string's bytes; a number as it is written
    struct json *first, *next; // of the parts of an array or an object; the next part of the one that has this
};
struct json *read_json(const char *text, size_t length);                   // null: it is none
struct json *member_of(const struct json *object, const char *name);       // null: it has none; so have all below
const struct json *first_in(const struct json *object, const char *array); // null: the array is empty
const char *string_in(const struct json *object, const char *name);        // "": there is none
long number_in(const struct json *object, const char *name);               // 0: there is none
bool is_true(const struct json *object, const char *name);
struct json *new_object(void);
void set_string(struct json *object, const char *name, const char *value);
void set_number(struct json *object, const char *name, long value);
void set_truth(struct json *object, const char *name, bool value);
void leave_out_member(struct json *object, const char *name);
void append_json_string(struct text *to, const char *string);
void append_json(struct text *to, const struct json *value);
const char *json_line(const struct json *value); // with a newline

// --- reports.c ---

struct report_list {
    struct json **item; // in their order, without the summary
    size_t count;
    bool complete; // the summary is the last line: the program has come to its end
};
struct report_list reports_in(const char *text);

// --- run.c: a command, run to its end or to a limit ---

struct run_settings {
    const char *folder;         // it starts there; null: in this program's
    int out, err;               // descriptors
    int kept[2];                // descriptors that it has under the same numbers; 0 or -1: none
    struct strings environment; // "NAME=VALUE"; "NAME": that variable is taken away
    int seconds;                // of the clock
    int processor_seconds;      // 0: no limit
    long most_output;           // bytes of a file that it writes; 0: no limit
};
struct outcome {
    int status; // the exit status, or 128 + a signal's number
    int late;   // it was ended after so many seconds; 0: it was not
};
struct outcome run_within(const struct strings *command, const struct run_settings *settings);
double seconds_now(void);
// From now on a signal ends the running command, and then this program: by exit(), with 128 + its number.
void end_on_signals(void);
