// SPDX-License-Identifier: MIT
#include "exercised.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <type_traits>

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

void print_exercised(bool silent)
{
    if (!setting.check || setting.quiet)
        return;
    std::lock_guard<std::mutex> lock(so_far.mutex);
    if (setting.explain)
        print_report(what_was_tried(so_far.kernels, clock_read));
    else if (const std::string open = silent ? what_is_open(so_far.kernels) : ""; !open.empty())
        print_report(open);
}
} // namespace cpu_device
