// SPDX-License-Identifier: MIT
#include "update_text.h"

#include <map>
#include <set>

#include "../platform/text.h"
#include "kernel_text.h"

namespace cpu_device
{
namespace
{
typedef std::vector<const statement *> statement_path;

// "TYPE to = value;": the tokens of both sides. begin == end: it is no such statement.
struct assignment {
    size_t to_begin = 0, to_end = 0, value_begin = 0, value_end = 0;
};
assignment assignment_in(const kernel_text &kernel, const statement &s)
{
    if (s.is != statement::plain)
        return {};
    size_t at = s.begin;
    while (at < s.end && kernel.tokens()[at].text != "=")
        at = kernel.tokens()[at].text == "[" || kernel.tokens()[at].text == "(" ? kernel.partner(at) + 1 : at + 1;
    return at + 1 >= s.end ? assignment() : assignment{s.begin, at, at + 1, s.end - 1};
}

// The value of a variable that a statement of the function gives it, and no other; begin == end: unknown.
assignment value_of(const kernel_text &kernel, const statement &in, const std::string &name)
{
    assignment found;
    for (const statement &s : in.inside) {
        const assignment one = s.is == statement::plain ? assignment_in(kernel, s) : value_of(kernel, s, name);
        const bool matches =
            s.is != statement::plain || (one.to_end > one.to_begin && kernel.tokens()[one.to_end - 1].text == name);
        if (one.value_end == one.value_begin || !matches)
            continue;
        if (found.value_end != found.value_begin)
            return {};
        found = one;
    }
    return found;
}

// "old + 1" or "1 + old": the function, and what it adds.
update_in_steps change_of(const kernel_text &kernel, const assignment &value, const std::string &old)
{
    static const std::map<std::string, const char *> functions = {
        {"+", "atomicAdd"}, {"-", "atomicAdd"}, {"|", "atomicOr"}, {"&", "atomicAnd"}, {"^", "atomicXor"}};
    const std::vector<token> &t = kernel.tokens();
    const size_t begin = value.value_begin, end = value.value_end;
    if (end - begin < 3)
        return {};
    const bool first = t[begin].text == old, last = t[end - 1].text == old;
    const std::string &how = t[first ? begin + 1 : end - 2].text;
    const auto function = functions.find(how);
    if (first == last || function == functions.end() || (last && how == "-"))
        return {};
    const size_t from = first ? begin + 2 : begin, to = first ? end : end - 2;
    static const std::set<std::string> simple = {".", "[", "]", "(", ")", "*"};
    for (size_t i = from; i < to; ++i)
        if (!isalnum((unsigned char)t[i].text[0]) && t[i].text[0] != '_' && !simple.count(t[i].text))
            return {};
    const std::string by = kernel.text(from, to);
    return {how == "-" ? "-(" + by + ")" : by, function->second};
}

// "if (old < x) a[i] = x;"
const char *extreme_of(const kernel_text &kernel, const statement_path &path, const std::string &old,
                       const std::string &stored)
{
    for (const statement *s : path) {
        if (s->is != statement::branch || s->body < s->begin + 5)
            continue;
        const std::vector<token> &t = kernel.tokens();
        for (size_t i = s->begin + 2; i + 1 < s->body; ++i) {
            const std::string &how = t[i].text;
            if (how != "<" && how != ">" && how != "<=" && how != ">=")
                continue;
            const std::string left = kernel.text(s->begin + 2, i), right = kernel.text(i + 1, s->body - 1);
            if ((left == old && right == stored) || (left == stored && right == old))
                return (how[0] == '<') == (left == old) ? "atomicMax" : "atomicMin";
        }
    }
    return "";
}

// A statement that loads and stores one element: "a[i] += x", "a[i]++", "a[i] = a[i] + x".
bool is_update(const kernel_text &kernel, const statement &s)
{
    static const std::set<std::string> updates = {
        "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
    const std::vector<token> &t = kernel.tokens();
    for (size_t i = s.begin; i < s.end; ++i)
        if (updates.count(t[i].text))
            return true;
    const assignment a = assignment_in(kernel, s);
    size_t name = a.to_begin;
    while (name + 1 < a.to_end && t[name + 1].text != "[")
        ++name;
    for (size_t i = a.value_begin; i < a.value_end; ++i)
        if (t[i].text == t[name].text)
            return true;
    return false;
}

// The plain statements that a line holds. False: one of them is no such statement, or not there alone.
void collect(const statement &in, int line, std::vector<const statement *> &found, bool &understood)
{
    for (const statement &s : in.inside)
        if (s.first <= line && line <= s.last) {
            if (s.is == statement::plain)
                found.push_back(&s);
            else if (s.first == line && s.last == line)
                understood = false;
            else
                collect(s, line, found, understood);
        }
}
} // namespace

update_in_steps find_update_in_steps(const source_position &read, const source_position &write, const std::string &type)
{
    if (read.file != write.file)
        return {};
    const kernel_text kernel(read, {read.line, write.line});
    if (kernel.failed())
        return {};
    const statement_path from = kernel.path_to(read.line), to = kernel.path_to(write.line);
    if (from.empty() || to.empty())
        return {};
    const assignment load = assignment_in(kernel, *from.back()), store = assignment_in(kernel, *to.back());
    const std::string element = kernel.text(store.to_begin, store.to_end);
    if (element.empty() || kernel.text(load.value_begin, load.value_end) != element)
        return {};
    const std::string old = kernel.tokens()[load.to_end - 1].text,
                      stored = kernel.text(store.value_begin, store.value_end);
    assignment value = store;
    if (store.value_end == store.value_begin + 1)
        if (const assignment made = value_of(kernel, kernel.body(), stored); made.value_end != made.value_begin)
            value = made;
    update_in_steps found = change_of(kernel, value, old);
    if (!found.call.empty() && has_atomic(found.function, type)) {
        const std::string pointer = element[0] == '*' ? element.substr(1) : "&" + element;
        found.call = format("%s(%s, %s)", found.function.c_str(), pointer.c_str(), found.call.c_str());
        return found;
    }
    const std::string extreme = extreme_of(kernel, to, old, stored);
    return extreme.empty() || !has_atomic(extreme, type) ? update_in_steps() : update_in_steps{"", extreme};
}

bool has_separate_statements(const source_position &line)
{
    const kernel_text kernel(line, {line.line});
    if (kernel.failed() || line.line == 0)
        return false;
    std::vector<const statement *> all;
    bool understood = true;
    collect(kernel.body(), line.line, all, understood);
    return understood && all.size() > 1 &&
           std::none_of(all.begin(), all.end(), [&](const statement *s) { return is_update(kernel, *s); });
}
} // namespace cpu_device
