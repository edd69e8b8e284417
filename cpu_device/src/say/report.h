// SPDX-License-Identifier: MIT
// Reports on stderr, counted for the summary at the end of the program.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "../platform/text.h"
#include "diagnosis.h"

struct cpu_device_report;

namespace cpu_device
{
// Prints to stderr in one piece, each line after "========= ".
void print_report(const std::string &text);
void report(const diagnosis &d);
// From here on they are Chinese (po/zh_CN.po). Before main begins.
void speak_chinese();
// Memory or an object that was never freed: a warning, or an error where the user asked for that.
void report_leak(diagnosis d);
// The same, but once for each `place`, which is not printed; false: it was reported before.
bool report_once(const std::string &place, const diagnosis &d);
// The same, for an error at several lines of one variable or allocation: not if it was reported before with one of
// these lines.
bool report_once_of(const std::string &thing, const std::set<std::string> &lines, const diagnosis &d);

// A call of CUDA for memory has failed in this thread. If the host's code then accesses a bad address, that may be why.
void call_has_failed(const char *function, const void *caller, const char *error);
void report_call_before_crash();
// The main thread of the program has used all of its stack, of so many bytes.
void say_stack_is_full(const source_position &at, size_t bytes);

// An error that is reported at the end of the program, unless the program asks for the error before.
void report_unless_asked(const diagnosis &d);
void error_asked_for();
// The same, but the program discards the error, so a refused launch is still reported.
void error_cleared();

// A warning that is reported at the end of the program, once for each `place`, if the program fails.
void report_if_program_fails(const std::string &place, const diagnosis &d);
void report_failure_hints();

// At the end of the program: the errors that the program never asked for; then the summary, if anything was reported.
// False: the file of CPU_DEVICE_REPORT is not complete.
void report_unasked();
bool print_summary(bool even_if_empty = false);
// Before print_summary(): of so many launches, so many were checked, as the user has chosen.
void summarize_chosen(unsigned checked, unsigned launches);
// The same, in a program that dies of a signal: allocates nothing, and takes no lock.
void print_summary_of_crash(int signal);
// Opens the file of CPU_DEVICE_REPORT, to which every report and the summary are written too, as JSON.
void open_report_file();
uint64_t error_count();
// Every report from now on goes to this function of the program's, too.
void listen(void (*callback)(const cpu_device_report *report, void *data), void *data);
bool any_errors();
bool any_limits();
bool any_reports(); // of any kind but notes
// With a trace: the texts of the first few reports since the last call.
std::vector<std::string> take_reports();
} // namespace cpu_device
