// SPDX-License-Identifier: MIT
#include "source_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "../platform/text.h"
#include "kernel_text.h"

namespace cpu_device
{
namespace
{
// A thread that is before the barrier of a loop has gone round. Finds the body of the loop, after which a barrier is
// missing; 0: it is not so.
size_t find_round(const kernel_text &kernel, const std::vector<const statement *> &one,
                  const std::vector<const statement *> &to_barrier, size_t depth)
{
    for (size_t body = std::min(to_barrier.size(), depth); body-- > 1;)
        if (to_barrier[body]->is == statement::block && to_barrier[body - 1]->is == statement::loop &&
            one[body] == to_barrier[body])
            return kernel.is_for_all(to_barrier, body) ? body : 0;
    return 0;
}

typedef std::vector<const statement *> statement_path;

// How the first stands to the second; `depth`: of the first statement that holds one of them alone.
void compare(missing_barrier &found, const statement_path &one, const statement_path &other, size_t depth,
             const unordered_lines &lines)
{
    auto is_branch = [](const statement *s) { return s->is == statement::branch; };
    found.in_branch =
        std::any_of(one.begin(), one.end(), is_branch) || std::any_of(other.begin(), other.end(), is_branch);
    found.in_one_statement = depth == one.size() && depth == other.size();
    // In a branch and its else a thread comes to one of the two alone.
    found.apart = depth < one.size() && depth < other.size() && is_branch(one[depth - 1]);
    found.reads_first = lines.first_reads && !found.in_one_statement && !found.apart;
    const bool in_header =
        is_branch(one.back()) || (one.size() > 1 && is_branch(one[one.size() - 2]) &&
                                  one.back()->is == statement::block && lines.first.line == one.back()->first);
    found.tests_first = lines.first_reads && depth == one.size() && !found.in_one_statement && in_header;
}

remedy barrier_after(const unordered_lines &lines, int line)
{
    return line == 0 ? remedy() : remedy{"__syncthreads();", "", "", {lines.first.file, line}};
}

// The innermost loop that holds both, where it begins in the path; 0: none does.
size_t loop_of_both(const statement_path &one, size_t depth)
{
    for (size_t body = std::min(depth, one.size()); body-- > 1;)
        if (one[body]->is == statement::block && one[body - 1]->is == statement::loop)
            return body - 1;
    return 0;
}

// A barrier goes between the two. But in a loop without any, one thread may come to the first one again while another
// is still before the second, unless they access another element in each round.
void look_for_second(missing_barrier &found, const kernel_text &kernel, const statement_path &one,
                     const statement_path &other, size_t depth)
{
    const size_t loop = loop_of_both(one, depth);
    if (loop == 0 || !kernel.is_for_all(one, loop + 1))
        return;
    const statement &body = *one[loop + 1];
    for (size_t i = body.begin; i < body.end; ++i)
        if (const std::string &word = kernel.tokens()[i].text; word.rfind("__syncthreads", 0) == 0 || word == "sync")
            return;
    const std::set<std::string> own = kernel.declared_in(*one[loop]);
    for (const statement *s : {one.back(), other.back()})
        for (size_t i = s->begin; i < s->end; ++i)
            if (own.count(kernel.tokens()[i].text))
                return;
    found.also = kernel.last_line_of(body);
}

// In the next round of a loop, but a `continue` skips what stands at the end of its body: the barrier has to come right
// after the second access.
void look_for_continue(missing_barrier &found, const kernel_text &kernel, const statement_path &other, size_t body,
                       const unordered_lines &lines)
{
    found.goes_on = kernel.continue_in(*other[body]);
    if (found.goes_on < lines.second.line)
        found.goes_on = 0;
    if (found.goes_on == 0)
        return;
    found.add = {};
    if (body + 1 >= other.size())
        return;
    const statement &holds = *other[body + 1];
    const std::vector<token> &t = kernel.tokens();
    if (holds.is == statement::plain) {
        found.add = barrier_after(lines, holds.last);
    } else if (holds.is == statement::branch && t[holds.begin].text == "if" && t[holds.begin + 1].text == "(" &&
               t[holds.begin].line == lines.second.line && t[holds.body - 1].line == lines.second.line) {
        std::string name = "tested";
        while (kernel.has(kernel.body().begin, kernel.body().end, {name.c_str()}))
            name += "_";
        const std::string test = kernel.text(holds.begin + 2, holds.body - 1);
        found.add = {"", kernel.text(holds.begin, holds.body),
                     format("const bool %s = %s; __syncthreads(); if (%s)", name.c_str(), test.c_str(), name.c_str()),
                     lines.second};
    }
}

// One statement makes both accesses: is it in a loop that has no barrier?
void look_for_loop(missing_barrier &found, const kernel_text &kernel, const statement_path &one,
                   const unordered_lines &lines)
{
    for (size_t body = one.size() - 1; found.in_one_statement && body > 0; --body)
        if (one[body - 1]->is == statement::loop) {
            const statement &all = *one[body];
            found.in_loop = true;
            found.at_end_of_loop = kernel.is_for_all(one, body) && !kernel.has_barrier(all);
            if (found.at_end_of_loop && all.is == statement::block)
                found.add = barrier_after(lines, kernel.last_line_of(all));
            else if (found.at_end_of_loop && all.is != statement::block && all.first == all.last) {
                const std::string text = kernel.text(all.begin, all.end);
                found.add = {"", text, "{ " + text + " __syncthreads(); }", {lines.first.file, all.first}};
            }
            return;
        }
}
} // namespace

missing_barrier find_missing_barrier(const unordered_lines &lines)
{
    missing_barrier found;
    if (lines.first.line == 0 || lines.first.file != lines.second.file)
        return found;
    const int passed = lines.barrier.file == lines.first.file ? lines.barrier.line : 0;
    const kernel_text kernel(lines.first, {lines.first.line, lines.second.line}, passed);
    if (kernel.failed())
        return found;
    found.understood = true;
    const int barrier = passed == 0 ? 0 : kernel.own_line(passed);
    const statement_path one = kernel.path_to(lines.first.line), other = kernel.path_to(lines.second.line);
    size_t depth = 0;
    while (depth < one.size() && depth < other.size() && one[depth] == other[depth])
        ++depth;
    if (depth == 0)
        return found;
    compare(found, one, other, depth, lines);
    found.after_return = kernel.is_kernel() && kernel.has(kernel.body().begin, one.back()->begin, {"return"});
    const statement_path to_barrier = barrier != 0 ? kernel.path_to(barrier) : statement_path();
    const bool is_barrier = !to_barrier.empty() && (barrier != passed || kernel.is_barrier(*to_barrier.back()));
    // If both accesses stand before it, both threads are in the same round.
    if (is_barrier && lines.first.line < barrier && barrier <= lines.second.line)
        if (const size_t body = find_round(kernel, one, to_barrier, depth); body != 0) {
            found.in_next_round = true;
            found.in_one_loop = body == to_barrier.size() - 2 &&
                                std::count_if(to_barrier.begin(), to_barrier.end(),
                                              [](const statement *s) { return s->is == statement::loop; }) == 1;
            found.add = barrier_after(lines, kernel.last_line_of(*to_barrier[body]));
            if (body < other.size() && other[body] == to_barrier[body])
                look_for_continue(found, kernel, other, body, lines);
            return found;
        }
    look_for_loop(found, kernel, one, lines);
    found.is_between = barrier != 0 && lines.first.line < barrier && barrier < lines.second.line;
    const bool follow = depth < one.size() && depth < other.size() && one[depth]->last < other[depth]->first;
    found.between = follow && !found.apart ? one[depth]->last : 0;
    if (follow && kernel.is_for_all(one, depth - 1) && !found.is_between) {
        found.add = barrier_after(lines, one[depth]->last);
        look_for_second(found, kernel, one, other, depth);
    }
    return found;
}

split_barriers find_split(const source_position &one, const source_position &other)
{
    if (one.line == 0 || one.file != other.file || one.line == other.line)
        return {};
    const kernel_text kernel(one, {one.line, other.line});
    if (kernel.failed())
        return {};
    const statement_path path[2] = {kernel.path_to(one.line), kernel.path_to(other.line)};
    size_t depth = 0;
    while (depth < path[0].size() && depth < path[1].size() && path[0][depth] == path[1][depth])
        ++depth;
    const int lines[2] = {one.line, other.line};
    for (int i : {0, 1}) {
        const auto loop = std::find_if(path[i].begin() + (ptrdiff_t)depth, path[i].end(),
                                       [](const statement *s) { return s->is == statement::loop; });
        const bool in_branch =
            std::any_of(loop, path[i].end(), [](const statement *s) { return s->is == statement::branch; });
        if (loop != path[i].end())
            return in_branch ? split_barriers() : split_barriers{(*loop)->first, lines[i], 0};
    }
    const size_t loop = depth == 0 ? 0 : loop_of_both(path[0], depth);
    const int later = std::max(one.line, other.line), skips = loop == 0 ? 0 : kernel.continue_in(*path[0][loop + 1]);
    return skips == 0 || skips > later ? split_barriers() : split_barriers{path[0][loop]->first, later, skips};
}

barrier_guard find_guard(const source_position &barrier)
{
    if (barrier.line == 0)
        return {};
    const kernel_text kernel(barrier, {barrier.line});
    if (kernel.failed())
        return {};
    statement_path around;
    for (const statement *s : kernel.path_to(barrier.line)) {
        const bool has_condition = s->is == statement::branch || s->is == statement::loop;
        if (has_condition && barrier.line <= kernel.tokens()[s->body - 1].line && kernel.has_barrier_in_header(*s))
            return {}; // it is in the condition
        if (has_condition)
            around.push_back(s);
    }
    if (around.empty())
        return {0, false, "", !kernel.is_kernel()};
    const std::set<std::string> names = kernel.differing_names();
    const auto differs = [&](const statement *s) {
        return std::any_of(kernel.tokens().begin() + (ptrdiff_t)s->begin, kernel.tokens().begin() + (ptrdiff_t)s->body,
                           [&](const token &t) { return names.count(t.text) != 0; });
    };
    const auto found = std::find_if(around.rbegin(), around.rend(), differs);
    if (found == around.rend() && around.size() > 1)
        return {};
    const statement &guard = found == around.rend() ? *around[0] : **found;
    return {guard.first, guard.is == statement::loop, kernel.tokens()[guard.begin].text, false};
}

std::vector<int> stores_of(const source_position &line, const std::string &array)
{
    static const std::set<std::string> stores = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
    const kernel_text kernel(line, {line.line});
    std::vector<int> lines;
    if (kernel.failed())
        return lines;
    const std::vector<token> &t = kernel.tokens();
    for (size_t i = kernel.body().begin; i + 1 < kernel.body().end; ++i) {
        if (t[i].text != array || t[i + 1].text != "[" || t[i - 1].text == "." || t[i - 1].text == "->")
            continue;
        size_t end = i + 1;
        while (end < kernel.body().end && (t[end].text == "[" || t[end].text == "."))
            end = t[end].text == "[" ? kernel.partner(end) + 1 : end + 2;
        if (end < kernel.body().end && stores.count(t[end].text) && (lines.empty() || lines.back() != t[i].line))
            lines.push_back(t[i].line);
    }
    return lines;
}

bool decides_way(const source_position &line)
{
    const kernel_text kernel(line, {line.line});
    if (kernel.failed())
        return false;
    const statement_path path = kernel.path_to(line.line);
    return std::any_of(path.begin(), path.end(), [&](const statement *s) {
        return (s->is == statement::branch || s->is == statement::loop) && s->body != 0 && s->first <= line.line &&
               line.line <= kernel.tokens()[s->body - 1].line &&
               kernel.has(s->body, s->end,
                          {"__syncthreads", "sync", "__syncwarp", "return", "break", "continue", "goto"});
    });
}

namespace
{
struct update {
    std::string to, by, function;
};

// The update that the tokens from `begin` to `end`, a semicolon, make.
update find_update(const kernel_text &kernel, size_t begin, size_t end)
{
    static const std::map<std::string, const char *> functions = {
        {"++", "atomicAdd"}, {"+=", "atomicAdd"}, {"-=", "atomicAdd"}, {"=", "atomicAdd"},
        {"|=", "atomicOr"},  {"&=", "atomicAnd"}, {"^=", "atomicXor"}};
    const auto &t = kernel.tokens();
    size_t at = begin;
    for (int depth = 0; at < end; ++at) {
        depth += t[at].text == "(" || t[at].text == "[";
        depth -= t[at].text == ")" || t[at].text == "]";
        if (depth == 0 && functions.count(t[at].text))
            break;
    }
    if (at == end)
        return {};
    const std::string &how = t[at].text, place = kernel.text(begin, at), rest = kernel.text(at + 1, end);
    const char *function = functions.at(how);
    if (how == "++")
        return rest.empty() || place.empty() ? update{place + rest, "1", function} : update{};
    if (how == "-=")
        return {place, "-(" + rest + ")", function};
    if (how != "=")
        return {place, rest, function};
    if (rest.compare(0, place.size() + 3, place + " + ") == 0)
        return {place, rest.substr(place.size() + 3), function};
    return {};
}

} // namespace

bool has_atomic(const std::string &function, const std::string &type)
{
    static const std::set<std::string> of_all = {"", "int", "unsigned int", "long long unsigned int"};
    return of_all.count(type) || (function == "atomicAdd" && (type == "float" || type == "double"));
}

atomic_update find_atomic(const source_position &line, const std::string &type)
{
    const kernel_text kernel(line, {line.line});
    if (kernel.failed())
        return {};
    const auto path = kernel.path_to(line.line);
    if (path.empty() || path.back()->is != statement::plain || path.back()->first != path.back()->last)
        return {};
    const size_t begin = path.back()->begin, end = path.back()->end - 1; // at the ;
    const update found = find_update(kernel, begin, end);
    if (found.to.empty() || found.by.empty())
        return {};
    const size_t first = std::min(found.to.find_first_not_of("*"), found.to.size());
    const std::string array = found.to.substr(first, found.to.find_first_of("[-. ", first) - first);
    atomic_update how = {{}, found.function, has_atomic(found.function, type), false};
    how.reads_others = found.by.find(array + "[") != std::string::npos;
    if (array.empty() || how.reads_others || !how.has_type)
        return how;
    const std::string pointer = found.to[0] == '*' ? found.to.substr(1) : "&" + found.to;
    how.mend = {"", kernel.text(begin, end + 1),
                format("%s(%s, %s);", found.function.c_str(), pointer.c_str(), found.by.c_str()), line};
    return how;
}
} // namespace cpu_device
