// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <poll.h>
#include <set>
#include <unistd.h>
#include <utility>

#include "../settings.h"
#include "report.h"

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
    uint64_t errors = 0, warnings = 0, limits = 0;
    std::string unasked;
    severity unasked_is = severity::error;
    std::map<std::string, std::string> hints; // by place
    std::vector<std::string> newest;          // for a trace
};

tally &all_reports()
{
    static tally *only = new tally;
    return *only;
}

// Writes all of it, despite signals, or a full pipe that does not block.
void write_all(int file, const char *text, size_t size)
{
    while (size > 0) {
        ssize_t n = write(file, text, size);
        if (n > 0) {
            text += n;
            size -= (size_t)n;
        } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            pollfd ready = {file, POLLOUT, 0};
            ::poll(&ready, 1, -1);
        } else if (n == 0 || errno != EINTR) {
            return; // stderr is closed
        }
    }
}

std::atomic<bool> anything_printed{false};

void count_and_print(severity how, const std::string &text)
{
    anything_printed = true;
    tally &t = all_reports();
    if (setting.trace != nullptr && t.newest.size() < 8)
        t.newest.push_back(text);
    ++(how == severity::error ? t.errors : how == severity::limit ? t.limits : t.warnings);
    if (!setting.quiet)
        print_report(text);
    if (setting.fatal && how == severity::error) {
        fflush(stdout);
        _exit(setting.exit_status);
    }
}
} // namespace

std::string format_list(const char *form, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(nullptr, 0, form, again);
    va_end(again);
    if (length < 0)
        return form; // none that there is: "100%"
    std::string text((size_t)length, '\0');
    vsnprintf(text.data(), text.size() + 1, form, arguments);
    return text;
}

std::string format(const char *form, ...)
{
    va_list arguments;
    va_start(arguments, form);
    std::string text = format_list(form, arguments);
    va_end(arguments);
    return text;
}

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

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

void say(const char *text)
{
    std::string line = format("CPU device: %s\n", text);
    write_all(STDERR_FILENO, line.data(), line.size());
}

void die(int status, const char *form, ...)
{
    static std::atomic<pid_t> by{0}; // other threads may die at the same time
    pid_t first = 0;
    if (!by.compare_exchange_strong(first, gettid()) && first != gettid())
        for (;;)
            pause();
    char line[512] = "CPU device: "; // memory may be what has run out
    size_t size = strlen(line);
    va_list arguments;
    va_start(arguments, form);
    vsnprintf(line + size, sizeof line - size - 1, form, arguments);
    va_end(arguments);
    size = strlen(line);
    line[size++] = '\n';
    write_all(STDERR_FILENO, line, size);
    _exit(status);
}

void report(severity how, const std::string &text)
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    count_and_print(how, text);
}

void report_leak(const std::string &text)
{
    if (setting.leaks_are_errors)
        report(severity::error, "Error: leaked " + text);
    else
        report(severity::warning, "Warning: leaked " + text);
}

bool report_once(severity how, const std::string &place, const std::string &text)
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    bool is_new = all_reports().printed.insert(place).second;
    if (is_new)
        count_and_print(how, text);
    return is_new;
}

bool report_once_of(severity how, const std::string &thing, const std::set<std::string> &lines, const std::string &text)
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    std::set<std::string> &before = all_reports().lines[thing];
    bool is_new = std::none_of(lines.begin(), lines.end(), [&](const std::string &line) { return before.count(line); });
    before.insert(lines.begin(), lines.end());
    if (is_new)
        count_and_print(how, text);
    return is_new;
}

void report_unless_asked(const std::string &text, severity how)
{
    tally &t = all_reports();
    std::lock_guard<std::mutex> lock(t.mutex);
    if (!t.unasked.empty())
        return;
    t.unasked = text;
    t.unasked_is = how;
}

void error_asked_for()
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    all_reports().unasked.clear();
}

void report_unasked()
{
    tally &t = all_reports();
    std::lock_guard<std::mutex> lock(t.mutex);
    if (!t.unasked.empty())
        count_and_print(t.unasked_is, t.unasked);
    t.unasked.clear();
}

void report_if_program_fails(const std::string &place, const std::string &text)
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    all_reports().hints.emplace(place, text);
}

void report_failure_hints()
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    for (const auto &[place, text] : std::exchange(all_reports().hints, {}))
        count_and_print(severity::warning, text);
}

std::vector<std::string> take_reports()
{
    std::lock_guard<std::mutex> lock(all_reports().mutex);
    return std::exchange(all_reports().newest, {});
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

#define SUMMARY "SUMMARY: %llu error%s, %llu warning%s"
#define IN_SUMMARY(t)                                                                                                  \
    (unsigned long long)(t).errors, (t).errors == 1 ? "" : "s", (unsigned long long)(t).warnings,                      \
        (t).warnings == 1 ? "" : "s"

void print_summary()
{
    tally &t = all_reports();
    std::lock_guard<std::mutex> lock(t.mutex);
    if (t.errors + t.warnings + t.limits == 0 || setting.quiet)
        return;
    std::string text = format(SUMMARY, IN_SUMMARY(t));
    if (t.limits > 0)
        text += format(", %llu limit%s of the CPU device", (unsigned long long)t.limits, t.limits == 1 ? "" : "s");
    print_report(text);
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
    char text[200];
    int size = snprintf(text, sizeof text, "========= The host's code ends the program: %s\n========= " SUMMARY "\n",
                        name, IN_SUMMARY(all_reports()));
    all_reports().mutex.unlock();
    write_all(STDERR_FILENO, text, (size_t)size);
}
} // namespace cpu_device
