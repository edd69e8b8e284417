// SPDX-License-Identifier: MIT
#include "sampling.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <chrono>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "../platform/kernel_name.h"
#include "../say/report.h"
#include "../settings.h"
#include "events.h"

namespace cpu_device
{
namespace
{
using std::chrono::steady_clock;

// Nothing new in as long as that, in so many launches that are no short ones: then a tenth of the time goes into
// checks.
constexpr std::chrono::seconds long_enough(5);
constexpr unsigned many = 10;
constexpr std::chrono::milliseconds no_short_one(4);
constexpr int share = 10;

struct kernel_record {
    unsigned in_a_row = 0; // checked, and nothing new
    steady_clock::duration together{}, last{};
    steady_clock::time_point checked_at{}; // the end of the last one
    bool spins = false; // it was seen to read volatile data: without checks, a spinning thread never lets others run
};

std::mutex records_mutex;
std::map<std::tuple<const char *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned>, kernel_record> records;
std::atomic<bool> left_out{false};

kernel_record &record_of(const launch_record &launch)
{
    const launch_name &l = launch.name;
    return records[{l.kernel, l.grid.x, l.grid.y, l.grid.z, l.block.x, l.block.y, l.block.z}];
}

// What the user has chosen, and how many launches there were.
struct {
    std::vector<std::string> kernels;                   // patterns; none: all
    std::vector<std::pair<unsigned, unsigned>> numbers; // ranges; none: all
    unsigned of_kernels = 0, launches = 0, checked = 0;
} &chosen = *new std::remove_reference_t<decltype(chosen)>;

// Each in turn as they begin.
bool is_chosen(const char *kernel)
{
    ++chosen.launches;
    if (!chosen.kernels.empty() && std::none_of(chosen.kernels.begin(), chosen.kernels.end(),
                                                [&](const std::string &pattern) { return is_named(pattern, kernel); }))
        return false;
    const unsigned number = ++chosen.of_kernels;
    if (!chosen.numbers.empty() && std::none_of(chosen.numbers.begin(), chosen.numbers.end(), [&](const auto &range) {
            return range.first <= number && number <= range.second;
        }))
        return false;
    ++chosen.checked;
    return true;
}

class sampling final : public observer
{
    unsigned wants() const override
    {
        return nothing;
    }
    bool writes_results() override;
    bool leaves_out(launch_record &launch) override;
    void launch_reported(const launch_record &launch, const launch_outcome &outcome) override;
};

bool sampling::leaves_out(launch_record &launch)
{
    std::lock_guard<std::mutex> lock(records_mutex);
    if (!is_chosen(launch.name.kernel)) {
        left_out = true;
        return true;
    }
    if (setting.every_launch)
        return false;
    const kernel_record &r = record_of(launch);
    launch.began = steady_clock::now();
    if (r.spins || r.in_a_row < many || r.together < long_enough || r.together < r.in_a_row * no_short_one ||
        launch.began - r.checked_at > share * r.last)
        return false;
    if (!left_out.exchange(true) && !setting.quiet)
        fprintf(
            stderr,
            tr("CPU device: kernel %s was checked %u times in a row with nothing new; from here on, launches of this "
               "shape are checked now and then (CPU_DEVICE_LAUNCHES=all: each time)\n"),
            launch.name.kernel, r.in_a_row);
    return true;
}

void sampling::launch_reported(const launch_record &launch, const launch_outcome &outcome)
{
    if (setting.every_launch)
        return;
    std::lock_guard<std::mutex> lock(records_mutex);
    kernel_record &r = record_of(launch);
    r.checked_at = steady_clock::now();
    r.last = r.checked_at - launch.began;
    r.spins |= launch.synced.volatiles;
    if (outcome.found) {
        r.in_a_row = 0;
        r.together = {};
        return;
    }
    ++r.in_a_row;
    r.together += r.last;
}

bool sampling::writes_results()
{
    std::lock_guard<std::mutex> lock(records_mutex);
    if (setting.kernels != nullptr || setting.launches != nullptr)
        summarize_chosen(chosen.checked, chosen.launches);
    return true;
}
} // namespace

observer *make_sampling()
{
    return new sampling;
}

bool any_left_out()
{
    return left_out.load(std::memory_order_relaxed);
}

bool choose_kernels(const char *names)
{
    int depth = 0; // between the brackets of a template's arguments
    std::string name;
    for (const char *c = names;; ++c) {
        depth += (*c == '<') - (*c == '>');
        if (*c != '\0' && (*c != ',' || depth > 0)) {
            if (*c != ' ' || !name.empty())
                name += *c;
            continue;
        }
        name.erase(name.find_last_not_of(' ') + 1);
        if (name.empty() || depth != 0)
            return false;
        chosen.kernels.push_back(std::exchange(name, ""));
        if (*c == '\0')
            return true;
    }
}

bool choose_launches(const char *numbers)
{
    for (const char *c = numbers;; ++c) {
        char *end;
        const auto number = [&] { return isdigit((unsigned char)*c) ? strtoul(c, &end, 10) : 0; };
        while (*c == ' ')
            ++c;
        const unsigned long first = number();
        if (first == 0 || first > UINT_MAX)
            return false;
        unsigned long last = first;
        if (c = end; *c == '-') {
            ++c;
            last = number();
            if (last < first || last > UINT_MAX)
                return false;
            c = end;
        }
        chosen.numbers.emplace_back((unsigned)first, (unsigned)last);
        if (*c == '\0')
            return true;
        if (*c != ',')
            return false;
    }
}
} // namespace cpu_device
