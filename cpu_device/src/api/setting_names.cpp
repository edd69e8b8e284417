// SPDX-License-Identifier: MIT
// The names of the settings: an environment variable that looks like one, and is none, is probably misspelt.
#include "setting_names.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

#include "../platform/text.h"

namespace cpu_device
{
namespace
{
constexpr char prefix[] = "CPU_DEVICE_";

// After the prefix. The test cpu/settings/names compares them with those that the sources read.
constexpr const char *names[] = {
    "ADVICE",   "CHECKS",   "CORES",       "COUNT",       "COUNTERS",     "EXIT_STATUS", "EXPLAIN", "KERNELS",
    "LANGUAGE", "LAUNCHES", "LEAKS",       "MEMORY",      "REPORT",       "SAME_VALUE",  "SEED",    "SUPPRESSIONS",
    "TIMEOUT",  "TRACE",    "TRACE_BLOCK", "TRACE_FIXED", "TRACE_LAUNCH", "TRACE_MENDED"};

// How many letters are changed, added or left out.
size_t difference(const std::string &a, const std::string &b)
{
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t before = row[0]++; // of the row above and the column to the left
        for (size_t j = 1; j <= b.size(); ++j) {
            size_t changed = before + (a[i - 1] != b[j - 1]);
            before = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
        }
    }
    return row[b.size()];
}
} // namespace

void say_unknown_settings()
{
    for (char **variable = environ; *variable != nullptr; ++variable) {
        if (strncmp(*variable, prefix, sizeof prefix - 1) != 0)
            continue;
        std::string name(*variable + sizeof prefix - 1, strcspn(*variable + sizeof prefix - 1, "="));
        const char *nearest = *std::min_element(std::begin(names), std::end(names), [&](auto a, auto b) {
            return difference(name, a) < difference(name, b);
        });
        size_t letters = difference(name, nearest);
        if (letters == 0)
            continue;
        if (letters <= name.size() / 2)
            say_line(format("%s%s is no setting; did you mean %s%s?", prefix, name.c_str(), prefix, nearest));
        else
            say_line(format("%s%s is no setting", prefix, name.c_str()));
    }
}
} // namespace cpu_device
