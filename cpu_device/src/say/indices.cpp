// SPDX-License-Identifier: MIT
#include "indices.h"

#include <cctype>
#include <set>

#include "kernel_text.h"

namespace cpu_device
{
namespace
{
bool is_identifier(const std::string &text)
{
    return isalpha((unsigned char)text[0]) || text[0] == '_';
}

bool is_in_capitals(const std::string &name)
{
    return std::none_of(name.begin(), name.end(), [](char c) { return islower((unsigned char)c); });
}

// By these a thread may learn who it is, or get work of its own, without its index.
bool tells_threads_apart(const std::string &word)
{
    static const char *const beginnings[] = {"atomic", "fetch_",       "clock",   "curand",
                                             "__shfl", "__activemask", "__match", "asm"};
    static const std::set<std::string> words = {"thread_rank",
                                                "thread_index",
                                                "block_rank",
                                                "block_index",
                                                "group_index",
                                                "this_thread_block",
                                                "this_grid",
                                                "this_cluster",
                                                "this_thread",
                                                "coalesced_threads",
                                                "operator",
                                                "exchange",
                                                "compare_exchange_strong",
                                                "compare_exchange_weak"};
    return words.count(word) > 0 || std::any_of(std::begin(beginnings), std::end(beginnings),
                                                [&](const char *b) { return word.rfind(b, 0) == 0; });
}

// Reads a function, and the functions of the file that it calls.
class reading
{
  public:
    explicit reading(const kernel_text &kernel) : kernel_(kernel)
    {
        found_.understood = kernel.is_kernel() && !kernel.macro_names_indices();
        read(kernel.body().begin, kernel.body().end);
    }
    const indices_read &found() const
    {
        return found_;
    }

  private:
    void read(size_t begin, size_t end)
    {
        for (size_t i = begin; i < end && found_.understood; ++i)
            if (is_identifier(kernel_.tokens()[i].text))
                read_name(i);
    }
    void read_name(size_t i)
    {
        const std::vector<token> &t = kernel_.tokens();
        const std::string &name = t[i].text;
        if (name == "threadIdx" || name == "blockIdx") {
            const std::string &member = t[i + 2].text;
            found_.understood = t[i + 1].text == "." && member.size() == 1 && member[0] >= 'x' && member[0] <= 'z';
            if (found_.understood)
                (name == "threadIdx" ? found_.thread : found_.block)[member[0] - 'x'] = true;
        } else if (tells_threads_apart(name)) {
            found_.understood = false;
        } else if (t[i + 1].text == "(") {
            const auto [begin, end] = kernel_.body_of(name);
            if (begin != end && called_.insert(name).second)
                read(begin, end);
            else if (begin == end && name.rfind("__", 0) != 0) // not one that only computes with its arguments?
                found_.understood = t[i + 2].text != ")" && !is_in_capitals(name);
        }
    }
    const kernel_text &kernel_;
    std::set<std::string> called_;
    indices_read found_;
};

// The words of an index, with those of the variables in it.
class index_words
{
  public:
    explicit index_words(const kernel_text &kernel) : kernel_(kernel) {}
    // False: it is no sum of products, or a variable in it changes.
    bool add(size_t begin, size_t end, int depth = 0)
    {
        static const std::set<std::string> allowed = {"+", "-", "*", "(", ")", "."};
        for (size_t i = begin; i < end; ++i) {
            const std::string &word = kernel_.tokens()[i].text;
            all_.push_back(word);
            if (is_identifier(word) && kernel_.tokens()[i + 1].text == "(")
                return false;
            if (is_identifier(word) ? !add_variable(word, depth)
                                    : !allowed.count(word) && !isdigit((unsigned char)word[0]))
                return false;
        }
        return true;
    }
    bool has(const char *word) const
    {
        return std::find(all_.begin(), all_.end(), word) != all_.end();
    }
    // "blockIdx . x * gridDim", or the other way round.
    bool multiplies_by_grid() const
    {
        for (size_t i = 0; i + 6 < all_.size(); ++i)
            if (all_[i + 3] == "*" && ((all_[i] == "blockIdx" && all_[i + 4] == "gridDim") ||
                                       (all_[i] == "gridDim" && all_[i + 4] == "blockIdx")))
                return true;
        return false;
    }
    int line() const // of the first variable
    {
        return line_;
    }

  private:
    bool add_variable(const std::string &name, int depth)
    {
        const std::vector<token> &t = kernel_.tokens();
        size_t value = 0;
        for (size_t i = kernel_.body().begin + 1; i + 1 < kernel_.body().end; ++i) {
            if (t[i].text != name || t[i - 1].text == ".")
                continue;
            if (t[i + 1].text == "=" && value == 0)
                value = i + 2;
            else if (is_assignment(t[i + 1].text) || t[i - 1].text == "++" || t[i - 1].text == "--" ||
                     t[i - 1].text == "&")
                return false;
        }
        if (value == 0) // a parameter, a constant, or a member such as x
            return true;
        if (line_ == 0)
            line_ = t[value].line;
        size_t end = value;
        while (t[end].text != ";" && t[end].text != ",")
            ++end;
        return depth < 4 && add(value, end, depth + 1);
    }
    static bool is_assignment(const std::string &word)
    {
        return (word.size() > 1 && word.back() == '=' && word != "==" && word != "!=" && word != "<=" &&
                word != ">=") ||
               word == "=" || word == "++" || word == "--";
    }
    const kernel_text &kernel_;
    std::vector<std::string> all_;
    int line_ = 0;
};
} // namespace

indices_read find_indices_read(const source_position &line)
{
    const kernel_text kernel(line, {line.line});
    return kernel.failed() ? indices_read() : reading(kernel).found();
}

index_of_store find_index_of_store(const source_position &line)
{
    const kernel_text kernel(line, {line.line});
    if (kernel.failed() || kernel.macro_names_indices())
        return {};
    const auto path = kernel.path_to(line.line);
    if (path.empty())
        return {};
    const statement *store = path.back();
    const std::vector<token> &t = kernel.tokens();
    size_t close = store->begin; // of the bracket before the =
    while (close + 1 < store->end && !(t[close].text == "]" && t[close + 1].text == "="))
        ++close;
    size_t open = close;
    while (open > store->begin && !(t[open].text == "[" && kernel.partner(open) == close))
        --open;
    if (close + 1 >= store->end || open == store->begin || kernel.has(open, close, {"]"}))
        return {};
    index_words words(kernel);
    if (!words.add(open + 1, close) || !words.has("threadIdx"))
        return {};
    return {kernel.text(open + 1, close), words.line() != 0 ? words.line() : line.line, words.has("blockIdx"),
            words.multiplies_by_grid(), !words.has("y") && !words.has("z")};
}
} // namespace cpu_device
