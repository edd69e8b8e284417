// SPDX-License-Identifier: MIT
#include "text.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <unistd.h>

namespace cpu_device
{
void write_all(int file, const char *text, size_t size)
{
    while (size > 0) {
        ssize_t n = write(file, text, size);
        if (n > 0) {
            text += n;
            size -= (size_t)n;
        } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            pollfd ready = {file, POLLOUT, 0};
            ::poll(&ready, 1, -1);
        } else if (n == 0 || errno != EINTR) {
            return; // stderr is closed
        }
    }
}

std::string format_list(const char *form, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(nullptr, 0, form, again);
    va_end(again);
    if (length < 0)
        return form; // none that there is: "100%"
    std::string text((size_t)length, '\0');
    vsnprintf(text.data(), text.size() + 1, form, arguments);
    return text;
}

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

void say(const char *text)
{
    std::string line = format("CPU device: %s\n", text);
    write_all(STDERR_FILENO, line.data(), line.size());
}

void die(int status, const char *form, ...)
{
    static std::atomic<pid_t> by{0}; // other threads may die at the same time
    pid_t first = 0;
    if (!by.compare_exchange_strong(first, gettid()) && first != gettid())
        for (;;)
            pause();
    char line[512] = "CPU device: "; // memory may be what has run out
    size_t size = strlen(line);
    va_list arguments;
    va_start(arguments, form);
    vsnprintf(line + size, sizeof line - size - 1, form, arguments);
    va_end(arguments);
    size = strlen(line);
    line[size++] = '\n';
    write_all(STDERR_FILENO, line, size);
    _exit(status);
}
} // namespace cpu_device
