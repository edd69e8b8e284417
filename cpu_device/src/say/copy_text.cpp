// SPDX-License-Identifier: MIT
#include "copy_text.h"

#include "kernel_text.h"

namespace cpu_device
{
namespace
{
bool has_word(const std::string &text, const char *word)
{
    return text.find(word) != std::string::npos;
}

// What a call of a function does, by its name and its PTX.
struct call_in_text {
    enum kind { other, copies, waits, waits_with_group, meets } is = other;
};

call_in_text::kind kind_of(const kernel_text &kernel, size_t i)
{
    const std::vector<token> &t = kernel.tokens();
    const std::string &name = t[i].text;
    const size_t open = t[i + 1].text == "volatile" ? i + 2 : i + 1;
    if (open >= t.size() || t[open].text != "(")
        return has_word(name, "memcpy_async") ? call_in_text::copies : call_in_text::other; // memcpy_async<...>()
    const std::string ptx =
        name == "asm" || name == "__asm__" ? kernel.literals(open, kernel.partner(open)) : kernel.literals_of(name);
    const bool member = t[i - 1].text == "." || t[i - 1].text == "->";
    if (has_word(name, "memcpy_async") ||
        (has_word(ptx, "cp.async") && !has_word(ptx, "wait") && !has_word(ptx, "commit")))
        return call_in_text::copies;
    if (has_word(name, "__pipeline_wait_prior") || has_word(ptx, "cp.async.wait"))
        return call_in_text::waits;
    if (has_word(name, "wait") || has_word(ptx, "wait")) // for a group, or for a phase of a barrier
        return call_in_text::waits_with_group;
    if (name.rfind("__syncthreads", 0) == 0 || (name == "sync" && member) || has_word(ptx, "bar.sync") ||
        has_word(ptx, "barrier.sync"))
        return call_in_text::meets;
    return call_in_text::other;
}
} // namespace

bool begins_async_copy(const source_position &line)
{
    const kernel_text kernel(line, {line.line});
    if (line.line == 0 || kernel.failed())
        return false;
    const auto path = kernel.path_to(line.line);
    if (path.empty() || path.back()->is != statement::plain)
        return false;
    for (size_t i = std::max<size_t>(path.back()->begin, 1); i + 2 < path.back()->end; ++i)
        if (kind_of(kernel, i) == call_in_text::copies)
            return true;
    return false;
}

wait_for_copy find_wait_for_copy(const source_position &copy, const source_position &read, int passed)
{
    if (copy.line == 0 || copy.file != read.file || copy.line >= read.line)
        return {};
    const kernel_text kernel(copy, {copy.line, read.line}, passed);
    if (kernel.failed() || kernel.has(kernel.body().begin, kernel.body().end, {"consumer_wait"}))
        return {};
    const std::vector<token> &t = kernel.tokens();
    int wait = 0, barrier = 0, late = 0;
    bool with_group = false;
    for (size_t i = kernel.body().begin + 1; i + 2 < kernel.body().end; ++i) {
        const int line = t[i].line;
        if (line <= copy.line)
            continue;
        const call_in_text::kind is = kind_of(kernel, i);
        if (is == call_in_text::waits || is == call_in_text::waits_with_group) {
            if (line < read.line)
                wait = line;
            else if (late == 0)
                late = line;
            with_group = is == call_in_text::waits_with_group;
        } else if (is == call_in_text::meets && line < read.line) {
            barrier = line;
        }
    }
    if (wait == 0 && late != 0)
        return {with_group ? wait_for_copy::of_group : wait_for_copy::read_first, late, 0, {}};
    if (wait == 0)
        return {wait_for_copy::never, 0, 0, {}};
    if (barrier > wait)
        return {}; // all seems to be in order
    wait_for_copy found = {
        barrier != 0 ? wait_for_copy::barrier_first : wait_for_copy::of_own_copies, wait, barrier, {}};
    const auto path = kernel.path_to(wait);
    if (path.size() > 1 && kernel.is_for_all(path, path.size() - 2))
        found.add = {"__syncthreads();", "", "", {copy.file, path.back()->last}};
    return found;
}
} // namespace cpu_device
