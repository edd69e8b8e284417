// SPDX-License-Identifier: MIT
// Everything that the device says: its reports, and what kernels print.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <unistd.h>
#ifdef CPU_DEVICE_BACKTRACE
#include <backtrace.h>
#endif

#include "../run/block.h"
#include "findings.h"
#include "../runtime.h"

namespace cpu_device
{
namespace
{
std::string format_list(const char *form, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(nullptr, 0, form, again);
    va_end(again);
    std::string text(length > 0 ? (size_t)length : 0, '\0');
    vsnprintf(text.data(), text.size() + 1, form, arguments);
    return text;
}
} // namespace

std::string format(const char *form, ...)
{
    va_list arguments;
    va_start(arguments, form);
    std::string text = format_list(form, arguments);
    va_end(arguments);
    return text;
}

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void print_report(const std::string &text)
{
    std::string out = "========= ";
    for (char c : text) {
        out += c;
        if (c == '\n')
            out += "========= ";
    }
    out += '\n';
    for (size_t done = 0; done < out.size();) {
        ssize_t n = write(STDERR_FILENO, out.data() + done, out.size() - done);
        if (n <= 0)
            break;
        done += (size_t)n;
    }
}

// --- from instruction to source line ---

#ifdef CPU_DEVICE_BACKTRACE
namespace
{
void ignore_backtrace_error(void *, const char *, int) {}

struct found_place {
    std::string line, *inlining; // null: not wanted
};

// Called for each function that was inlined there, the innermost first, and for the one that it is all in. The device's
// own headers are not what the reader wrote.
int take_line(void *result, uintptr_t, const char *file, int line, const char *function)
{
    found_place &found = *static_cast<found_place *>(result);
    if (file == nullptr || (strstr(file, "/include/cpu_device/") || strstr(file, "/include/cuda_runtime")))
        return 0;
    if (found.line.empty())
        found.line = format("%s:%d", base_name(file), line);
    if (found.inlining == nullptr)
        return 1;
    *found.inlining += format("%s:%d %s\n", base_name(file), line, function ? function : "");
    return 0;
}
} // namespace

std::string source_line(const void *instruction, std::string *inlining)
{
    static backtrace_state *state = backtrace_create_state(nullptr, 1, ignore_backtrace_error, nullptr);
    found_place found = {"", inlining};
    if (instruction != nullptr)
        backtrace_pcinfo(state, reinterpret_cast<uintptr_t>(instruction), take_line, ignore_backtrace_error, &found);
    return found.line;
}
#else
std::string source_line(const void *, std::string *)
{
    return "";
}
#endif

// --- printf in kernels ---

namespace
{
struct kernel_output {
    std::mutex mutex;
    std::string text;
};

kernel_output &output()
{
    static kernel_output *only = new kernel_output; // outlives the cores, which run until the process ends
    return *only;
}

bool in_kernel()
{
    return this_core != nullptr && this_core->in_kernel();
}

// What printf returns on a GPU: the number of its arguments behind the format.
int arguments_of(const char *form)
{
    int count = 0;
    for (; *form != '\0'; ++form)
        if (*form == '%' && *++form != '%')
            ++count;
    return count;
}

int print(const char *form, va_list arguments)
{
    if (!in_kernel())
        return vprintf(form, arguments);
    std::string text = format_list(form, arguments);
    kernel_output &out = output();
    std::lock_guard<std::mutex> lock(out.mutex);
    out.text += text;
    if (out.text.size() > 1 << 20) { // a GPU's buffer of this size would begin to lose lines
        fwrite(out.text.data(), 1, out.text.size(), stdout);
        out.text.clear();
    }
    return arguments_of(form);
}

int print(const char *form, ...)
{
    va_list arguments;
    va_start(arguments, form);
    int result = print(form, arguments);
    va_end(arguments);
    return result;
}

} // namespace

// As on a GPU, what no synchronization fetched is lost; here at least it is said.
void report_lost_output()
{
    kernel_output &out = output();
    std::lock_guard<std::mutex> lock(out.mutex);
    if (!out.text.empty())
        report(severity::warning, format("Warning: %zu bytes that kernels printed are lost\n    The program ended "
                                         "without cudaDeviceSynchronize(), which would have shown them.",
                                         out.text.size()));
}

void show_kernel_output()
{
    kernel_output &out = output();
    std::lock_guard<std::mutex> lock(out.mutex);
    fwrite(out.text.data(), 1, out.text.size(), stdout);
    out.text.clear();
}
} // namespace cpu_device

// These stand before the C library's. A compiler turns a printf of plain text into puts or putchar.
extern "C" int printf(const char *form, ...)
{
    va_list arguments;
    va_start(arguments, form);
    int result = cpu_device::print(form, arguments);
    va_end(arguments);
    return result;
}

extern "C" int puts(const char *text)
{
    return cpu_device::print("%s\n", text);
}

extern "C" int putchar(int c)
{
    cpu_device::print("%c", c);
    return c;
}

// assert() in a kernel breaks it off; on the host it ends the program, as ever.
extern "C" void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) noexcept
{
    if (cpu_device::in_kernel())
        cpu_device::this_core->break_off(cudaErrorAssert,
                                         cpu_device::format("Error: assertion failed\n    %s\n    %s:%u: `%s`",
                                                            cpu_device::this_core->where().c_str(),
                                                            cpu_device::base_name(file), line, expression));
    fflush(stdout);
    fprintf(stderr, "%s: %s:%u: %s: Assertion `%s' failed.\n", program_invocation_short_name, file, line, function,
            expression);
    abort();
}
