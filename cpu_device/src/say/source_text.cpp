// SPDX-License-Identifier: MIT
#include "source_text.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <set>
#include <sys/stat.h>
#include <vector>

#include "../platform/text.h"

namespace cpu_device
{
namespace
{
struct token {
    std::string text;
    int line;
    size_t begin, end; // in the file
};

// The text of a source file; empty where it cannot be read, or was changed since the program was made.
std::string unchanged_source(const std::string &name)
{
    struct stat source, program;
    if (stat(name.c_str(), &source) != 0 || stat("/proc/self/exe", &program) != 0 ||
        source.st_mtime > program.st_mtime || source.st_size > 1 << 20)
        return "";
    std::string text((size_t)source.st_size, '\0');
    FILE *file = fopen(name.c_str(), "rb");
    if (file == nullptr)
        return "";
    text.resize(fread(&text[0], 1, text.size(), file));
    fclose(file);
    return text;
}

// Overwrites by spaces what was not compiled, as far as can be told: of the branches of an #if, the one that has a line
// in question is kept, else the #else, or the text after an #ifndef. Directives go too.
class conditional_text
{
  public:
    conditional_text(std::string &text, const std::set<int> &lines) : text_(text), lines_(lines)
    {
        size_t begin = 0;
        for (int line = 1; begin < text_.size(); ++line) {
            size_t end = std::min(text_.find('\n', begin), text_.size());
            take_line(line, begin, end);
            begin = end + 1;
        }
    }

  private:
    struct part {
        size_t begin, end;
        bool wanted, is_else;
    };
    struct group {
        bool is_ifndef;
        std::vector<part> parts;
    };
    void blank(size_t begin, size_t end)
    {
        for (size_t i = begin; i < end; ++i)
            if (text_[i] != '\n')
                text_[i] = ' ';
    }
    void take_line(int line, size_t begin, size_t end)
    {
        const size_t hash = text_.find_first_not_of(" \t", begin);
        if (!in_directive_ && (hash >= end || text_[hash] != '#')) {
            for (group &g : open_)
                g.parts.back().wanted |= lines_.count(line) > 0;
            return;
        }
        const size_t word = in_directive_ ? end : text_.find_first_not_of(" \t#", hash);
        auto is = [&](const char *name) { return text_.compare(word, strlen(name), name) == 0; };
        const bool goes_on = end > begin && text_[end - 1] == '\\';
        if (word < end && is("if"))
            open_.push_back({is("ifndef"), {{end, end, false, false}}});
        else if (word < end && is("el") && !open_.empty()) {
            open_.back().parts.back().end = begin;
            open_.back().parts.push_back({end, end, false, is("else")});
        } else if (word < end && is("endif") && !open_.empty()) {
            open_.back().parts.back().end = begin;
            close(open_.back());
            open_.pop_back();
        }
        blank(begin, end);
        in_directive_ = goes_on;
    }
    void close(const group &g)
    {
        const bool any = std::any_of(g.parts.begin(), g.parts.end(), [](const part &p) { return p.wanted; });
        for (const part &p : g.parts)
            if (!(any ? p.wanted : p.is_else || (g.is_ifndef && &p == &g.parts.front())))
                blank(p.begin, p.end);
    }
    std::string &text_;
    const std::set<int> &lines_;
    std::vector<group> open_;
    bool in_directive_ = false;
};

std::vector<token> tokens_of(const std::string &text)
{
    std::vector<token> all;
    int line = 1;
    for (size_t i = 0, end; i < text.size(); i = end) {
        end = i + 1;
        const char c = text[i];
        if (c == '/' && text[end] == '/') {
            end = std::min(text.find('\n', i), text.size());
        } else if (c == '/' && text[end] == '*') {
            end = std::min(text.find("*/", i + 2), text.size() - 2) + 2;
        } else if (c == '"' || c == '\'') {
            while (end < text.size() && text[end] != c)
                end += text[end] == '\\' ? 2 : 1;
            all.push_back({std::string(1, c), line, i, ++end});
        } else if (isalnum((unsigned char)c) || c == '_') {
            while (end < text.size() && (isalnum((unsigned char)text[end]) || text[end] == '_' || text[end] == '\'' ||
                                         (text[end] == '.' && isdigit((unsigned char)c))))
                ++end;
            all.push_back({text.substr(i, end - i), line, i, end});
        } else if (!isspace((unsigned char)c)) {
            static const char *const longer[] = {"<<=", ">>=", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=",
                                                 "|=",  "^=",  "==", "!=", "<=", ">=", "->", "::", "&&", "||"};
            for (const char *one : longer)
                if (text.compare(i, strlen(one), one) == 0) {
                    end = i + strlen(one);
                    break;
                }
            all.push_back({text.substr(i, end - i), line, i, end});
        }
        line +=
            (int)std::count(text.begin() + (ptrdiff_t)i, text.begin() + (ptrdiff_t)std::min(end, text.size()), '\n');
    }
    return all;
}

struct statement {
    enum kind { plain, block, loop, branch } is = plain;
    size_t begin = 0, end = 0; // tokens
    size_t body = 0;           // of a loop or a branch: the token after its parentheses
    int first = 0, last = 0;   // lines
    std::vector<statement> inside;
};

// A kernel's statements. `failed`: its text is not understood.
class kernel_text
{
  public:
    kernel_text(const source_position &at, const std::set<int> &lines) : text_(unchanged_source(at.file))
    {
        conditional_text(text_, lines);
        t_ = tokens_of(text_);
        for (size_t i = 0; i < t_.size() && failed_; ++i)
            if (t_[i].text == "__global__")
                look_at_kernel(i, lines);
    }
    bool failed() const
    {
        return failed_;
    }
    // From the body of the kernel to the innermost statement that holds a line; empty: two share it.
    std::vector<const statement *> path_to(int line) const
    {
        std::vector<const statement *> path = {&kernel_};
        for (;;) {
            const statement *found = nullptr;
            for (const statement &s : path.back()->inside)
                if (s.first <= line && line <= s.last) {
                    if (found != nullptr)
                        return {};
                    found = &s;
                }
            if (found == nullptr)
                return path;
            path.push_back(found);
        }
    }
    bool has(size_t begin, size_t end, std::initializer_list<const char *> words) const
    {
        return std::any_of(t_.begin() + (ptrdiff_t)begin, t_.begin() + (ptrdiff_t)end, [&](const token &t) {
            return std::any_of(words.begin(), words.end(), [&](const char *word) { return t.text == word; });
        });
    }
    bool is_barrier(const statement &s) const
    {
        return s.is == statement::plain &&
               (t_[s.begin].text.rfind("__syncthreads", 0) == 0 || has(s.begin, s.end, {"sync"}));
    }
    bool has_barrier(const statement &b) const
    {
        return std::any_of(b.inside.begin(), b.inside.end(), [&](const statement &s) { return is_barrier(s); });
    }
    // Whether all threads of the block come to the statements of this block, and the same number of times.
    bool is_for_all(const std::vector<const statement *> &path, size_t depth) const
    {
        const statement &b = *path[depth];
        if (b.is != statement::block)
            return false;
        if (has_barrier(b) && !has(b.begin, b.end, {"return", "break", "continue", "goto"}))
            return true;
        if (has(kernel_.begin, b.end, {"return", "goto"}))
            return false;
        for (size_t i = 0; i <= depth; ++i)
            if (path[i]->is == statement::branch || (path[i]->is == statement::loop && !is_uniform(*path[i])))
                return false;
        return true;
    }
    // Where the last line of a block is to be added; 0: its bracket does not stand alone.
    int last_line_of(const statement &b) const
    {
        const token &close = t_[b.end - 1], &before = t_[b.end - 2];
        return before.line < close.line ? close.line - 1 : 0;
    }
    const std::vector<token> &tokens() const
    {
        return t_;
    }
    std::string text(size_t begin, size_t end) const // of tokens
    {
        return begin == end ? "" : text_.substr(t_[begin].begin, t_[end - 1].end - t_[begin].begin);
    }

  private:
    size_t partner(size_t open) const
    {
        int depth = 0;
        for (size_t i = open; i < t_.size(); ++i) {
            depth += strchr("([{", t_[i].text[0]) != nullptr;
            depth -= strchr(")]}", t_[i].text[0]) != nullptr;
            if (depth == 0)
                return i;
        }
        return t_.size();
    }
    void look_at_kernel(size_t i, const std::set<int> &lines)
    {
        while (i < t_.size() && t_[i].text != "{" && t_[i].text != ";")
            i = t_[i].text == "(" ? partner(i) + 1 : i + 1;
        if (i >= t_.size() || t_[i].text != "{")
            return;
        const size_t close = partner(i);
        if (close == t_.size() || t_[i].line > *lines.begin() || t_[close].line < *lines.rbegin())
            return;
        failed_ = false;
        parse(i, kernel_);
    }
    size_t parse(size_t i, statement &s)
    {
        s.begin = i;
        s.first = t_[i].line;
        const std::string &word = t_[i].text;
        if (word == "{") {
            s.is = statement::block;
            for (++i; !failed_ && i < t_.size() && t_[i].text != "}";)
                i = parse(i, s.inside.emplace_back());
            ++i;
        } else if (word == "for" || word == "while" || word == "if" || word == "switch") {
            s.is = word == "for" || word == "while" ? statement::loop : statement::branch;
            i += t_[i + 1].text == "constexpr" ? 2 : 1;
            s.body = partner(i) + 1;
            i = s.body < t_.size() ? parse(s.body, s.inside.emplace_back()) : t_.size();
            if (word == "if" && i + 1 < t_.size() && t_[i].text == "else")
                i = parse(i + 1, s.inside.emplace_back());
        } else if (word == "do") {
            s.is = statement::loop;
            i = parse(i + 1, s.inside.emplace_back());
            while (i < t_.size() && t_[i].text != ";")
                i = t_[i].text == "(" ? partner(i) + 1 : i + 1;
            ++i;
        } else {
            while (i < t_.size() && t_[i].text != ";" && t_[i].text != "}")
                i = strchr("([{", t_[i].text[0]) != nullptr ? partner(i) + 1 : i + 1;
            failed_ |= i >= t_.size() || t_[i].text != ";";
            ++i;
        }
        failed_ |= i > t_.size();
        s.end = failed_ ? s.begin + 1 : i;
        s.last = t_[s.end - 1].line;
        return s.end;
    }
    bool is_changed(const std::string &variable, size_t begin, size_t end) const
    {
        static const std::set<std::string> assigns = {
            "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "<<=", ">>="};
        for (size_t i = begin; i < end; ++i)
            if (t_[i].text == variable && (assigns.count(t_[i + 1].text) || t_[i - 1].text == "++" ||
                                           t_[i - 1].text == "--" || t_[i - 1].text == "&"))
                return true;
        return false;
    }
    // Whether the header of a loop depends on nothing that differs between the threads of a block.
    bool is_uniform(const statement &loop) const
    {
        if (t_[loop.begin].text != "for" || has(loop.begin, loop.body, {"threadIdx", "[", "*", "->"}))
            return false;
        std::set<std::string> own; // declared in the header
        for (size_t i = loop.begin + 2; i < loop.body; ++i)
            if (t_[i + 1].text == "=" && (isalpha((unsigned char)t_[i - 1].text[0]) || t_[i - 1].text == ","))
                own.insert(t_[i].text);
        for (size_t i = loop.begin + 2; i < loop.body; ++i) {
            const std::string &name = t_[i].text;
            if (!isalpha((unsigned char)name[0]) && name[0] != '_')
                continue;
            if (t_[i + 1].text == "(" || (own.count(name) ? is_changed(name, loop.body, loop.end)
                                                          : is_changed(name, kernel_.begin, kernel_.end)))
                return false;
        }
        return true;
    }

    std::string text_;
    std::vector<token> t_;
    statement kernel_;
    bool failed_ = true;
};
} // namespace

missing_barrier find_missing_barrier(const unordered_lines &lines)
{
    missing_barrier found;
    std::set<int> all = {lines.first.line, lines.second.line};
    const bool passed = lines.barrier.line != 0 && lines.barrier.file == lines.first.file;
    if (passed)
        all.insert(lines.barrier.line);
    if (lines.first.line == 0 || lines.first.file != lines.second.file)
        return found;
    const kernel_text kernel(lines.first, all);
    if (kernel.failed())
        return found;
    const auto one = kernel.path_to(lines.first.line), other = kernel.path_to(lines.second.line);
    size_t depth = 0; // of the first statement that holds one of them alone
    while (depth < one.size() && depth < other.size() && one[depth] == other[depth])
        ++depth;
    if (depth == 0)
        return found;
    auto add_after = [&](int line) {
        if (line > 0)
            found.add = {"__syncthreads();", "", "", {lines.first.file, line}};
    };
    for (size_t i = 0; i < one.size(); ++i)
        found.in_branch |= one[i]->is == statement::branch;
    for (size_t i = 0; i < other.size(); ++i)
        found.in_branch |= other[i]->is == statement::branch;
    found.in_one_statement = depth == one.size() && depth == other.size();
    // The barrier in a loop's body: a thread that is before it has gone round.
    const auto to_barrier = passed ? kernel.path_to(lines.barrier.line) : std::vector<const statement *>();
    if (to_barrier.size() >= 3 && kernel.is_barrier(*to_barrier.back()) && lines.first.line < lines.barrier.line) {
        const size_t body = to_barrier.size() - 2;
        if (to_barrier[body]->is == statement::block && to_barrier[body - 1]->is == statement::loop && body < depth &&
            one[body] == to_barrier[body] && kernel.is_for_all(to_barrier, body)) {
            found.in_next_round = true;
            found.in_one_loop = std::count_if(to_barrier.begin(), to_barrier.end(),
                                              [](const statement *s) { return s->is == statement::loop; }) == 1;
            add_after(kernel.last_line_of(*to_barrier[body]));
            return found;
        }
    }
    for (size_t body = one.size() - 1; found.in_one_statement && body > 0; --body)
        if (one[body]->is == statement::block && one[body - 1]->is == statement::loop) {
            found.at_end_of_loop = kernel.is_for_all(one, body) && !kernel.has_barrier(*one[body]);
            if (found.at_end_of_loop)
                add_after(kernel.last_line_of(*one[body]));
            break;
        }
    if (depth < one.size() && depth < other.size() && one[depth]->last < other[depth]->first &&
        kernel.is_for_all(one, depth - 1) &&
        !(passed && lines.first.line < lines.barrier.line && lines.barrier.line < lines.second.line))
        add_after(one[depth]->last);
    return found;
}

remedy find_atomic(const source_position &line, bool *reads_others)
{
    const kernel_text kernel(line, {line.line});
    if (kernel.failed())
        return {};
    const auto path = kernel.path_to(line.line);
    if (path.empty() || path.back()->is != statement::plain || path.back()->first != path.back()->last)
        return {};
    const auto &t = kernel.tokens();
    const size_t begin = path.back()->begin, end = path.back()->end - 1; // at the ;
    size_t at = begin;
    for (int depth = 0; at < end; ++at) {
        depth += t[at].text == "(" || t[at].text == "[";
        depth -= t[at].text == ")" || t[at].text == "]";
        if (depth == 0 && (t[at].text == "++" || t[at].text == "+=" || t[at].text == "-=" || t[at].text == "="))
            break;
    }
    if (at == end)
        return {};
    const std::string &how = t[at].text, place = kernel.text(begin, at), rest = kernel.text(at + 1, end);
    std::string to, by;
    if (how == "++" && (rest.empty() || place.empty()))
        to = place + rest, by = "1";
    else if (how == "+=" && !place.empty())
        to = place, by = rest;
    else if (how == "-=" && !place.empty())
        to = place, by = "-(" + rest + ")";
    else if (how == "=" && rest.compare(0, place.size() + 3, place + " + ") == 0)
        to = place, by = rest.substr(place.size() + 3);
    if (to.empty() || by.empty())
        return {};
    const size_t first = std::min(to.find_first_not_of("*"), to.size());
    const std::string array = to.substr(first, to.find_first_of("[-. ", first) - first);
    *reads_others = by.find(array + "[") != std::string::npos;
    if (array.empty() || *reads_others)
        return {};
    const std::string pointer = to[0] == '*' ? to.substr(1) : "&" + to;
    return {"", kernel.text(begin, end + 1), format("atomicAdd(%s, %s);", pointer.c_str(), by.c_str()), line};
}
} // namespace cpu_device
