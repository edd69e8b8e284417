// SPDX-License-Identifier: MIT
#include "source_line.h"

#include <algorithm>
#include <cstring>

#include "kernel_name.h"
#include "lines.h"
#include "program_image.h"
#include "text.h"

namespace cpu_device
{
namespace
{
struct found_place {
    std::string *inlining; // null: not wanted
    bool with_library = true, own = false;
    source_position position, in_library; // in one of CUB's kernels, nothing else is named
    source_position outermost;            // into which the function of `position` was inlined
    std::vector<source_position> calls;   // `position`, and those between it and `outermost`

    const source_position &reported() const
    {
        static const source_position unknown;
        return own ? unknown : position.line == 0 ? in_library : position;
    }
};

// A kernel's body is a lambda: "dot(int)::{lambda()#1}::operator()()", and in clang's words
// "dot(int)::$_0::operator()()" or "void dot<4>(int)::'lambda'()::operator()()".
bool is_of_lambda(const std::string &name)
{
    const auto has = [&](const char *part) { return name.find(part) != std::string::npos; };
    return has("}::operator()") || ((has("::$_") || has("::'lambda")) && has("::operator()"));
}

std::string name_of_function(const std::string &symbol)
{
    if (symbol.empty() || is_of_lambda(demangled(symbol.c_str())))
        return "";
    const std::string name = short_function_name(symbol.c_str());
    return name.compare(0, 8, "operator") == 0 ? "" : name;
}

// A library whose functions call those of the program.
bool is_of_library(const char *file)
{
    for (const char *part :
         {"/include/cub/", "/include/thrust/", "/include/c++/", "/cuda/std/", "/cuda/__", "/cuda/barrier"})
        if (strstr(file, part) != nullptr)
            return true;
    return false;
}

// Called for each function that was inlined there, the innermost first, and for the function that they are in. Lines of
// the device's own headers and of libcu++'s atomics are skipped, and an instruction of its own code has no line.
void take_line(found_place &found, const char *file, int line, const char *function)
{
    if (file == nullptr || strstr(file, "/include/cpu_device/") || strstr(file, "/include/cuda_runtime") ||
        strstr(file, "/include/cooperative_groups") || strstr(file, "/include/cuda_pipeline.h") ||
        strstr(file, "/include/cuda_fp8.h") || strstr(file, "/include/mma.h") || strstr(file, "/include/curand"))
        return;
    const bool atomic = strstr(file, "/cuda/std/__atomic/") != nullptr;
    if (strstr(file, "/include/cub/") || (atomic && found.with_library)) {
        found.in_library = {file, line};
        return;
    }
    if (!found.with_library &&
        (strstr(file, "/include/c++/") || strstr(file, "/cuda/std/") || strstr(file, "/cuda/__")))
        return;
    found.own |= strstr(file, "cpu_device/src/") != nullptr || strstr(file, "cpu_device/libraries/") != nullptr;
    if (found.position.line == 0)
        found.position = {file, line, function != nullptr ? function : ""};
    found.outermost = {file, line, function != nullptr ? function : ""};
    if (!is_of_library(file) && (found.calls.empty() || !(found.calls.back() == found.outermost)))
        found.calls.push_back(found.outermost);
    if (found.inlining != nullptr)
        *found.inlining += format("%s:%d %s\n", base_name(file), line, function ? function : "");
}

found_place find_place(const void *instruction, std::string *inlining, bool with_library)
{
    found_place found = {inlining, with_library, false, {}, {}, {}, {}};
    if (instruction != nullptr)
        for_each_function_at(instruction, [&](const char *file, int line, const char *function) {
            take_line(found, file, line, function);
        });
    return found;
}
} // namespace

std::string source_line(const void *instruction, std::string *inlining, bool with_library)
{
    return find_place(instruction, inlining, with_library).reported().text();
}

source_position reported_place(const void *instruction, bool with_library)
{
    found_place found = find_place(instruction, nullptr, with_library);
    source_position at = found.reported();
    at.function = name_of_function(at.function);
    if (!(at == found.position))
        return at;
    for (size_t i = !found.calls.empty() && found.calls.front() == at; i < found.calls.size(); ++i) {
        found.calls[i].function = name_of_function(found.calls[i].function);
        at.called_at.push_back(std::move(found.calls[i]));
    }
    return at;
}

bool is_place_of_library(const void *instruction)
{
    return is_of_library(find_place(instruction, nullptr, true).reported().file.c_str());
}

source_position calling_place(const void *instruction)
{
    const found_place found = find_place(instruction, nullptr, true);
    return found.own ? source_position() : found.outermost;
}

std::vector<source_position> chain_of_calls(const void *instruction)
{
    found_place found = find_place(instruction, nullptr, true);
    if (found.own || found.position.line == 0)
        return {};
    if (found.calls.empty() || !(found.calls.front() == found.position))
        found.calls.insert(found.calls.begin(), found.position);
    return std::move(found.calls);
}

std::string line_with_calls(const void *instruction)
{
    return reported_place(instruction).text_with_calls();
}

source_position source_place(const void *instruction)
{
    const found_place found = find_place(instruction, nullptr, true);
    return found.own ? source_position() : found.position;
}

std::string source_position::text() const
{
    return line == 0 ? "" : format("%s:%d", base_name(file.c_str()), line);
}

std::string source_position::text_with_calls() const
{
    std::string all = text();
    for (const source_position &call : called_at)
        all += format(", called at %s", call.text().c_str());
    return all;
}

static bool is_in_header(const source_position &at)
{
    const size_t dot = at.file.rfind('.');
    const std::string ending = dot == std::string::npos ? "" : at.file.substr(dot);
    return at.line != 0 && ending != ".cu" && ending != ".c" && ending != ".cc" && ending != ".cpp" && ending != ".cxx";
}

std::string at_users_line(const void *instruction, const void *const *callers, size_t most)
{
    std::string line = at_line(instruction);
    if (!is_in_header(reported_place(instruction)))
        return line;
    source_position user = calling_place(instruction), other; // in another header, if all callers are in headers
    const std::string own_file = reported_place(instruction).file;
    for (size_t i = 0; i < most && callers[i] != nullptr && (user.line == 0 || is_in_header(user)); ++i) {
        if (other.line == 0 && user.file != own_file)
            other = user;
        const auto call = static_cast<const char *>(callers[i]) - 1;
        if (in_program(call)) // and not what called main()
            user = calling_place(call);
    }
    if (user.line == 0 || is_in_header(user))
        user = other;
    return user.line == 0 ? line : line + format(", called at %s", user.text().c_str());
}

std::string at_line(const void *instruction)
{
    std::string line = source_line(instruction);
    return line.empty() ? "" : format(" at %s", line.c_str());
}
} // namespace cpu_device
