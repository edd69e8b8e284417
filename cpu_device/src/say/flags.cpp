// SPDX-License-Identifier: MIT
#include "flags.h"

#include <optional>

#include "kernel_text.h"

namespace cpu_device
{
namespace
{
typedef std::vector<const statement *> statement_path;

bool is_name(const std::string &text)
{
    return isalpha((unsigned char)text[0]) || text[0] == '_';
}

bool begins_with(const std::string &text, const char *begin)
{
    return text.rfind(begin, 0) == 0;
}

// An atomic operation, or an access to a volatile variable.
struct flag_use {
    size_t at;                  // the token
    statement_path path;        // to its statement, the kernel's body first
    bool orders[2] = {};        // as a release; as an acquire
    const statement &in() const // that statement
    {
        return *path.back();
    }
    bool is_in_header() const
    {
        return in().is != statement::plain && at < in().body;
    }
};

class flags_of
{
  public:
    flags_of(const kernel_text &kernel, int first, unsigned thread, int second)
        : kernel_(kernel), t_(kernel.tokens()), path_{kernel.path_to(first), kernel.path_to(second)}, thread_(thread)
    {
    }
    missing_fences find() const
    {
        missing_fences found;
        if (path_[0].empty() || path_[1].empty() || path_[0].back() == path_[1].back() || !is_access(path_[0].back()) ||
            !is_access(path_[1].back()))
            return found;
        const size_t first_ends = end_of(*path_[0].back()), second_begins = path_[1].back()->begin;
        size_t parts = 0; // the depth at which only one of the two is left
        while (path_[0][parts] == path_[1][parts])
            if (++parts == path_[0].size() || parts == path_[1].size())
                return found;
        const bool in_turn = first_ends <= second_begins && path_[0][parts - 1]->is == statement::block &&
                             path_[0][parts]->is != statement::branch; // a thread comes to both
        const size_t set_before =
            in_turn ? second_begins
            : path_[0][parts]->is == statement::branch || path_[0][parts - 1]->is == statement::branch
                ? path_[0][parts]->end
                : kernel_.body().end;
        const size_t wait_after = first_ends > second_begins || path_[0][parts - 1]->is == statement::branch
                                      ? path_[1][parts]->begin
                                      : first_ends;
        std::optional<flag_use> sets = set_between(first_ends, set_before);
        const std::optional<flag_use> waits = wait_between(wait_after, second_begins);
        if (!sets && path_[0][parts]->is == statement::branch && path_[0][parts]->end <= second_begins) {
            sets = set_between(path_[0][parts]->end, second_begins); // by other threads, perhaps
            if (sets && branch_without_barrier(*sets, first_ends) == nullptr)
                return found;
        }
        if (!sets || !waits)
            return found;
        found.sets = t_[sets->at].line;
        found.waits = t_[waits->at].line;
        found.before_set = !sets->orders[0] && !has_fence(first_ends, sets->in().begin);
        found.after_wait = !waits->orders[1] && !has_fence(end_of_wait(*waits), second_begins);
        if (const statement *branch = branch_without_barrier(*sets, first_ends)) {
            found.branch = branch->first;
            found.add = barrier_before(*branch, sets->path);
        } else if (found.before_set)
            found.add = before(*sets);
        else if (found.after_wait)
            found.add = after(*waits);
        return found;
    }
    void set_file(const std::string &file)
    {
        file_ = file;
    }

  private:
    static bool is_access(const statement *s)
    {
        return s->is != statement::block;
    }
    static size_t end_of(const statement &s) // of the part that is an access
    {
        return s.is == statement::plain ? s.end : s.body;
    }
    bool has_fence(size_t begin, size_t end) const
    {
        return begin < end && kernel_.has(begin, end, {"__threadfence", "__threadfence_system", "atomic_thread_fence"});
    }
    // From where on the wait is over: in the branch that it decides, or after its loop or statement.
    size_t end_of_wait(const flag_use &u) const
    {
        for (const statement *s : u.path)
            if (s->is == statement::loop && s->end <= path_[1].back()->begin)
                return s->end;
        return end_of(u.in());
    }
    std::string header(const statement &s) const
    {
        return kernel_.text(s.begin, s.body);
    }
    // The branch in which some threads of the block alone set the flag, if that thread is not one of them, and no
    // barrier comes after its access; else null.
    const statement *branch_without_barrier(const flag_use &sets, size_t access_ends) const
    {
        const std::set<std::string> differing = kernel_.differing_names();
        const auto differs = [&](const token &t) { return differing.count(t.text) > 0; };
        for (const statement *s : sets.path) {
            if (s->is != statement::branch || s->begin < access_ends ||
                std::none_of(t_.begin() + (ptrdiff_t)s->begin, t_.begin() + (ptrdiff_t)s->body, differs))
                continue;
            const bool of_first = kernel_.has(s->begin, s->body, {"0", "!"});
            const bool taken = std::any_of(path_[0].begin(), path_[0].end(), [&](const statement *other) {
                return other->is == statement::branch && header(*other) == header(*s);
            });
            return (of_first && thread_ == 0) || taken || has_barrier(access_ends, s->begin) ? nullptr : s;
        }
        return nullptr;
    }
    bool has_barrier(size_t begin, size_t end) const
    {
        return std::any_of(t_.begin() + (ptrdiff_t)begin, t_.begin() + (ptrdiff_t)end, [](const token &t) {
            return begins_with(t.text, "__syncthreads") || t.text == "sync" || t.text == "arrive_and_wait";
        });
    }
    // Before the branch, if all threads of the block come there, and a line can be added.
    remedy barrier_before(const statement &branch, const statement_path &path) const
    {
        const size_t depth = (size_t)(std::find(path.begin(), path.end(), &branch) - path.begin());
        if (!begins_line(branch) || depth == 0 || path[depth - 1]->is != statement::block ||
            !kernel_.is_for_all(path, depth - 1))
            return {};
        return {"__syncthreads();", "", "", {file_, branch.first - 1}};
    }
    statement_path path_of(size_t at) const
    {
        statement_path path = {&kernel_.body()};
        for (const statement *next = path[0]; next != nullptr;) {
            next = nullptr;
            for (const statement &s : path.back()->inside)
                if (s.begin <= at && at < s.end)
                    next = &s;
            if (next != nullptr)
                path.push_back(next);
        }
        return path;
    }
    bool is_volatile(const std::string &name) const
    {
        for (size_t i = 0; i + 2 < t_.size(); ++i) {
            size_t ends = i;
            while (t_[i].text == "volatile" && ends + 1 < t_.size() && strchr(";=)(,{[", t_[ends].text[0]) == nullptr)
                ++ends;
            if (ends > i + 2 && t_[ends - 1].text == name)
                return true;
        }
        return false;
    }
    std::optional<flag_use> use_at(size_t i) const
    {
        const std::string &word = t_[i].text;
        if (!is_name(word))
            return {};
        const bool call = t_[i + 1].text == "(", member = t_[i - 1].text == "." || t_[i - 1].text == "->";
        const bool of_object = call && member &&
                               (word == "store" || word == "load" || word == "exchange" || word == "test_and_set" ||
                                begins_with(word, "fetch_") || begins_with(word, "compare_exchange"));
        const bool atomic =
            call && begins_with(word, "atomic") && word != "atomic_thread_fence" && word != "atomic_ref";
        if (!of_object && !atomic && (call || !is_volatile(word)))
            return {};
        flag_use use = {i, path_of(i)};
        if (of_object)
            for (int acquires : {0, 1})
                use.orders[acquires] = !kernel_.has(i, kernel_.partner(i + 1),
                                                    {"memory_order_relaxed",
                                                     acquires ? "memory_order_release" : "memory_order_acquire"}) &&
                                       kernel_.has(i, kernel_.partner(i + 1),
                                                   {"memory_order_acq_rel", "memory_order_seq_cst",
                                                    acquires ? "memory_order_acquire" : "memory_order_release"});
        return use;
    }
    // The first that stores.
    std::optional<flag_use> set_between(size_t begin, size_t end) const
    {
        for (size_t i = begin; i < end; ++i)
            if (const std::optional<flag_use> use = use_at(i)) {
                const std::string &word = t_[i].text;
                const bool call = t_[i + 1].text == "(";
                const statement &in = use->in();
                bool stores = call && word != "load";
                for (size_t j = i; !call && in.is == statement::plain && j < in.end && !stores; ++j)
                    stores = t_[j].text == "=" || t_[j].text == "++" || t_[j].text == "+=";
                if (stores)
                    return use;
            }
        return {};
    }
    // The last whose value decides whether, or when, a thread comes to what follows.
    std::optional<flag_use> wait_between(size_t begin, size_t end) const
    {
        for (size_t i = end; i-- > begin;)
            if (const std::optional<flag_use> use = use_at(i); use && t_[i].text != "store") {
                const statement &in = use->in();
                const bool in_loop = std::any_of(use->path.begin(), use->path.end(), [&](const statement *s) {
                    return s->is == statement::loop && s->end <= end;
                });
                if (use->is_in_header() || (in_loop && in.begin != i) || is_tested(in, i, end))
                    return use;
            }
        return {};
    }
    // Whether a plain statement assigns the value to a variable that a header tests.
    bool is_tested(const statement &in, size_t at, size_t end) const
    {
        size_t assigns = in.begin;
        while (assigns < at && t_[assigns].text != "=")
            ++assigns;
        if (in.is != statement::plain || assigns == at || assigns == in.begin)
            return false;
        const std::string &name = t_[assigns - 1].text;
        for (size_t i = in.end; i < end; ++i)
            if (t_[i].text == name) {
                const statement_path path = path_of(i);
                if ((path.back()->is == statement::branch || path.back()->is == statement::loop) &&
                    i < path.back()->body)
                    return true;
                if (path.back()->is == statement::plain && t_[path.back()->begin + 1].text != "=" &&
                    is_tested(*path.back(), i, end)) // passed on to another variable
                    return true;
            }
        return false;
    }
    bool begins_line(const statement &s) const
    {
        return s.begin == 0 || t_[s.begin - 1].line < t_[s.begin].line;
    }
    remedy fence_after_line(int line) const
    {
        return {"__threadfence();", "", "", {file_, line}};
    }
    // Before the statement of the flag, if a line can be added there.
    remedy before(const flag_use &sets) const
    {
        const statement &s = sets.in();
        const bool in_block = sets.path.size() > 1 && sets.path[sets.path.size() - 2]->is == statement::block;
        return in_block && begins_line(s) ? fence_after_line(s.first - 1) : remedy();
    }
    remedy after(const flag_use &waits) const
    {
        const size_t ends = end_of_wait(waits);
        if (waits.in().is == statement::branch && ends == waits.in().body) { // in the branch, or after one that leaves
            const bool leaves = kernel_.has(waits.in().body, waits.in().end, {"return", "continue", "break"});
            if (!leaves && t_[ends].text == "{" && t_[ends + 1].line > t_[ends].line)
                return fence_after_line(t_[ends].line);
            return leaves && t_[waits.in().end].line > waits.in().last ? fence_after_line(waits.in().last) : remedy();
        }
        return t_[ends].line > t_[ends - 1].line ? fence_after_line(t_[ends - 1].line) : remedy();
    }

    const kernel_text &kernel_;
    const std::vector<token> &t_;
    const statement_path path_[2];
    const unsigned thread_;
    std::string file_;
};
} // namespace

missing_fences find_missing_fences(const source_position &first, unsigned thread, const source_position &second)
{
    if (first.line == 0 || first.file != second.file)
        return {};
    const kernel_text kernel(first, {first.line, second.line});
    if (kernel.failed())
        return {};
    flags_of text(kernel, first.line, thread, second.line);
    text.set_file(first.file);
    return text.find();
}

waiting_loop find_waiting_loop(const source_position &line)
{
    if (line.line == 0)
        return waiting_loop::none;
    const kernel_text kernel(line, {line.line});
    if (kernel.failed())
        return waiting_loop::none;
    const std::vector<token> &t = kernel.tokens();
    waiting_loop found = waiting_loop::none;
    std::vector<const statement *> rest = {&kernel.body()};
    while (!rest.empty()) {
        const statement &s = *rest.back();
        rest.pop_back();
        for (const statement &inside : s.inside)
            rest.push_back(&inside);
        if (s.is != statement::loop || s.first > line.line || s.end == 0)
            continue;
        const bool is_empty = std::all_of(t.begin() + (ptrdiff_t)s.body, t.begin() + (ptrdiff_t)s.end,
                                          [](const token &one) { return strchr(";{}", one.text[0]) != nullptr; });
        if (is_empty && line.line <= t[s.body - 1].line)
            return waiting_loop::here;
        if (is_empty)
            found = waiting_loop::before;
    }
    return found;
}
} // namespace cpu_device
