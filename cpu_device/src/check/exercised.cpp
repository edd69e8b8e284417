// SPDX-License-Identifier: MIT
#include "exercised.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <tuple>
#include <type_traits>

#include "../platform/source_line.h"
#include "../say/report.h"
#include "../say/tried.h"
#include "../settings.h"
#include "events.h"

namespace cpu_device
{
namespace
{
struct {
    std::mutex mutex;
    kernels_so_far kernels;
    // By the place of the call: of conversions, and of shifts.
    std::map<const void *, std::atomic<unsigned long long>> undefined[2];
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
        k.uses_volatile |= launch.synced.volatiles;
        k.takes_any |= launch.findings.takes_any_value();
        k.fences |= launch.synced.fenced;
        k.coarse |= launch.synced.coarse;
    }
};
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

void note_undefined(undefined_value kind, const void *caller)
{
    thread_local const void *last = nullptr;
    thread_local std::atomic<unsigned long long> *count = nullptr;
    if (caller != last) {
        std::lock_guard<std::mutex> lock(so_far.mutex);
        count = &so_far.undefined[kind == undefined_value::shift][caller];
        last = caller;
    }
    count->fetch_add(1, std::memory_order_relaxed);
}

namespace
{
// How many there were, and the first of their lines by name and number.
undefined_so_far undefined_in(const std::map<const void *, std::atomic<unsigned long long>> &counts)
{
    undefined_so_far all;
    for (const auto &[caller, count] : counts) {
        all.count += count;
        const source_position at = reported_place(static_cast<const char *>(caller) - 1);
        if (all.at.line == 0 || std::tie(at.file, at.line) < std::tie(all.at.file, all.at.line))
            all.at = at;
    }
    return all;
}
} // namespace

void print_exercised(bool silent)
{
    if (!setting.check || setting.quiet)
        return;
    std::lock_guard<std::mutex> lock(so_far.mutex);
    const undefined_so_far conversions = undefined_in(so_far.undefined[0]), shifts = undefined_in(so_far.undefined[1]);
    if (setting.explain)
        print_report(what_was_tried(so_far.kernels, clock_read) + what_is_undefined(conversions, shifts, "\n    "));
    else if (silent)
        for (const std::string &open : {what_is_open(so_far.kernels), what_is_undefined(conversions, shifts, "")})
            if (!open.empty())
                print_report(open);
}
} // namespace cpu_device
