// SPDX-License-Identifier: MIT
#include "text.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <string_view>
#include <unistd.h>
#include <unordered_map>

namespace cpu_device
{
namespace
{
std::unordered_map<std::string_view, const char *> *translations = nullptr; // null: all texts stay English
} // namespace

const char *tr(const char *english)
{
    if (translations == nullptr)
        return english;
    const auto found = translations->find(english);
    return found == translations->end() ? english : found->second;
}

void translate_with(const char *const *pairs, size_t count)
{
    translations = new std::remove_reference_t<decltype(*translations)>(count); // outlives the destructors
    for (size_t i = 0; i < count; i += 2)
        translations->emplace(pairs[i], pairs[i + 1][0] != '\0' ? pairs[i + 1] : pairs[i]);
}

bool write_all(int file, const char *text, size_t size)
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
            return false; // stderr is closed, the disk is full
        }
    }
    return true;
}

std::string say_list(const char *english, va_list arguments)
{
    std::string text = format_list(tr(english), arguments);
    for (size_t at = 0; translations != nullptr && (at = text.find('\t', at)) != std::string::npos;) {
        const bool before = at > 0 && (text[at - 1] & 0x80) == 0, after = (text[at + 1] & 0x80) == 0;
        text.replace(at, 1, before || after ? " " : "");
    }
    return text;
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
    std::string text = say_list(form, arguments);
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
    say_line(tr(text));
}

void say_line(const std::string &text)
{
    const std::string line = format("CPU device: %s\n", text.c_str());
    write_all(STDERR_FILENO, line.data(), line.size());
}

void die(int status, const char *form, ...)
{
    static std::atomic<int *> by{nullptr}; // a thread's errno; other threads may die at the same time
    int *first = nullptr;
    if (!by.compare_exchange_strong(first, &errno) && first != &errno)
        for (;;)
            sleep(1);
    char line[512]; // memory may be what has run out
    size_t size = (size_t)snprintf(line, sizeof line, tr("CPU device: %s"), "");
    va_list arguments;
    va_start(arguments, form);
    vsnprintf(line + size, sizeof line - size - 1, tr(form), arguments);
    va_end(arguments);
    size = strlen(line);
    line[size++] = '\n';
    write_all(STDERR_FILENO, line, size);
    _exit(status);
}
} // namespace cpu_device
