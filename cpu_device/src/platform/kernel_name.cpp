// SPDX-License-Identifier: MIT
#include "kernel_name.h"

#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <fnmatch.h>
#include <string>

namespace
{
bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != nullptr;
}

// The place after the bracket that closes the one at `open`, or the end.
size_t after_brackets(const std::string &text, size_t open)
{
    int depth = 0;
    for (size_t i = open; i < text.size(); ++i) {
        depth += is_one_of(text[i], "(<[{") - is_one_of(text[i], ")>]}");
        if (depth == 0)
            return i + 1;
    }
    return text.size();
}

std::string short_name(const std::string &function);

// The arguments of a template, as they are between its brackets: functions among them lose their parameters.
std::string short_arguments(const std::string &list)
{
    std::string result, one;
    for (size_t i = 0, end; i <= list.size(); i = end) {
        end = i < list.size() && is_one_of(list[i], "(<[{") ? after_brackets(list, i) : i + 1;
        if (i < list.size() && list[i] != ',') {
            one += list.substr(i, end - i);
            continue;
        }
        if (one[0] == '&' && one.find('(') != std::string::npos)
            one = short_name(one[1] == '(' ? one.substr(2, one.size() - 3) : one.substr(1));
        result += (result.empty() ? "" : ", ") + one;
        one.clear();
        end += i < list.size() && list[end] == ' ';
    }
    return result;
}

// Without the type of the result, namespaces and parameters.
std::string short_name(const std::string &function)
{
    static const std::string anonymous = "(anonymous namespace)";
    std::string name;
    for (size_t i = 0, end; i < function.size(); i = end) {
        end = i + 1;
        if (function.compare(i, anonymous.size(), anonymous) == 0) {
            end = i + anonymous.size();
        } else if (function[i] == '(') {
            break;
        } else if (is_one_of(function[i], " :*&")) {
            name.clear();
        } else if (function[i] == '<') {
            end = after_brackets(function, i);
            name += '<' + short_arguments(function.substr(i + 1, end - i - 2)) + '>';
        } else {
            name += function[i];
        }
    }
    return name;
}
} // namespace

std::string demangled(const char *symbol)
{
    bool mangled = strncmp(symbol, "_Z", 2) == 0; // "i" would become "int"
    char *readable = mangled ? abi::__cxa_demangle(symbol, nullptr, nullptr, nullptr) : nullptr;
    std::string name = readable ? readable : symbol;
    free(readable);
    for (size_t tag; (tag = name.find("[abi:")) != std::string::npos;)
        name.erase(tag, name.find(']', tag) - tag + 1);
    return name;
}

// As programs write it: "scan<sum<int>>", and without the namespaces by which libraries tell their versions apart.
std::string short_function_name(const char *symbol)
{
    std::string name = short_name(demangled(symbol));
    for (size_t at; (at = name.find("> >")) != std::string::npos;)
        name.erase(at + 1, 1);
    for (size_t at = 0, end; (at = name.find("::__", at)) != std::string::npos; at += 2)
        if (end = name.find_first_not_of("0123456789", at + 4); end > at + 4 && name.compare(end, 2, "::") == 0)
            name.erase(at, end - at);
    return name;
}

std::string without_arguments(const std::string &function)
{
    return function.substr(0, function.find('<'));
}

bool is_named(const std::string &pattern, const std::string &function)
{
    return fnmatch(pattern.c_str(), function.c_str(), 0) == 0 ||
           fnmatch(pattern.c_str(), without_arguments(function).c_str(), 0) == 0;
}

char *short_kernel_name(const char *symbol)
{
    return strdup(short_function_name(symbol).c_str());
}
