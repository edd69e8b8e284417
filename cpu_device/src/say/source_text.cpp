// SPDX-License-Identifier: MIT
#include "source_text.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <map>
#include <set>
#include <sys/stat.h>
#include <vector>

#include "../platform/program_image.h"
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
    if (stat(name.c_str(), &source) != 0 || stat(the_program().file.c_str(), &program) != 0 ||
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

// The statements of the kernel, or of the device function, that holds these lines. `failed`: its text is not
// understood.
class kernel_text
{
  public:
    // `more`: a line that is compiled, there or elsewhere in the file.
    kernel_text(const source_position &at, const std::set<int> &lines, int more = 0) : text_(unchanged_source(at.file))
    {
        std::set<int> compiled = lines;
        compiled.insert(more);
        conditional_text(text_, compiled);
        t_ = tokens_of(text_);
        for (size_t i = 0; i < t_.size() && failed_; ++i)
            if (const function f = function_at(i); f.holds(*lines.begin()) && f.holds(*lines.rbegin())) {
                failed_ = false;
                is_kernel_ = t_[i].text == "__global__";
                parse(f.begin, kernel_);
            }
    }
    // The line itself if it is there; of another device function the line of the one call; 0: unknown.
    int own_line(int line) const
    {
        if (kernel_.first <= line && line <= kernel_.last)
            return line;
        std::string name;
        for (size_t i = 0; i < t_.size(); ++i)
            if (const function f = function_at(i); f.holds(line))
                name = f.name;
        int call = 0;
        for (size_t i = kernel_.begin; !name.empty() && i < kernel_.end; ++i)
            if (t_[i].text == name)
                call = call == 0 ? t_[i].line : -1;
        return std::max(call, 0);
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
        if (!is_kernel_) // it may be called in a branch
            return false;
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
    struct function {
        std::string name;
        size_t begin = 0; // its bracket
        int first = 0, last = 0;
        bool holds(int line) const
        {
            return first <= line && line <= last;
        }
    };
    // The function whose __global__ or __device__ is the token i.
    function function_at(size_t i) const
    {
        if (t_[i].text != "__global__" && t_[i].text != "__device__")
            return {};
        function f;
        while (i < t_.size() && t_[i].text != "{" && t_[i].text != ";" && t_[i].text != "=") {
            if (t_[i].text == "(")
                f.name = t_[i - 1].text;
            i = t_[i].text == "(" ? partner(i) + 1 : i + 1;
        }
        if (i >= t_.size() || t_[i].text != "{" || f.name.empty() || partner(i) == t_.size())
            return {};
        f.begin = i;
        f.first = t_[i].line;
        f.last = t_[partner(i)].line;
        return f;
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
    bool failed_ = true, is_kernel_ = false;
};
} // namespace

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
    const bool apart = depth < one.size() && depth < other.size() && is_branch(one[depth - 1]);
    found.reads_first = lines.first_reads && !found.in_one_statement && !apart;
    const bool in_header =
        is_branch(one.back()) || (one.size() > 1 && is_branch(one[one.size() - 2]) &&
                                  one.back()->is == statement::block && lines.first.line == one.back()->first);
    found.tests_first = lines.first_reads && depth == one.size() && !found.in_one_statement && in_header;
}

remedy barrier_after(const unordered_lines &lines, int line)
{
    return line == 0 ? remedy() : remedy{"__syncthreads();", "", "", {lines.first.file, line}};
}

// One statement makes both accesses: is it in a loop that has no barrier?
void look_for_loop(missing_barrier &found, const kernel_text &kernel, const statement_path &one,
                   const unordered_lines &lines)
{
    for (size_t body = one.size() - 1; found.in_one_statement && body > 0; --body)
        if (one[body]->is == statement::block && one[body - 1]->is == statement::loop) {
            found.at_end_of_loop = kernel.is_for_all(one, body) && !kernel.has_barrier(*one[body]);
            if (found.at_end_of_loop)
                found.add = barrier_after(lines, kernel.last_line_of(*one[body]));
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
    const statement_path to_barrier = barrier != 0 ? kernel.path_to(barrier) : statement_path();
    const bool is_barrier = !to_barrier.empty() && (barrier != passed || kernel.is_barrier(*to_barrier.back()));
    if (is_barrier && lines.first.line < barrier)
        if (const size_t body = find_round(kernel, one, to_barrier, depth); body != 0) {
            found.in_next_round = true;
            found.in_one_loop = body == to_barrier.size() - 2 &&
                                std::count_if(to_barrier.begin(), to_barrier.end(),
                                              [](const statement *s) { return s->is == statement::loop; }) == 1;
            found.add = barrier_after(lines, kernel.last_line_of(*to_barrier[body]));
            return found;
        }
    look_for_loop(found, kernel, one, lines);
    if (depth < one.size() && depth < other.size() && one[depth]->last < other[depth]->first &&
        kernel.is_for_all(one, depth - 1) &&
        !(barrier != 0 && lines.first.line < barrier && barrier < lines.second.line))
        found.add = barrier_after(lines, one[depth]->last);
    return found;
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

bool has_version_for(const std::string &function, const std::string &type)
{
    static const std::set<std::string> of_all = {"", "int", "unsigned int", "long long unsigned int"};
    return of_all.count(type) || (function == "atomicAdd" && (type == "float" || type == "double"));
}
} // namespace

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
    atomic_update how = {{}, found.function, has_version_for(found.function, type), false};
    how.reads_others = found.by.find(array + "[") != std::string::npos;
    if (array.empty() || how.reads_others || !how.has_type)
        return how;
    const std::string pointer = found.to[0] == '*' ? found.to.substr(1) : "&" + found.to;
    how.mend = {"", kernel.text(begin, end + 1),
                format("%s(%s, %s);", found.function.c_str(), pointer.c_str(), found.by.c_str()), line};
    return how;
}
} // namespace cpu_device
