// SPDX-License-Identifier: MIT
#include "sampling.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <map>
#include <mutex>
#include <tuple>

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

class sampling final : public observer
{
    unsigned wants() const override
    {
        return nothing;
    }
    bool leaves_out(launch_record &launch) override;
    void launch_reported(const launch_record &launch, const launch_outcome &outcome) override;
};

bool sampling::leaves_out(launch_record &launch)
{
    if (setting.every_launch)
        return false;
    std::lock_guard<std::mutex> lock(records_mutex);
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
} // namespace

observer *make_sampling()
{
    return new sampling;
}

bool any_left_out()
{
    return left_out.load(std::memory_order_relaxed);
}
} // namespace cpu_device
