// SPDX-License-Identifier: MIT
#include "exercised.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <type_traits>

#include "../say/report.h"
#include "../settings.h"
#include "events.h"

namespace cpu_device
{
namespace
{
// Of the launches of one kernel.
struct kernel_so_far {
    unsigned long long launches = 0, checked = 0;
    bool seeded = true;         // each with a seed
    bool uses_volatile = false; // at all
    bool takes_any = false;     // it reads what other threads store meanwhile, and either value counts as right
    bool fences = false, coarse = false;
};

struct {
    std::mutex mutex;
    std::map<std::string, kernel_so_far> kernels; // by name
} &so_far = *new std::remove_reference_t<decltype(so_far)>;

std::atomic<bool> clock_read{false};

// After all others, so that what they leave out is known.
class exercised final : public observer
{
    unsigned wants() const override
    {
        return nothing;
    }
    void launch_begins(const launch_record &launch) override
    {
        std::lock_guard<std::mutex> lock(so_far.mutex);
        ++so_far.kernels[launch.name.kernel].launches;
    }
    void launch_reported(const launch_record &launch, const launch_outcome &) override
    {
        std::lock_guard<std::mutex> lock(so_far.mutex);
        kernel_so_far &k = so_far.kernels[launch.name.kernel];
        ++k.checked;
        k.seeded &= seed_asked_for() != 0;
        k.uses_volatile |= launch.sync_places.volatiles;
        k.takes_any |= launch.findings.takes_any_value();
        k.fences |= launch.sync_places.fenced;
        k.coarse |= launch.sync_places.coarse;
    }
};

// "kernel a", or "3 kernels".
std::string kernels_that(bool kernel_so_far::*is)
{
    std::string first;
    unsigned count = 0;
    for (const auto &[name, k] : so_far.kernels)
        if (k.*is && count++ == 0)
            first = name;
    return count == 0 ? "" : count == 1 ? format("kernel %s", first.c_str()) : format("%u kernels", count);
}

struct totals {
    unsigned long long launches = 0, left_out = 0;
    bool seeded = true;
};

totals add_up()
{
    totals all;
    for (const auto &[name, k] : so_far.kernels) {
        all.launches += k.launches;
        all.left_out += k.launches - std::min(k.launches, k.checked);
        all.seeded &= k.seeded;
    }
    return all;
}

// The line after a run without a report; "": nothing is open that matters.
std::string what_is_open()
{
    const totals all = add_up();
    std::string open;
    auto add = [&](const std::string &text) { open += (open.empty() ? "" : "; ") + text; };
    if (const std::string who = kernels_that(&kernel_so_far::takes_any); !who.empty() && !all.seeded)
        add(format("%s may read old or new values of volatile data: try other orders, with CPU_DEVICE_SEED",
                   who.c_str()));
    if (all.left_out != 0)
        add(format("%llu of %llu launches were not checked: CPU_DEVICE_LAUNCHES=all checks them", all.left_out,
                   all.launches));
    if (const std::string who = kernels_that(&kernel_so_far::coarse); !who.empty())
        add(format("%s synchronizes so often that races may be missed", who.c_str()));
    return open.empty() ? "" : format("Nothing found in one order of the warps. But %s.", open.c_str());
}

void explain()
{
    const totals all = add_up();
    std::string text = tr("What this run has tried, and where a GPU may differ:");
    auto add = [&](const std::string &line) { text += "\n    " + line; };
    add(all.seeded && all.launches != 0
            ? tr("one order of the warps and blocks, by CPU_DEVICE_SEED; another number is another order")
            : tr("one order of the warps and blocks, their own; CPU_DEVICE_SEED=1, 2 and so on try others"));
    add(setting.weak ? tr("loads got old values as far as the memory model allows (CPU_DEVICE_MEMORY=weak)")
                     : tr("loads got the newest values; with CPU_DEVICE_MEMORY=weak they get old ones, too, as far as "
                          "the memory model allows"));
    add(format("%llu of %llu launches were checked", all.launches - all.left_out, all.launches));
    if (!setting.same_value)
        add(tr("stores of one and the same value by several threads count as no race; CPU_DEVICE_SAME_VALUE=report "
               "reports them"));
    for (const auto &[name, k] : so_far.kernels) {
        const char *kernel = name.c_str();
        if (k.takes_any)
            add(format("kernel %s reads volatile data while other threads store there, where any value counts as right",
                       kernel));
        else if (k.uses_volatile)
            add(format("kernel %s uses volatile", kernel));
        if (k.fences)
            add(format("kernel %s uses fences, so its blocks may wait for one another; on a GPU other blocks may be "
                       "under way at a time",
                       kernel));
        if (k.coarse)
            add(format("kernel %s synchronizes so often that races may be missed", kernel));
    }
    if (clock_read)
        add(tr("clocks in kernels count nanoseconds of this CPU"));
    print_report(text);
}
} // namespace

observer *make_exercised()
{
    return new exercised;
}

void kernel_reads_clock()
{
    if (!clock_read.load(std::memory_order_relaxed))
        clock_read = true;
}

void print_exercised(bool silent)
{
    if (!setting.check || setting.quiet)
        return;
    std::lock_guard<std::mutex> lock(so_far.mutex);
    if (setting.explain)
        explain();
    else if (const std::string open = silent ? what_is_open() : ""; !open.empty())
        print_report(open);
}
} // namespace cpu_device
