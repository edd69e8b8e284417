// SPDX-License-Identifier: MIT
// The program behind check.sh and grade.sh: what its parts are. A submission's name and everything it prints are data,
// whatever bytes they consist of.
#pragma once

#define _GNU_SOURCE
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// --- text.c ---

struct text {
    char *begin; // with a zero behind its end
    size_t length;
};
__attribute__((format(printf, 1, 2))) char *text_of(const char *format, ...);
__attribute__((format(printf, 1, 2), noreturn)) void die(const char *format, ...); // in its language; status 2
struct text read_up_to(const char *path, size_t most);
// What can be printed: valid UTF-8 without control characters but newline and tab; other bytes become \xNN.
char *readable(const char *bytes, size_t length, bool in_one_line);
extern const char *command_name; // in front of messages
bool ends_with(const char *text, const char *end);
void remove_tree(const char *path);
bool give_tree(const char *path, unsigned user, unsigned group);
void write_copy(const char *path, struct text text);

// --- language.c: English, or Chinese ---

// A message stands in English where it is said, as _("there is no file %s"), and in Chinese in chinese.c, which has
// both.
#define _(english) in_words(english)
struct message {
    const char *english, *chinese; // formats: the Chinese one has the same conversions, or numbers them (%2$s)
};
extern const struct message chinese_messages[], chinese_verdicts[]; // the last of each has no text
bool in_chinese(void);
__attribute__((format_arg(1))) const char *in_words(const char *english);
// The same for a text that is made of a format already, as the verdict is that comes from the program.
char *text_in_words(const char *english);

// --- exercises.c: which there are ---

struct exercise {
    int number;
    char *name, *sentence;
    char *task; // in Chinese, or null: it stands in the .cu file, in English
};
struct exercises {
    struct exercise *item;
    size_t count;
};
struct exercises find_exercises(const char *folder);
const struct exercise *exercise_named(const struct exercises *all, const char *name, size_t length);
// By the file's name or its folder's: null where neither is an exercise's. Two different answers: null, and *differ.
const struct exercise *exercise_of_path(const struct exercises *all, const char *path, bool *differ);

// --- submission.c: one file ---

struct rules {
    const char *here;  // the folder exercises/
    const char *cucc;  // the command
    const char *build; // where the built device is, or null: not known yet
    struct exercises exercises;
    int seeds, seconds; // orders of the warps; for each run
    bool sandbox, gpu;
    uint64_t inputs; // 0: another number in each run
};
enum verdict { PASSED, FAILED, UNJUDGED };
struct result {
    const char *exercise; // or ""
    enum verdict verdict;
    bool look;        // it deserves a look by a person
    const char *why;  // it has not passed
    const char *text; // the judge's words
    const char *gpu;  // what came out there, or ""
    int runs;
    uint64_t inputs;
};
void find_build(struct rules *rules); // builds the device where it must
// `named` is the path whose name and folder count. `headers`: those in the file's folder are a part of the submission.
struct result judge_file(const struct rules *rules, const char *file, const char *named, bool headers);

// --- headers.c ---

// Copies what `file`, whose text is given, includes by a path within its folder, and what that includes, to `box`: so
// many bytes at most. Null, or why the submission cannot be judged.
const char *copy_headers(const char *file, struct text text, const char *box, size_t most);

// --- run.c: a command, confined ---

struct command {
    const char *argument[24];
    const char *folder;    // it starts there; with a sandbox, this is all it sees
    const char *out, *err; // files; no `err`: this program's own
    bool sandbox, may_write;
    int seconds;
    int channel,
        reports; // descriptors that the child has under the same numbers; -1: none. The device writes to `reports`
};
struct outcome {
    int status; // as the shell has it
    bool late;  // it ended because its time did
};
struct outcome run_confined(const struct rules *rules, const struct command *command);

// --- reports.c: what the device has found in a run ---

struct reports {
    char *first, *text; // what the first is called, or null; its words, and how many more there are
    bool complete;      // the device has come to the end of the program
};
// From the file of CPU_DEVICE_REPORT; without cJSON from stderr, which is the file `err`.
struct reports read_reports(int file, const char *err);

// --- confine.c: what sandbox.sh starts, within limits; its status where one was met ---

enum { LIMIT_OF_PROCESSES = 122, LIMIT_OF_FILES = 123, LIMIT_OF_MEMORY = 125 };
int confine(int count, char **argument);

// --- grade.c ---
int grade(struct rules *rules, const char *folder, const char *results, int jobs);
// A result as a line of JSON, which the caller frees; null: there is no cJSON here.
char *result_line(const struct result *result, const char *student, const char *file, const char *report, long seconds);
extern const char needs_cjson[];
