// SPDX-License-Identifier: MIT
#include "kernel_text.h"

#include <cctype>
#include <cstdio>
#include <sys/stat.h>

#include "../platform/program_image.h"

namespace cpu_device
{
namespace
{
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
// in question is kept, else the text after an #ifndef, or the #else. Directives go too.
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
            if (!(any ? p.wanted : g.is_ifndef ? &p == &g.parts.front() : p.is_else))
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
} // namespace

kernel_text::kernel_text(const source_position &at, const std::set<int> &lines, int more)
    : text_(unchanged_source(at.file))
{
    for (size_t define = text_.find("#define"); define != std::string::npos; define = text_.find("#define", define + 1))
        macro_names_indices_ |=
            text_.substr(define, text_.find('\n', define) - define).find("Idx") != std::string::npos;
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

int kernel_text::own_line(int line) const
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

std::vector<const statement *> kernel_text::path_to(int line) const
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

bool kernel_text::is_for_all(const std::vector<const statement *> &path, size_t depth) const
{
    const statement &b = *path[depth];
    const bool only_one = depth > 0 && path[depth - 1]->is == statement::loop; // of a loop without brackets
    if (b.is != statement::block && !only_one)
        return false;
    if (has_barrier(b) && !has(b.begin, b.end, {"return", "break", "continue", "goto"}))
        return true;
    if (!is_kernel_) // it may be called in a branch
        return false;
    if (has(kernel_.begin, b.end, {"return", "goto"}))
        return false;
    for (size_t i = 0; i < depth + (only_one ? 0 : 1); ++i)
        if (path[i]->is == statement::branch || (path[i]->is == statement::loop && !is_uniform(*path[i])))
            return false;
    return true;
}

int kernel_text::continue_in(const statement &body) const
{
    for (const statement &s : body.inside) {
        if (s.is == statement::plain && t_[s.begin].text == "continue")
            return s.first;
        if (const int line = s.is == statement::loop ? 0 : continue_in(s); line != 0)
            return line;
    }
    return 0;
}

std::set<std::string> kernel_text::differing_names() const
{
    static const std::set<std::string> assigns = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
    std::set<std::string> names = {"threadIdx"};
    for (size_t known = 0; known < names.size();) {
        known = names.size();
        for (size_t i = kernel_.begin + 1; i < kernel_.end; ++i) {
            if (!assigns.count(t_[i].text) || t_[i - 1].text == "]")
                continue;
            for (size_t j = i + 1; j < kernel_.end && t_[j].text != ";" && t_[j].text != ","; ++j)
                if (names.count(t_[j].text))
                    names.insert(t_[i - 1].text);
        }
    }
    return names;
}

std::set<std::string> kernel_text::declared_in(const statement &loop) const
{
    std::set<std::string> names;
    for (size_t i = loop.begin + 2; i < loop.body; ++i)
        if (t_[i + 1].text == "=" && (isalpha((unsigned char)t_[i - 1].text[0]) || t_[i - 1].text == ","))
            names.insert(t_[i].text);
    return names;
}

std::string kernel_text::literals(size_t begin, size_t end) const
{
    std::string all;
    for (size_t i = begin; i < end && i < t_.size(); ++i)
        if (t_[i].text == "\"")
            all += text_.substr(t_[i].begin + 1, t_[i].end - t_[i].begin - 2);
    return all;
}

std::pair<size_t, size_t> kernel_text::body_of(const std::string &function_name) const
{
    for (size_t i = 0; i < t_.size(); ++i)
        if (const function f = function_at(i); f.name == function_name && !f.name.empty())
            return {f.begin, partner(f.begin)};
    return {0, 0};
}

std::string kernel_text::literals_of(const std::string &function_name) const
{
    const auto [begin, end] = body_of(function_name);
    return literals(begin, end);
}

size_t kernel_text::partner(size_t open) const
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

kernel_text::function kernel_text::function_at(size_t i) const
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

size_t kernel_text::parse(size_t i, statement &s)
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

bool kernel_text::is_changed(const std::string &variable, size_t begin, size_t end) const
{
    static const std::set<std::string> assigns = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "<<=", ">>="};
    for (size_t i = begin; i < end; ++i)
        if (t_[i].text == variable && (assigns.count(t_[i + 1].text) || t_[i - 1].text == "++" ||
                                       t_[i - 1].text == "--" || t_[i - 1].text == "&"))
            return true;
    return false;
}

bool kernel_text::is_uniform(const statement &loop) const
{
    if (t_[loop.begin].text != "for" || has(loop.begin, loop.body, {"threadIdx", "[", "*", "->"}))
        return false;
    const std::set<std::string> own = declared_in(loop);
    for (size_t i = loop.begin + 2; i < loop.body; ++i) {
        const std::string &name = t_[i].text;
        if (!isalpha((unsigned char)name[0]) && name[0] != '_')
            continue;
        if (t_[i + 1].text == "(" ||
            (own.count(name) ? is_changed(name, loop.body, loop.end) : is_changed(name, kernel_.begin, kernel_.end)))
            return false;
    }
    return true;
}
} // namespace cpu_device
