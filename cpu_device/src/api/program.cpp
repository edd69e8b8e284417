// SPDX-License-Identifier: MIT
// The beginning and the end of the program.
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#include "../check/counters.h"
#include "../check/events.h"
#include "../check/exercised.h"
#include "../check/history.h"
#include "../check/sampling.h"
#include "../limits.h"
#include "../memory/arena.h"
#include "../platform/output_file.h"
#include "../platform/program_end.h"
#include "../platform/program_image.h"
#include "../run/faults.h"
#include "../say/host_findings.h"
#include "../say/kernel_output.h"
#include "../say/report.h"
#include "../say/suppressions.h"
#include "../say/trace_page.h"
#include "../settings.h"
#include "api.h"
#include "arrays.h"
#include "setting_names.h"

namespace cpu_device
{
namespace
{
// After the program's own destructors and exit functions.
void end_of_program(int given_status)
{
    int status = given_status;
    if (is_forked_child()) // the parent reports
        return;
    const std::optional<launch_name> left = wait_a_moment(); // for kernels that still run
    report_lost_output();
    if (setting.check) {
        if (left)
            report(cut_off(*left));
        report_unasked();
        if (status == 0 && refusal_was_shown() && exit_was_called())
            status = EXIT_FAILURE; // as it is meant
        if (status != 0) {
            report_refusal();
            report_failure_hints();
        }
        report_stream_races([](uint32_t) { return true; });
        announce(&observer::program_ends, status != 0 || !could_free(0));
        if (could_free(status)) {
            report_leaks();
            report_object_leaks();
        }
    }
    say_of_times();
    bool written = true;
    for (observer *c : all_observers())
        written &= c->writes_results();
    written &= print_summary();
    print_exercised(status == 0 && !any_reports());
    if (any_limits() && setting.exit_status != 0) {
        fflush(nullptr);
        _exit(status_of_limit);
    }
    if (given_status == 0 && any_errors()) {
        fflush(nullptr);
        _exit(setting.exit_status);
    }
    if (given_status == 0 && !written)
        _exit(1);
}

[[noreturn]] void bad_setting(const char *name, const char *value, const char *allowed)
{
    die(2, "%s is '%s', and must be %s", name, value, tr(allowed));
}

int number_in(const char *name, int otherwise, int least, int most)
{
    const char *text = getenv(name);
    if (text == nullptr)
        return otherwise;
    char *end;
    long value = strtol(text, &end, 10);
    if (*text == '\0' || *end != '\0' || value < least || value > most)
        bad_setting(name, text, format("a number from %d to %d", least, most).c_str());
    return (int)value;
}

// Whether a setting has this word; if not, it has the other one, or is empty or absent.
bool is_chosen(const char *name, const char *word, const char *other, const char *allowed)
{
    const char *text = getenv(name);
    if (text == nullptr || *text == '\0' || strcmp(text, other) == 0)
        return false;
    if (strcmp(text, word) != 0)
        bad_setting(name, text, allowed);
    return true;
}

void read_trace()
{
    const char *trace = getenv("CPU_DEVICE_TRACE");
    if (trace == nullptr || *trace == '\0')
        return;
    if (!setting.check)
        bad_setting("CPU_DEVICE_TRACE", trace, "empty where CPU_DEVICE_CHECKS is off");
    const char *problem = nullptr;
    setting.trace = output_path(trace, problem);
    if (problem != nullptr)
        die(2, "CPU_DEVICE_TRACE must be a file to write; %s: %s", trace, problem);
    setting.fixed = getenv("CPU_DEVICE_TRACE_FIXED");
    if (setting.fixed == nullptr)
        setting.fixed = getenv("CPU_DEVICE_TRACE_MENDED"); // its name before
    if (setting.fixed != nullptr && *setting.fixed == '\0')
        setting.fixed = nullptr;
    if (setting.fixed != nullptr && trace_in_page(setting.fixed).empty())
        die(2, "CPU_DEVICE_TRACE_FIXED must be a page that CPU_DEVICE_TRACE has written, and %s is none",
            setting.fixed);
    const char *launch = getenv("CPU_DEVICE_TRACE_LAUNCH");
    setting.trace_last = launch != nullptr && strcmp(launch, "last") == 0;
    if (!setting.trace_last)
        setting.trace_launch = (unsigned)number_in("CPU_DEVICE_TRACE_LAUNCH", 0, 1, INT_MAX);
    setting.trace_one_block = getenv("CPU_DEVICE_TRACE_BLOCK") != nullptr;
    setting.trace_block = (unsigned)number_in("CPU_DEVICE_TRACE_BLOCK", 0, 0, INT_MAX);
    setting.every_launch = true;
    setting.cores = 1; // so all that happens has one order
}

void read_advice()
{
    const char *advice = getenv("CPU_DEVICE_ADVICE");
    if (advice == nullptr || *advice == '\0' || strcmp(advice, "off") == 0)
        return;
    if (strcmp(advice, "on") != 0)
        bad_setting("CPU_DEVICE_ADVICE", advice, "off or on");
    if (!setting.check)
        bad_setting("CPU_DEVICE_ADVICE", advice, "off where CPU_DEVICE_CHECKS is, which it needs");
    setting.advice = setting.every_launch = true;
}

// Which launches are checked.
void read_choice()
{
    const char *text = getenv("CPU_DEVICE_LAUNCHES");
    if (text != nullptr && *text != '\0' && strcmp(text, "some") != 0) {
        setting.every_launch = true;
        if (strcmp(text, "all") != 0)
            setting.launches = text;
        if (setting.launches != nullptr && !choose_launches(text))
            bad_setting("CPU_DEVICE_LAUNCHES", text, "some, all, or numbers of launches, such as 3,5-8");
    }
    if (text = getenv("CPU_DEVICE_KERNELS"); text != nullptr && *text != '\0') {
        setting.kernels = text;
        if (!choose_kernels(text))
            bad_setting("CPU_DEVICE_KERNELS", text, "names of kernels, with commas between them");
    }
    const char *const chosen[][2] = {{"CPU_DEVICE_LAUNCHES", setting.launches},
                                     {"CPU_DEVICE_KERNELS", setting.kernels}};
    for (const auto &[name, text] : chosen)
        if (text != nullptr && !setting.check)
            bad_setting(name, text, "empty where CPU_DEVICE_CHECKS is off");
}

void read_checks()
{
    if (const char *text = getenv("CPU_DEVICE_CHECKS")) {
        std::string value = text;
        setting.check = value != "off";
        setting.quiet = value == "quiet";
        setting.fatal = value == "fatal";
        if (setting.check && !setting.quiet && !setting.fatal && value != "on" && !value.empty())
            bad_setting("CPU_DEVICE_CHECKS", text, "on, off, quiet or fatal");
    }
}

// The language of reports: what CPU_DEVICE_LANGUAGE says, else the locale.
void read_language()
{
    const char *language = getenv("CPU_DEVICE_LANGUAGE");
    if (language != nullptr && *language != '\0') {
        if (strcmp(language, "zh") != 0 && strcmp(language, "en") != 0)
            bad_setting("CPU_DEVICE_LANGUAGE", language, "en or zh");
    } else {
        for (const char *name : {"LC_ALL", "LC_MESSAGES", "LANG"}) // the first of these that is set decides
            if (language = getenv(name); language != nullptr && *language != '\0')
                break;
    }
    if (language != nullptr && strncmp(language, "zh", 2) == 0)
        speak_chinese();
}

void read_memory_model()
{
    setting.weak = is_chosen("CPU_DEVICE_MEMORY", "weak", "strong", "strong or weak");
    if (setting.weak && !setting.check)
        bad_setting("CPU_DEVICE_MEMORY", "weak", "strong where CPU_DEVICE_CHECKS is off, for weak needs the checks");
    setting.every_launch |= setting.weak;
}

void read_counters()
{
    const char *counters = getenv("CPU_DEVICE_COUNTERS");
    if (counters == nullptr || *counters == '\0' || strcmp(counters, "off") == 0)
        return;
    if (!setting.check)
        bad_setting("CPU_DEVICE_COUNTERS", counters, "off where CPU_DEVICE_CHECKS is, which it needs");
    if (const char *problem = set_counters(counters))
        die(2, "CPU_DEVICE_COUNTERS must be on, or a file to write; %s: %s", counters, problem);
    setting.every_launch = true;
}

// Before every constructor of the program, so that its end comes after all of theirs.
__attribute__((constructor(101))) void read_settings()
{
    if (is_second())
        return;
    read_language();
    read_checks();
    catch_full_stack();
    if (!setting.quiet)
        say_unknown_settings();
    setting.exit_status = number_in("CPU_DEVICE_EXIT_STATUS", setting.exit_status, 0, 255);
    setting.cores = (unsigned)number_in("CPU_DEVICE_CORES", (int)setting.cores, 1, most_cores);
    setting.devices = number_in("CPU_DEVICE_COUNT", setting.devices, 1, most_devices);
    setting.timeout = number_in("CPU_DEVICE_TIMEOUT", setting.timeout, 1, 1000000);
    if (const char *text = getenv("CPU_DEVICE_SEED")) // which launches read
        if (text[strspn(text, "0123456789")] != '\0')
            bad_setting("CPU_DEVICE_SEED", text, "a whole number, 0 or more");
    setting.same_value = is_chosen("CPU_DEVICE_SAME_VALUE", "report", "silent", "silent or report");
    setting.leaks_are_errors = is_chosen("CPU_DEVICE_LEAKS", "error", "warning", "warning or error");
    read_choice();
    read_memory_model();
    read_counters();
    read_advice();
    read_trace();
    if (const char *text = getenv("CPU_DEVICE_EXPLAIN")) {
        setting.explain = strcmp(text, "on") == 0 || strcmp(text, "1") == 0;
        if (!setting.explain && *text != '\0' && strcmp(text, "off") != 0)
            bad_setting("CPU_DEVICE_EXPLAIN", text, "off or on");
    }
    if (const char *report = getenv("CPU_DEVICE_REPORT"); report != nullptr && *report != '\0') {
        setting.report = report;
        open_report_file();
    }
    if (const char *file = getenv("CPU_DEVICE_SUPPRESSIONS"); file != nullptr && *file != '\0') {
        setting.excused = file;
        read_suppressions(file);
    }
    image_comes(the_program());
    keep_variables();
    when_program_ends(end_of_program);
    libraries_may_come();
}
} // namespace
} // namespace cpu_device
