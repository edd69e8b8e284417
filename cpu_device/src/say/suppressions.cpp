// SPDX-License-Identifier: MIT
#include "suppressions.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fnmatch.h>
#include <set>
#include <string>
#include <vector>

#include "../platform/kernel_name.h"
#include "../platform/text.h"

namespace cpu_device
{
namespace
{
// A line is a pattern of each kind, in which * stands for any characters; "": any. Or it is what a report was about.
struct suppression {
    size_t line;
    std::string id, kernel, function, file, variable;
    std::string subject; // "": it has patterns
    bool used = false;
};

std::vector<suppression> &all()
{
    static std::vector<suppression> *only = new std::vector<suppression>; // outlives every destructor
    return *only;
}

// --- reports of an earlier run ---

// The string that begins after the quote at `at`, which goes after its end.
std::string json_string_at(const std::string &json, size_t &at)
{
    const size_t begin = ++at;
    while (at < json.size() && json[at] != '"')
        at += json[at] == '\\' ? 2 : 1;
    return json.substr(begin, at++ - begin);
}

// The members of a report that stay the same while its program is worked on: lines, blocks and threads do not. The
// remedy and the text, which stand last, are left out.
std::string subject_of(const std::string &json)
{
    static const std::set<std::string> kept = {"id", "kernel", "file", "variable"};
    std::set<std::string> members;
    for (size_t at = 0; (at = json.find('"', at)) < json.size();) {
        const std::string name = json_string_at(json, at);
        if (name == "remedy" || name == "text")
            break;
        if (at + 1 >= json.size() || json[at] != ':' || json[at + 1] != '"')
            continue;
        const std::string value = json_string_at(json, ++at);
        if (kept.count(name))
            members.insert(name + "=" +
                           (name == "file" ? base_name(value.c_str()) // in any checkout
                            : name == "kernel"
                                ? value.substr(0, value.find("\\u003c")) // without a template's arguments
                                : value));
    }
    std::string subject;
    for (const std::string &member : members)
        subject += member + "\n";
    return subject;
}

// --- lines that a person has written ---

[[noreturn]] void bad_line(const char *file, size_t line, const char *why)
{
    die(2, "%s", (file + (":" + std::to_string(line)) + ": " + tr(why)).c_str());
}

// race-shared kernel=histogram file=bins.cu variable=flag -- every thread stores true
suppression parse(const char *file, const std::string &text, size_t line)
{
    suppression s = {};
    s.line = line;
    const size_t dashes = text.find(" -- ");
    if (dashes == std::string::npos || text.find_first_not_of(" \t", dashes + 4) == std::string::npos)
        bad_line(file, line, "a suppression ends in \" -- \" and the reason for it");
    const char *const blanks = " \t";
    size_t ends = text.find_first_of(blanks);
    s.id = text.substr(0, ends);
    if (!any_id([&](const char *id) { return fnmatch(s.id.c_str(), id, 0) == 0; }))
        bad_line(file, line, "no report has this id");
    for (size_t begins; (begins = text.find_first_not_of(blanks, ends)) < dashes;) {
        int depth = 0; // between the brackets of a template's arguments
        for (ends = begins; ends < dashes && (depth > 0 || strchr(blanks, text[ends]) == nullptr); ++ends)
            depth += (text[ends] == '<') - (text[ends] == '>');
        const std::string word = text.substr(begins, ends - begins);
        const size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        std::string *pattern = name == "kernel"     ? &s.kernel
                               : name == "function" ? &s.function
                               : name == "file"     ? &s.file
                               : name == "variable" ? &s.variable
                                                    : nullptr;
        if (pattern == nullptr || equals == std::string::npos)
            bad_line(file, line, "a suppression is the id of a report, then kernel=, function=, file= or variable=");
        *pattern = word.substr(equals + 1);
    }
    return s;
}

bool matches(const std::string &pattern, const std::string &text)
{
    return pattern.empty() || fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

// The pattern is a path, or the end of one.
bool is_file(const std::string &pattern, const source_position &at)
{
    return matches(pattern, at.file) || fnmatch(("*/" + pattern).c_str(), at.file.c_str(), 0) == 0;
}

bool has_kernel(const diagnosis &d, const std::string &pattern)
{
    auto is = [&](const doer &by) { return pattern.empty() || is_named(pattern, by.kernel); };
    return is(d.by) ||
           std::any_of(d.accesses.begin(), d.accesses.end(), [&](const diagnosis::access &a) { return is(a.by); });
}

// Whether it holds for any place that the report is about, or for one of the calls that led there.
template <class Is> bool any_place(const diagnosis &d, Is is)
{
    auto any = [&](const source_position &at) {
        return is(at) || std::any_of(at.called_at.begin(), at.called_at.end(), is);
    };
    return any(d.at) ||
           std::any_of(d.accesses.begin(), d.accesses.end(), [&](const diagnosis::access &a) { return any(a.at); }) ||
           std::any_of(d.waiting.begin(), d.waiting.end(), [&](const waiting_group &g) { return any(g.at); });
}

bool has_function(const diagnosis &d, const std::string &pattern)
{
    return pattern.empty() || any_place(d, [&](const source_position &at) { return is_named(pattern, at.function); });
}

bool has_file(const diagnosis &d, const std::string &pattern)
{
    return any_place(d, [&](const source_position &at) { return is_file(pattern, at); });
}

bool matches(const suppression &s, const diagnosis &d, const std::string &subject)
{
    if (!s.subject.empty())
        return s.subject == subject;
    return matches(s.id, id_of(d.kind)) && has_kernel(d, s.kernel) && has_function(d, s.function) &&
           has_file(d, s.file) && matches(s.variable, d.memory.variable);
}
} // namespace

void read_suppressions(const char *file)
{
    FILE *in = fopen(file, "re");
    char *read = nullptr;
    size_t room = 0, line = 0;
    for (ssize_t length; in != nullptr && (length = getline(&read, &room, in)) > 0;) {
        ++line;
        std::string text(read, length);
        text.erase(text.find_last_not_of(" \t\r\n") + 1);
        text.erase(0, text.find_first_not_of(" \t"));
        if (text.empty() || text[0] == '#' || text.rfind("{\"id\":\"summary\"", 0) == 0)
            continue;
        if (text[0] != '{') {
            all().push_back(parse(file, text, line));
            continue;
        }
        const std::string subject = subject_of(text);
        if (subject.find("id=") == std::string::npos)
            bad_line(file, line, "this is no report of CPU_DEVICE_REPORT");
        all().push_back({line, "", "", "", "", "", subject});
    }
    const bool whole = in != nullptr && !ferror(in);
    if (!whole || fclose(in) != 0)
        die(2, "CPU_DEVICE_SUPPRESSIONS must be a file to read; %s: %s", file, strerror(errno));
    free(read);
}

bool is_suppressed(const diagnosis &d)
{
    const std::string subject = subject_of(d.json());
    bool any = false;
    for (suppression &s : all())
        if (matches(s, d, subject))
            any = s.used = true;
    return any;
}

std::string unused_suppressions()
{
    std::string lines;
    for (const suppression &s : all())
        if (!s.used)
            lines += (lines.empty() ? "" : ", ") + std::to_string(s.line);
    return lines;
}
} // namespace cpu_device
