// SPDX-License-Identifier: MIT
#include "source_line.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <unwind.h>
#ifdef CPU_DEVICE_BACKTRACE
#include <backtrace.h>
#endif

#include "program_image.h"
#include "text.h"

namespace cpu_device
{
#ifdef CPU_DEVICE_BACKTRACE
namespace
{
void ignore_backtrace_error(void *, const char *, int) {}

struct found_place {
    std::string *inlining; // null: not wanted
    bool with_library = true, own = false;
    source_position position, in_library; // in one of CUB's kernels, nothing else is named
    source_position outermost;            // into which the function of `position` was inlined

    const source_position &reported() const
    {
        static const source_position unknown;
        return own ? unknown : position.line == 0 ? in_library : position;
    }
};

// Called for each function that was inlined there, the innermost first, and for the function that they are in. Lines of
// the device's own headers and of libcu++'s atomics are skipped, and an instruction of its own code has no line.
int take_line(void *result, uintptr_t, const char *file, int line, const char *function)
{
    found_place &found = *static_cast<found_place *>(result);
    if (file == nullptr || strstr(file, "/include/cpu_device/") || strstr(file, "/include/cuda_runtime") ||
        strstr(file, "/include/cooperative_groups") || strstr(file, "/include/cuda_pipeline.h") ||
        strstr(file, "/include/cuda_fp8.h") || strstr(file, "/include/mma.h") || strstr(file, "/include/curand"))
        return 0;
    const bool atomic = strstr(file, "/cuda/std/__atomic/") != nullptr;
    if (strstr(file, "/include/cub/") || (atomic && found.with_library)) {
        found.in_library = {file, line};
        return 0;
    }
    if (!found.with_library &&
        (strstr(file, "/include/c++/") || strstr(file, "/cuda/std/") || strstr(file, "/cuda/__")))
        return 0;
    found.own |= strstr(file, "cpu_device/src/") != nullptr || strstr(file, "cpu_device/libraries/") != nullptr;
    if (found.position.line == 0)
        found.position = {file, line};
    found.outermost = {file, line};
    if (found.inlining != nullptr)
        *found.inlining += format("%s:%d %s\n", base_name(file), line, function ? function : "");
    return 0;
}
// A state has the objects that were loaded at its first use, so each newly loaded object makes a new one. None is
// freed.
backtrace_state *state_for_all_images()
{
    static std::mutex &mutex = *new std::mutex;
    static backtrace_state *state = nullptr;
    static const code_image *newest = nullptr;
    std::lock_guard<std::mutex> lock(mutex);
    if (state == nullptr || newest != last_loaded()) {
        newest = last_loaded();
        state = backtrace_create_state(nullptr, 1, ignore_backtrace_error, nullptr);
    }
    return state;
}

found_place find_place(const void *instruction, std::string *inlining, bool with_library)
{
    backtrace_state *state = state_for_all_images();
    found_place found = {inlining, with_library, false, {}, {}, {}};
    if (instruction != nullptr && state != nullptr) // null: there was no memory for it
        backtrace_pcinfo(state, reinterpret_cast<uintptr_t>(instruction), take_line, ignore_backtrace_error, &found);
    return found;
}
} // namespace

std::string source_line(const void *instruction, std::string *inlining, bool with_library)
{
    return find_place(instruction, inlining, with_library).reported().text();
}

source_position reported_place(const void *instruction, bool with_library)
{
    return find_place(instruction, nullptr, with_library).reported();
}

source_position calling_place(const void *instruction)
{
    const found_place found = find_place(instruction, nullptr, true);
    return found.own ? source_position() : found.outermost;
}

source_position source_place(const void *instruction)
{
    const found_place found = find_place(instruction, nullptr, true);
    return found.own ? source_position() : found.position;
}

std::string caller_path(const char *file)
{
    struct search {
        const char *name;
        std::string path;
        int left = 30; // functions: beyond them a stack may have no more
    } search = {base_name(file), ""};
    auto look = [](void *data, uintptr_t, const char *at, int, const char *) {
        struct search &s = *static_cast<struct search *>(data);
        if (at != nullptr && at[0] == '/' && strcmp(base_name(at), s.name) == 0)
            s.path = at;
        return !s.path.empty() || --s.left == 0 ? 1 : 0;
    };
    if (backtrace_state *state = state_for_all_images(); state != nullptr)
        backtrace_full(state, 1, look, ignore_backtrace_error, &search);
    return search.path;
}
#else
source_position source_place(const void *)
{
    return {};
}

source_position calling_place(const void *)
{
    return {};
}

source_position reported_place(const void *, bool)
{
    return {};
}

std::string caller_path(const char *)
{
    return "";
}

std::string source_line(const void *, std::string *, bool)
{
    return "";
}
#endif

std::string source_position::text() const
{
    return line == 0 ? "" : format("%s:%d", base_name(file.c_str()), line);
}

void note_callers(const void *instruction, const void **callers, size_t most)
{
    struct walk {
        const char *from;
        const void **next, **end;
        bool found;
    } walk = {static_cast<const char *>(instruction), callers, callers + most, false};
    std::fill_n(callers, most, nullptr);
    auto look = [](_Unwind_Context *frame, void *data) {
        auto &w = *static_cast<struct walk *>(data);
        const auto at = reinterpret_cast<const char *>(_Unwind_GetIP(frame));
        if (w.found)
            *w.next++ = at;
        w.found |= at - 1 == w.from;
        return w.next == w.end ? _URC_END_OF_STACK : _URC_NO_REASON;
    };
    _Unwind_Backtrace(look, &walk);
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
    source_position user = calling_place(instruction);
    for (size_t i = 0; i < most && callers[i] != nullptr && (user.line == 0 || is_in_header(user)); ++i)
        user = calling_place(static_cast<const char *>(callers[i]) - 1);
    return user.line == 0 || is_in_header(user) ? line : line + format(", called at %s", user.text().c_str());
}

std::string at_line(const void *instruction)
{
    std::string line = source_line(instruction);
    return line.empty() ? "" : format(" at %s", line.c_str());
}
} // namespace cpu_device
