// SPDX-License-Identifier: MIT
#include "tried.h"

#include <algorithm>

#include "../platform/text.h"
#include "../settings.h"

namespace cpu_device
{
namespace
{
// "kernel a", or "3 kernels".
std::string kernels_that(const kernels_so_far &kernels, bool kernel_so_far::*is)
{
    std::string first;
    unsigned count = 0;
    for (const auto &[name, k] : kernels)
        if (k.*is && count++ == 0)
            first = name;
    return count == 0 ? "" : count == 1 ? format("kernel %s", first.c_str()) : format("%u kernels", count);
}

struct totals {
    unsigned long long launches = 0, left_out = 0;
    bool seeded = true;
};

totals add_up(const kernels_so_far &kernels)
{
    totals all;
    for (const auto &[name, k] : kernels) {
        all.launches += k.launches;
        all.left_out += k.launches - std::min(k.launches, k.checked);
        all.seeded &= k.seeded;
    }
    return all;
}
} // namespace

std::string what_is_open(const kernels_so_far &kernels)
{
    const totals all = add_up(kernels);
    std::string open;
    auto add = [&](const std::string &text) { open += (open.empty() ? "" : "; ") + text; };
    if (const std::string who = kernels_that(kernels, &kernel_so_far::takes_any); !who.empty() && !all.seeded)
        add(format("%s may read old or new values of volatile data: try other orders, with CPU_DEVICE_SEED",
                   who.c_str()));
    if (all.left_out != 0 && setting.kernels == nullptr && setting.launches == nullptr)
        add(format("%llu of %llu launches were not checked: CPU_DEVICE_LAUNCHES=all checks them", all.left_out,
                   all.launches));
    if (const std::string who = kernels_that(kernels, &kernel_so_far::coarse); !who.empty())
        add(format("%s synchronizes so often that races may be missed", who.c_str()));
    return open.empty() ? "" : format("Nothing found in one order of the warps. But %s.", open.c_str());
}

std::string what_was_tried(const kernels_so_far &kernels, bool clock_read)
{
    const totals all = add_up(kernels);
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
    for (const auto &[name, k] : kernels) {
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
    return text;
}

std::string what_is_undefined(const undefined_so_far &conversions, const undefined_so_far &shifts, const char *before)
{
    std::string text;
    const auto add = [&](const undefined_so_far &values, const char *one, const char *many) {
        if (values.count == 0)
            return;
        text += (text.empty() ? "" : "\n    ") + std::string(text.empty() ? before : "");
        text += format(values.count == 1 ? one : many, values.count, values.at.text().c_str());
    };
    add(conversions,
        "%llu conversion to an integer was out of range, at %s: it gave what a GPU gives, and C++ promises nothing.",
        "%llu conversions to integers were out of range, the first at %s: they gave what a GPU gives, and C++ promises "
        "nothing.");
    add(shifts, "%llu shift was by too many bits, at %s: it gave what a GPU gives, and C++ promises nothing.",
        "%llu shifts were by too many bits, the first at %s: they gave what a GPU gives, and C++ promises nothing.");
    return text;
}
} // namespace cpu_device
