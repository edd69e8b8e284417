// SPDX-License-Identifier: MIT
// The program after check.sh and grade.sh: its parts. A submission's name and output are data, whatever bytes they
// consist of.
#pragma once

#include "../../cpu_device/runs/runs.h" // die() speaks its language here

// --- text.c ---

enum { most_source = 1 << 20, most_reports = 4 << 20 }; // bytes of a submission, and of what the device writes of a run

extern int status_of_death; // of die(): 2
// What can be printed: valid UTF-8 without control characters but newline and tab; other bytes become \xNN.
char *readable(const char *bytes, size_t length, bool in_one_line);
extern const char *command_name;          // in front of messages
const char *short_path(const char *path); // from the folder in which the command was given
void write_copy(const char *path, struct text text);

// --- language.c: English, or Chinese ---

// A message stands in English where it is said, as _("there is no file %s"), and in Chinese in a catalogue of
// exercises/po.
#define _(english) in_words(english)
struct message {
    const char *english, *chinese; // formats: the Chinese one has the same conversions, or numbers them (%2$s)
};
extern const struct message chinese_messages[], chinese_verdicts[]; // the last of each has no text
bool in_chinese(void);
__attribute__((format_arg(1))) const char *in_words(const char *english);
const char *in_chinese_words(const char *english); // whatever the language is
// The same for a text that is made of a format already, as the verdict is that comes from the program.
char *text_in_words(const char *english);
char *message_in_words(const char *english); // of this program's own messages

// --- exercises.c: which there are ---

struct exercise {
    int number;
    unsigned points;
    char *name, *sentence;
    char *task;                            // in Chinese, or null: it stands in the .cu file, in English
    char *chinese_sentence, *chinese_task; // or null
    char *page;                            // the lesson's, from the repository's root on, or null: it is not here
};
struct exercises {
    struct exercise *item;
    size_t count;
};
struct exercises find_exercises(const char *folder);
const struct exercise *exercise_named(const struct exercises *all, const char *name, size_t length);
// The exercise with this number, or with the name most like this one: null if none is like it.
const struct exercise *exercise_meant(const struct exercises *all, const char *name);
// By the file's name or its folder's: null where neither is an exercise's. Two different answers: null, and *differ.
const struct exercise *exercise_of_path(const struct exercises *all, const char *path, bool *differ);

// --- submission.c: one file ---

struct rules {
    const char *here;   // the folder exercises/
    const char *grader; // the folder apps/grader/
    const char *cucc;   // the command
    const char *build;  // where the built device is, or null: not known yet
    struct exercises exercises;
    int seeds, seconds; // orders of the warps; for each run
    bool sandbox, gpu;
    bool anonymous;     // the tables of a grading have no names
    const char *inputs; // a number in hexadecimal, or null: other inputs in each run
    const char *page;   // null, or: one run, in this order of the warps, which writes this page
    uint64_t order;
};
enum verdict { PASSED, FAILED, UNJUDGED };
enum { STATUS_OF_MACHINE = 4 }; // of grade: where the machine was at fault
struct result {
    const char *exercise; // or ""
    enum verdict verdict;
    bool needs_review;
    bool machine;     // the fault is the machine's: it can be judged later
    const char *why;  // it has not passed
    const char *text; // the judge's words
    const char *gpu;  // what came out there, or ""
    int runs;
    const char *inputs; // as those of the rules
    uint64_t order;     // of the warps, in the run that failed
};
// `named` is the path whose name and folder count. `headers`: those in the file's folder are a part of the submission.
struct result judge_file(const struct rules *rules, const char *file, const char *named, bool headers);

// --- built.c ---

struct stat;
void find_build(struct rules *rules);                         // builds the device where it must
bool is_older(const struct stat *state, const char *pattern); // than one of these files

// --- progress.c: what has passed, and what the last check of each exercise said ---

struct attempt { // the last check of an exercise
    const struct exercise *exercise;
    bool ever_passed, passed;
    unsigned long number, order; // which check it was, of all
    const char *inputs;
    const char *file, *why;
};
struct progress {
    struct attempt *item;
    size_t count;
    bool damaged; // not all of the file could be read
};
bool keeps_progress(const struct rules *rules);
struct progress read_progress(const struct rules *rules);
void record_result(const struct rules *rules, const char *file, const struct result *result);
void forget_result(const struct rules *rules, const struct exercise *exercise);
struct attempt *attempt_at(const struct progress *progress, const struct exercise *exercise); // or null
// The first that has not passed, of those after this one and then of all others; null: all have.
const struct exercise *next_exercise(const struct rules *rules, const struct progress *progress,
                                     const struct exercise *after);
// The file that was judged last, or else the one in the folder of exercises.
const char *file_of(const struct rules *rules, const struct progress *progress, const struct exercise *exercise);
void say_lesson(const struct exercise *exercise);
void say_next(const struct rules *rules, const struct progress *progress, const struct exercise *passed);
void list_progress(const struct rules *rules);

// --- reset.c ---

// Whether the file is the starting text, in the one language or in any.
bool is_start_in(const struct rules *rules, const struct exercise *exercise, const char *file, bool chinese);
bool is_untouched(const struct rules *rules, const struct exercise *exercise, const char *file);
int reset(const struct rules *rules, const struct exercise *exercise);

// --- page.c: a launch of the judged program as a page ---

const char *show_argument(const struct rules *rules, const char *exercise, const char *file);
int show_page(struct rules *rules, const char *folder, const char *name);

// --- watch.c ---

int watch(struct rules *rules, const char *name); // null: the path

// --- check.c ---

// The file of NAME or FILE.cu; ends with the list of exercises if there is none.
const char *file_named(const struct rules *rules, const char *name);
int judge_and_say(const struct rules *rules, const char *file, bool json); // 0: passed

// --- tokens.c ---

enum token_kind { WORD, NUMBER, QUOTED, MARK, MESSAGE }; // MESSAGE: what follows #error
struct token {
    enum token_kind kind;
    const char *begin;
    size_t length;
    unsigned line, column; // from 1 and from 0
    bool first, spaced;    // of its line; blanks or comments stand in front
    bool joined;           // by a backslash with the line before
};
struct tokens {
    struct token *item;
    size_t count;
    const char *problem; // null, or why the reading has ended, in this line
    unsigned line;
};
struct tokens read_tokens(struct text text);
bool is_token(const struct token *token, const char *text);

// --- accepted.c ---

struct accepted {
    const char *here, *source;
    char *judges;  // the names of those that are included, with a blank after each
    char *refused; // null, or the line and the reason
};
// Prints what is compiled of the submission to `box`: its file as `source`, which frees the text, its headers, and
// judge/included.h.
struct accepted accept_submission(const struct rules *rules, const char *file, const char *source, struct text text,
                                  const char *box, bool headers);

// --- verdict.c: which runs there are, and what each means, here and in the playground ---

struct reports {        // what the device has found in a run
    char *first, *text; // what the first is called, or null; its words, and how many more there are
    bool complete;      // the device has come to the end of the program
    bool note;          // the first is a note: of what was needless
};
struct run {
    struct outcome outcome;
    const char *limit;   // null, or which one the sandbox has ended it for
    const char *verdict; // or ""
    struct reports reports;
    const char *err; // the file
};
enum { most_orders = 99999 }; // that of a run in weak memory is above all others
void ends(struct result *result, enum verdict verdict, bool needs_review, const char *why);
// By the judge that it includes; a name or a folder that says another exercise is an error. Null: the result says why.
const struct exercise *which_exercise(const struct rules *rules, const struct accepted *accepted, const char *named,
                                      struct result *result);
bool is_weak(uint64_t order);
// Orders of the warps that no solution can be made for: they come from the number of the inputs. The first run has the
// warps in their own order.
uint64_t order_of_run(const char *inputs, unsigned run);
void give_settings(uint64_t order, void (*set)(const char *name, const char *value)); // the device's
bool is_lucky(const struct run *run); // a right result, although the device has found an error
// Whether a run has passed, of which the result has order and number. If not, the judging has ended.
bool run_passes(const struct rules *rules, const struct run *run, struct result *result);

// --- heartbeat.c ---

void now_doing(const char *activity); // says so on stderr, every two seconds from now on
void watch_errors(const char *file);  // passes on what the device says there of a kernel that is still running
void end_heartbeat(void);             // before anything else is said

// --- run.c: a command, confined ---

struct command {
    const char *argument[24];
    const char *folder;    // it starts there; with a sandbox, this is all it sees
    const char *out, *err; // files; no `err`: this program's own
    bool sandbox, may_write;
    int seconds; // of processor time
    int channel,
        reports; // descriptors that the child has under the same numbers; -1: none. The device writes to `reports`
};
struct outcome run_confined(const struct rules *rules, const struct command *command);

// --- reports.c ---

struct reports read_reports(const char *text); // of the file of CPU_DEVICE_REPORT

// --- confine.c: what sandbox.sh starts, within limits; its status where one was met ---

enum { LIMIT_OF_PROCESSES = 122, LIMIT_OF_FILES = 123, LIMIT_OF_MEMORY = 125 };
int confine(int count, char **argument);

// --- journal.c ---

char *open_journal(const char *path, int *file); // its text
bool add_to_journal(int file, const char *line); // with its newline; false: errno says why nothing was written

// --- download.c ---

const char *unpacked(const char *zip, const char *results); // a folder

// --- points.c ---

void set_points(struct exercises *exercises, const char *list);

// --- grade.c ---
int grade(struct rules *rules, const char *folder, const char *results, int jobs);
int grade_again(struct rules *rules, const char *folder, const char *path); // one file, with the rules' inputs
// A result as a row of grades.json; without a student, only what has come out.
struct json *row_of(const struct result *result, const char *student, const char *file, const char *report,
                    long seconds);
