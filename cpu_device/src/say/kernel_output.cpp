// SPDX-License-Identifier: MIT
#include "kernel_output.h"

#include <cstdio>
#include <deque>
#include <mutex>
#include <utility>

#include "report.h"

namespace cpu_device
{
namespace
{
constexpr size_t most_settled = 1 << 20; // bytes that wait for the host to synchronize, before they are shown at once

struct printed {
    std::string text;
    size_t size; // in the buffer
};

struct kernel_output {
    std::mutex mutex;
    std::string settled;
    std::deque<printed> buffer; // of the newest launch, the oldest first
    size_t used = 0;            // of the buffer
    size_t dropped = 0;         // calls, so far not reported
    bool any = false;
    void settle()
    {
        for (const printed &one : buffer)
            settled += one.text;
        buffer.clear();
        used = 0;
    }
    void show()
    {
        fwrite(settled.data(), 1, settled.size(), stdout);
        settled.clear();
    }
};

kernel_output &output()
{
    static kernel_output *only = new kernel_output; // outlives the cores, which run until the process ends
    return *only;
}
} // namespace

std::atomic<size_t> output_limit{1 << 20};

void keep_kernel_output(const std::string &text, size_t size)
{
    kernel_output &out = output();
    std::lock_guard<std::mutex> lock(out.mutex);
    out.buffer.push_back({text, size});
    out.any = true;
    for (out.used += size; out.used > output_limit && out.buffer.size() > 1; out.buffer.pop_front()) {
        out.used -= out.buffer.front().size;
        ++out.dropped;
    }
}

void settle_kernel_output()
{
    kernel_output &out = output();
    std::lock_guard<std::mutex> lock(out.mutex);
    out.settle();
    if (out.settled.size() > most_settled)
        out.show();
}

void show_kernel_output()
{
    kernel_output &out = output();
    size_t dropped;
    {
        std::lock_guard<std::mutex> lock(out.mutex);
        out.settle();
        out.show();
        dropped = std::exchange(out.dropped, 0);
    }
    if (dropped > 0)
        report_once("buffer of printf()",
                    diagnosis(report_kind::output_lost, format("%zu lines", dropped))
                        .say("The buffer for what a launch prints holds %zu KB, and drops the oldest. "
                             "cudaDeviceSetLimit(cudaLimitPrintfFifoSize, ...) makes it larger.",
                             output_limit / 1024));
}

bool kernels_have_printed()
{
    std::lock_guard<std::mutex> lock(output().mutex);
    return output().any;
}

void report_lost_output()
{
    size_t size;
    {
        std::lock_guard<std::mutex> lock(output().mutex);
        output().settle();
        size = output().settled.size();
    }
    if (size > 0)
        report(diagnosis(report_kind::output_lost, format("%zu bytes", size))
                   .say("The program ended without cudaDeviceSynchronize(), which would have shown them."));
}
} // namespace cpu_device
