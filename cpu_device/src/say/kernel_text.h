// SPDX-License-Identifier: MIT
// The text of a kernel, read as statements: no more of C++ than a report needs to say where to add a line.
#pragma once

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../platform/source_line.h"

namespace cpu_device
{
struct token {
    std::string text;
    int line;
    size_t begin, end; // in the file
};

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
    kernel_text(const source_position &at, const std::set<int> &lines, int more = 0);
    // The line itself if it is there; of another device function the line of the one call; 0: unknown.
    int own_line(int line) const;
    bool failed() const
    {
        return failed_;
    }
    // From the body of the kernel to the innermost statement that holds a line; empty: two share it.
    std::vector<const statement *> path_to(int line) const;
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
    // Whether a barrier stands in the header of a branch or a loop.
    bool has_barrier_in_header(const statement &s) const
    {
        return std::any_of(t_.begin() + (ptrdiff_t)s.begin, t_.begin() + (ptrdiff_t)s.body,
                           [](const token &t) { return t.text.rfind("__syncthreads", 0) == 0 || t.text == "sync"; });
    }
    bool has_barrier(const statement &b) const
    {
        return std::any_of(b.inside.begin(), b.inside.end(), [&](const statement &s) { return is_barrier(s); });
    }
    // Whether all threads of the block come to the statements of this block, or to the one statement of a loop, and the
    // same number of times.
    bool is_for_all(const std::vector<const statement *> &path, size_t depth) const;
    // The line where a loop with this body goes on with its next round before the end; 0: nowhere.
    int continue_in(const statement &body) const;
    // The names of variables that depend on threadIdx, with threadIdx itself.
    std::set<std::string> differing_names() const;
    bool is_kernel() const
    {
        return is_kernel_;
    }
    // The names that the header of a loop declares.
    std::set<std::string> declared_in(const statement &loop) const;
    // Where the last line of a block is to be added; 0: its bracket does not stand alone.
    int last_line_of(const statement &b) const
    {
        const token &close = t_[b.end - 1], &before = t_[b.end - 2];
        return before.line < close.line ? close.line - 1 : 0;
    }
    const statement &body() const
    {
        return kernel_;
    }
    // The tokens of the body of a function of the file, from its bracket; two equal numbers: there is none.
    std::pair<size_t, size_t> body_of(const std::string &function_name) const;
    // A #define of the file names the indices of threads or blocks.
    bool macro_names_indices() const
    {
        return macro_names_indices_;
    }
    // What the string literals say, one after the other: of some tokens, or of a function of the file.
    std::string literals(size_t begin, size_t end) const;
    std::string literals_of(const std::string &function_name) const;
    size_t partner(size_t open) const; // of a bracket
    const std::vector<token> &tokens() const
    {
        return t_;
    }
    std::string text(size_t begin, size_t end) const // of tokens
    {
        return begin == end ? "" : text_.substr(t_[begin].begin, t_[end - 1].end - t_[begin].begin);
    }

  private:
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
    function function_at(size_t i) const;
    size_t parse(size_t i, statement &s);
    bool is_changed(const std::string &variable, size_t begin, size_t end) const;
    // Whether the header of a loop depends on nothing that differs between the threads of a block.
    bool is_uniform(const statement &loop) const;

    std::string text_;
    std::vector<token> t_;
    statement kernel_;
    bool failed_ = true, is_kernel_ = false, macro_names_indices_ = false;
};
} // namespace cpu_device
