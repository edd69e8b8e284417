// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <optional>
#include <poll.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "../../include/cpu_device/reports.h"
#include "../settings.h"
#include "host_findings.h"
#include "report.h"
#include "suppressions.h"

namespace cpu_device
{
settings setting;

namespace
{
// Outlives every thread and destructor.
struct tally {
    std::mutex mutex;
    std::set<std::string> printed;                      // places
    std::map<std::string, std::set<std::string>> lines; // of things
    uint64_t errors = 0, warnings = 0, limits = 0, suppressed = 0;
    std::optional<diagnosis> unasked;
    std::map<std::string, diagnosis> hints;              // by place
    std::vector<std::string> newest;                     // for a trace
    std::optional<std::pair<unsigned, unsigned>> chosen; // that were checked, of all launches
};

tally &all_reports()
{
    static tally *only = new tally;
    return *only;
}

std::atomic<bool> anything_printed{false};

struct listener {
    void (*callback)(const cpu_device_report *report, void *data) = nullptr;
    void *data = nullptr;
};
listener program_listens; // guarded by the tally's mutex

void tell_program(const diagnosis &d)
{
    if (program_listens.callback == nullptr)
        return;
    const std::string text = d.text(), json = d.json();
    const cpu_device_report report = {id_of(d.kind), name_of(d.how), text.c_str(), json.c_str()};
    program_listens.callback(&report, program_listens.data);
}

int report_file = -1; // of CPU_DEVICE_REPORT; -1: there is none
bool report_failed = false;

void write_json(const std::string &object)
{
    const std::string line = object + "\n";
    if (report_file < 0 || report_failed || write_all(report_file, line.data(), line.size()))
        return;
    report_failed = true;
    say_line(format("can't write the reports to %s: %s", setting.report, strerror(errno)));
}

// Whether a call that failed may be the cause: then that is said first.
bool may_follow_from_failed_call(const diagnosis &d)
{
    return d.kind == report_kind::uninitialized_global || d.kind == report_kind::uninitialized_copied ||
           d.kind == report_kind::uninitialized_on_host;
}

void count_and_print(const diagnosis &d)
{
    tally &t = all_reports();
    if (t.unasked && may_follow_from_failed_call(d)) {
        const diagnosis cause = *t.unasked;
        t.unasked.reset();
        count_and_print(cause);
    }
    if (setting.excused != nullptr && is_suppressed(d)) {
        ++t.suppressed;
        return;
    }
    anything_printed = true;
    if (setting.trace != nullptr && t.newest.size() < 8)
        t.newest.push_back(d.text());
    if (d.how != severity::note)
        ++(d.how == severity::error ? t.errors : d.how == severity::limit ? t.limits : t.warnings);
    if (!setting.quiet)
        print_report(d.text());
    if (report_file >= 0)
        write_json(d.json());
    tell_program(d);
    if (setting.fatal && d.how == severity::error) {
        fflush(stdout);
        _exit(setting.exit_status);
    }
}
} // namespace

void print_report(const std::string &text)
{
    std::string out = "========= ";
    for (char c : text) {
        out += c;
        if (c == '\n')
            out += "========= ";
    }
    out += '\n';
    write_all(STDERR_FILENO, out.data(), out.size());
}

void report(const diagnosis &d)
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    count_and_print(d);
}

void report_leak(diagnosis d)
{
    if (setting.leaks_are_errors)
        d.how = severity::error;
    report(d);
}

bool report_once(const std::string &place, const diagnosis &d)
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    bool is_new = all_reports().printed.insert(place).second;
    if (is_new)
        count_and_print(d);
    return is_new;
}

bool report_once_of(const std::string &thing, const std::set<std::string> &lines, const diagnosis &d)
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    std::set<std::string> &before = all_reports().lines[thing];
    bool is_new = std::none_of(lines.begin(), lines.end(), [&](const std::string &line) { return before.count(line); });
    before.insert(lines.begin(), lines.end());
    if (is_new)
        count_and_print(d);
    return is_new;
}

namespace
{
thread_local struct {
    const char *function, *error;
    const void *caller;
} last_failed;
} // namespace

void call_has_failed(const char *function, const void *caller, const char *error)
{
    last_failed = {function, error, caller};
}

void report_call_before_crash()
{
    if (last_failed.function == nullptr)
        return;
    const source_position at = reported_place(static_cast<const char *>(last_failed.caller) - 1);
    report(failed_before_crash(last_failed.function, at, last_failed.error));
}

void say_stack_is_full(const source_position &at, size_t bytes)
{
    if (setting.quiet)
        return;
    const std::string where = at.line == 0 ? "" : format(" at %s", at.text().c_str());
    fprintf(
        stderr,
        tr("CPU device: the stack of the program's main thread is full%s. It has %zu KB (ulimit -s). Take memory for "
           "large arrays from malloc(), or make them static; a recursion needs an end.\n"),
        where.c_str(), bytes / 1024);
}

void report_unless_asked(const diagnosis &d)
{
    tally &t = all_reports();
    std::lock_guard<std::mutex> lock(t.mutex);
    if (!t.unasked)
        t.unasked = d;
}

void error_asked_for()
{
    last_failed = {};
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    all_reports().unasked.reset();
}

void error_cleared()
{
    tally &t = all_reports();
    std::lock_guard<std::mutex> lock(t.mutex);
    if (t.unasked && t.unasked->kind != report_kind::unchecked_launch)
        t.unasked.reset();
}

void report_unasked()
{
    tally &t = all_reports();
    std::lock_guard<std::mutex> lock(t.mutex);
    if (t.unasked)
        count_and_print(*t.unasked);
    t.unasked.reset();
}

void report_if_program_fails(const std::string &place, const diagnosis &d)
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    all_reports().hints.emplace(place, d);
}

void report_failure_hints()
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    for (const auto &[place, hint] : std::exchange(all_reports().hints, {}))
        count_and_print(hint);
}

std::vector<std::string> take_reports()
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    return std::exchange(all_reports().newest, {});
}

uint64_t error_count()
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    return all_reports().errors;
}

void listen(void (*callback)(const cpu_device_report *report, void *data), void *data)
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    program_listens = {callback, data};
}

bool any_errors()
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    return all_reports().errors > 0;
}

bool any_limits()
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    return all_reports().limits > 0;
}

bool any_reports()
{
    const tally &t = all_reports();
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    return t.errors + t.warnings + t.limits > 0;
}

namespace
{
// "SUMMARY: 1 error, 2 warnings", without an allocation. Returns its length.
size_t put_summary(char *text, size_t room, const tally &t)
{
    char errors[100], warnings[100];
    snprintf(errors, sizeof errors, tr(t.errors == 1 ? "%llu error" : "%llu errors"), (unsigned long long)t.errors);
    snprintf(warnings, sizeof warnings, tr(t.warnings == 1 ? "%llu warning" : "%llu warnings"),
             (unsigned long long)t.warnings);
    return (size_t)snprintf(text, room, tr("SUMMARY: %s, %s"), errors, warnings);
}
} // namespace

namespace
{
// The summary's members that say which run it was. The commit is the one that a CI service names.
std::string members_of_run()
{
    std::string members;
#ifndef __wasm__
    std::vector<std::string> words;
    if (FILE *in = fopen("/proc/self/cmdline", "re")) {
        char *word = nullptr;
        size_t room = 0;
        while (getdelim(&word, &room, '\0', in) > 0)
            words.push_back(word);
        free(word);
        fclose(in);
    }
    for (size_t i = 0; i < words.size(); ++i)
        members += (i == 0 ? ",\"program\":" : i == 1 ? ",\"arguments\":[" : ",") + json_string(words[i]);
    members += words.size() > 1 ? "]" : words.empty() ? "" : ",\"arguments\":[]";
#endif
    members += format(",\"seed\":%llu", (unsigned long long)seed_asked_for());
    for (const char *name : {"GITHUB_SHA", "CI_COMMIT_SHA"})
        if (const char *commit = getenv(name); commit != nullptr && *commit != '\0') {
            members += ",\"commit\":" + json_string(commit);
            break;
        }
    return members;
}
} // namespace

void summarize_chosen(unsigned checked, unsigned launches)
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    all_reports().chosen = {checked, launches};
}

bool print_summary(bool even_if_empty)
{
    tally &t = all_reports();
    std::lock_guard<std::mutex> lock(t.mutex);
    const std::string suppressed =
        t.suppressed == 0 ? "" : format(",\"suppressed\":%llu", (unsigned long long)t.suppressed);
    const std::string chosen =
        t.chosen ? format(",\"launches\":%u,\"checked\":%u", t.chosen->second, t.chosen->first) : "";
    write_json(format("{\"id\":\"summary\",\"errors\":%llu,\"warnings\":%llu,\"limits\":%llu%s%s%s}",
                      (unsigned long long)t.errors, (unsigned long long)t.warnings, (unsigned long long)t.limits,
                      suppressed.c_str(), chosen.c_str(), members_of_run().c_str()));
    if (setting.quiet)
        return !report_failed;
    if (const std::string lines = unused_suppressions(); !lines.empty())
        say_line(format("no report matched line %s of %s", lines.c_str(), setting.excused));
    if (t.errors + t.warnings + t.limits + t.suppressed == 0 && !t.chosen && !even_if_empty)
        return !report_failed;
    char counts[300];
    put_summary(counts, sizeof counts, t);
    std::string text = counts;
    if (t.limits > 0)
        text += format(t.limits == 1 ? ", %llu limit of the CPU device" : ", %llu limits of the CPU device",
                       (unsigned long long)t.limits);
    if (t.suppressed > 0)
        text += format(", %llu suppressed", (unsigned long long)t.suppressed);
    if (t.chosen)
        text += format("; %u of %u launches were checked, by %s", t.chosen->first, t.chosen->second,
                       setting.kernels == nullptr    ? "CPU_DEVICE_LAUNCHES"
                       : setting.launches == nullptr ? "CPU_DEVICE_KERNELS"
                                                     : tr("CPU_DEVICE_KERNELS and CPU_DEVICE_LAUNCHES"));
    print_report(text);
    return !report_failed;
}

// The folders of a file; what is missing then, open() says.
static void make_folders_of(const std::string &path)
{
    for (size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
        mkdir(path.substr(0, slash).c_str(), 0777);
}

void open_report_file()
{
    if (setting.report == nullptr)
        return;
    std::string path = setting.report;
#ifndef __wasm__ // where there is one process
    for (size_t at; (at = path.find("%p")) != std::string::npos;)
        path.replace(at, 2, format("%d", (int)getpid()));
#endif
    make_folders_of(path);
    report_file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    if (report_file < 0)
        die(2, "CPU_DEVICE_REPORT must be a file to write; %s: %s", setting.report, strerror(errno));
}

void print_summary_of_crash(int signal)
{
    if (setting.quiet || !anything_printed || !all_reports().mutex.try_lock())
        return;
    const char *name = signal == SIGSEGV  ? "SIGSEGV"
                       : signal == SIGBUS ? "SIGBUS"
                       : signal == SIGFPE ? "SIGFPE"
                       : signal == SIGILL ? "SIGILL"
                                          : "SIGTRAP";
    char text[400];
    size_t size =
        (size_t)snprintf(text, sizeof text, tr("========= The host's code ends the program: %s\n========= "), name);
    size += put_summary(text + size, sizeof text - size - 1, all_reports());
    text[size++] = '\n';
    all_reports().mutex.unlock();
    write_all(STDERR_FILENO, text, size);
}
} // namespace cpu_device
