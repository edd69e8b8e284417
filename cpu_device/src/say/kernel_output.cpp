// SPDX-License-Identifier: MIT
#include "kernel_output.h"

#include <cstdio>
#include <mutex>

#include "report.h"

namespace cpu_device
{
namespace
{
constexpr size_t buffer_size = 1 << 20; // bytes, of which a GPU's would begin to lose lines

struct kernel_output {
    std::mutex mutex;
    std::string text;
    bool any = false;
    void show()
    {
        fwrite(text.data(), 1, text.size(), stdout);
        text.clear();
    }
};

kernel_output &output()
{
    static kernel_output *only = new kernel_output; // outlives the cores, which run until the process ends
    return *only;
}
} // namespace

void keep_kernel_output(const std::string &text)
{
    kernel_output &out = output();
    std::lock_guard<std::mutex> lock(out.mutex);
    out.text += text;
    out.any = true;
    if (out.text.size() > buffer_size)
        out.show();
}

void show_kernel_output()
{
    kernel_output &out = output();
    std::lock_guard<std::mutex> lock(out.mutex);
    out.show();
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
        size = output().text.size();
    }
    if (size > 0)
        report(diagnosis(report_kind::output_lost, std::to_string(size))
                   .say("The program ended without cudaDeviceSynchronize(), which would have shown them."));
}
} // namespace cpu_device
