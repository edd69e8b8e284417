// SPDX-License-Identifier: MIT
#include "other_barriers.h"

#include <vector>

#include "kernel_text.h"

namespace cpu_device
{
namespace
{
typedef std::vector<const statement *> statement_path;

struct barrier_call {
    enum kind {
        no_barrier,
        whole_block, // __syncthreads()
        warp,        // __syncwarp()
        group,       // sync() of a group
        meet,        // arrives and waits
        arrive,
        wait,
        ask,        // whether a phase is over, and the answer is not used
        stage_wait, // consumer_wait()
        release     // consumer_release()
    } is = no_barrier;
    int line = 0;
    bool relaxed = false, of_cluster = false, is_asm = false;
    std::string text;     // "tile.sync()", "bar.sync 1, 64"
    std::string count;    // of PTX: the number of threads, if it is a number
    statement_path above; // the statements that hold its own
};

bool contains(const std::string &text, const char *word)
{
    return text.find(word) != std::string::npos;
}

bool is_one_of(const std::string &text, std::initializer_list<const char *> words)
{
    return std::any_of(words.begin(), words.end(), [&](const char *word) { return text == word; });
}

// The kind of barrier in PTX such as "bar.sync 1, 64;".
barrier_call::kind kind_of_ptx(const std::string &ptx)
{
    if (contains(ptx, "bar.warp.sync"))
        return barrier_call::warp;
    if (!contains(ptx, "bar.") && !contains(ptx, "barrier."))
        return barrier_call::no_barrier;
    const bool arrives = contains(ptx, "arrive"), waits = contains(ptx, "wait");
    if (contains(ptx, "bar.sync") || contains(ptx, "barrier.sync") || contains(ptx, "cta.sync") || (arrives && waits))
        return barrier_call::meet;
    return arrives ? barrier_call::arrive : waits ? barrier_call::wait : barrier_call::no_barrier;
}

// The kind of barrier by a function's name; `before`: the token before it.
barrier_call::kind kind_of_name(const std::string &name, const std::string &before)
{
    const bool member = before == "." || before == "->";
    if (name.rfind("__syncthreads", 0) == 0)
        return barrier_call::whole_block;
    if (name == "__syncwarp")
        return barrier_call::warp;
    if (name == "sync" && (member || before == "::"))
        return barrier_call::group;
    if (name == "consumer_wait" || name == "consumer_release")
        return name == "consumer_wait" ? barrier_call::stage_wait : barrier_call::release;
    if (contains(name, "arrive"))
        return contains(name, "wait") ? barrier_call::meet : barrier_call::arrive;
    if (contains(name, "test_wait") || contains(name, "try_wait"))
        return barrier_call::ask;
    if (contains(name, "barrier_wait") || (member && (name == "wait" || name == "wait_parity")))
        return barrier_call::wait;
    return barrier_call::no_barrier;
}

// The words by which an object is declared in a function or its parameters: "auto tile = tiled_partition<64>(block)".
std::vector<std::string> declaration_of(const kernel_text &kernel, const std::string &name)
{
    const std::vector<token> &t = kernel.tokens();
    auto ends = [&](size_t i) { return is_one_of(t[i].text, {";", "{", "}"}); };
    size_t i = kernel.body().begin;
    while (i > 0 && !ends(i - 1))
        --i; // to the parameters
    while (i < kernel.body().end && t[i].text != name)
        ++i;
    std::vector<std::string> words;
    for (size_t at = i; at > 0 && !ends(at - 1) && t[at - 1].text != ","; --at)
        words.push_back(t[at - 1].text);
    for (; i < kernel.body().end && !ends(i); ++i)
        words.push_back(t[i].text);
    return words;
}

// For a sync() of an object, or of an expression like this_cluster(), which ends with the token `at`.
void look_at_group(barrier_call &call, const kernel_text &kernel, size_t at, const statement &in)
{
    const std::vector<token> &t = kernel.tokens();
    std::vector<std::string> words;
    if (t[at].text != ")")
        words = declaration_of(kernel, t[at].text);
    else
        for (size_t i = in.begin; i < at; ++i)
            words.push_back(t[i].text);
    auto any = [&](std::initializer_list<const char *> which) {
        return std::any_of(words.begin(), words.end(), [&](const std::string &w) { return is_one_of(w, which); });
    };
    call.of_cluster = any({"this_cluster", "cluster_group"});
    if (call.of_cluster)
        call.text = t[at].text == ")" ? "cluster.sync()" : call.text;
    else if (t[at].text == ")" || !any({"tiled_partition", "thread_block_tile", "coalesced_group", "coalesced_threads",
                                        "labeled_partition", "binary_partition"}))
        call.is = any({"this_grid", "grid_group"}) ? barrier_call::group : barrier_call::whole_block;
}

// The innermost statement that holds a token; `above` gets those that hold the statement.
const statement *statement_of(const kernel_text &kernel, size_t i, statement_path &above)
{
    const statement *at = &kernel.body();
    for (const statement *next = at; next != nullptr;) {
        next = nullptr;
        for (const statement &s : at->inside)
            if (s.begin <= i && i < s.end)
                next = &s;
        if (next != nullptr) {
            above.push_back(at);
            at = next;
        }
    }
    return at;
}

// The call whose name, or whose asm, is the token `i`.
barrier_call call_at(const kernel_text &kernel, size_t i)
{
    const std::vector<token> &t = kernel.tokens();
    const bool is_asm = t[i].text == "asm";
    const size_t open = is_asm && t[i + 1].text == "volatile" ? i + 2 : i + 1;
    barrier_call call;
    if (t[open].text != "(" || !(isalpha((unsigned char)t[i].text[0]) || t[i].text[0] == '_'))
        return call;
    const std::string ptx = is_asm ? kernel.literals(open, kernel.partner(open)) : kernel.literals_of(t[i].text);
    call.is = ptx.empty() ? kind_of_name(t[i].text, t[i - 1].text) : kind_of_ptx(ptx);
    if (call.is == barrier_call::no_barrier)
        return call;
    const std::string &name = ptx.empty() ? t[i].text : ptx;
    call.line = t[i].line;
    call.relaxed = contains(name, "relaxed");
    call.of_cluster = contains(name, "cluster") || name == "barrier_arrive" || name == "barrier_wait";
    const bool member = t[i - 1].text == "." || t[i - 1].text == "->";
    const bool of_name = member && (isalnum((unsigned char)t[i - 2].text[0]) || t[i - 2].text[0] == '_');
    call.text = kernel.text(of_name ? i - 2 : i, i + 1) + "()";
    if (is_asm) {
        const size_t begin = ptx.find_first_not_of(" \t{"), comma = ptx.find(',');
        call.is_asm = true;
        call.text = ptx.substr(begin, ptx.find(';') - begin);
        if (comma != std::string::npos)
            call.count = ptx.substr(ptx.find_first_not_of(' ', comma + 1), ptx.find(';') - comma - 2);
    } else if (of_name && call.is == barrier_call::wait) { // of a barrier at which it has arrived
        call.text = kernel.text(i - 2, i) + "arrive_and_wait()";
    }
    const statement *in = statement_of(kernel, i, call.above);
    if (call.is == barrier_call::group)
        look_at_group(call, kernel, member ? i - 2 : i + 2, *in);
    if (call.is == barrier_call::ask && (in->is != statement::plain || kernel.has(in->begin, i, {"=", "return"})))
        call.is = barrier_call::wait; // it looks at the answer
    return call;
}

// The calls of barriers in a function, as they stand there.
std::vector<barrier_call> calls_in(const kernel_text &kernel)
{
    std::vector<barrier_call> all;
    for (size_t i = kernel.body().begin + 2; i + 1 < kernel.body().end; ++i)
        if (const barrier_call call = call_at(kernel, i); call.is != barrier_call::no_barrier)
            all.push_back(call);
    return all;
}

// Whether every thread that comes to the access has come to the call before, or comes to it later.
bool is_above(const barrier_call &call, const statement_path &access)
{
    return call.above.size() <= access.size() && std::equal(call.above.begin(), call.above.end(), access.begin());
}

// Two accesses, and what stands about them.
class about_two
{
  public:
    about_two(const kernel_text &kernel, const unordered_lines &lines, bool of_cluster)
        : kernel_(kernel), all_(calls_in(kernel)), first_(lines.first.line), second_(lines.second.line),
          second_reads_(lines.second_reads), path_{kernel.path_to(first_), kernel.path_to(second_)}
    {
        if (of_cluster) // a block's barriers do not count
            all_.erase(std::remove_if(all_.begin(), all_.end(), [](const barrier_call &c) { return !c.of_cluster; }),
                       all_.end());
        for (barrier_call &call : all_)
            if (first_ < call.line && call.line < second_) {
                between_.push_back(&call);
                if (call.line == lines.barrier.line)
                    call.is = barrier_call::whole_block;
            }
    }
    other_barrier look(const unordered_threads &threads) const
    {
        const bool of_cluster = threads.of_cluster;
        if (path_[0].empty() || path_[1].empty() || (find(barrier_call::whole_block) != nullptr && !of_cluster))
            return {};
        if (const other_barrier found = look_at_pipeline(); found.why != other_barrier::none)
            return found;
        if (const barrier_call *asks = find(barrier_call::ask))
            return of(other_barrier::only_asks, asks);
        if (const other_barrier found = look_at_arrivals(of_cluster); found.why != other_barrier::none)
            return found;
        const barrier_call *group = find(barrier_call::group), *meets = find(barrier_call::meet);
        const barrier_call *stands = group != nullptr ? group : meets != nullptr ? meets : find(barrier_call::wait);
        if (stands != nullptr && in_one_loop() &&
            (of_cluster || threads.later_first || has_right_count(*stands, threads)))
            return of(is_above(*stands, path_[0]) && is_above(*stands, path_[1]) ? other_barrier::next_round
                                                                                 : other_barrier::one_way,
                      stands);
        if (of_cluster)
            return {};
        if (group != nullptr && !is_above(*group, path_[0]) && !is_above(*group, path_[1]))
            return {}; // in an if: perhaps no thread came to it
        if (group != nullptr)
            return group->of_cluster ? other_barrier() : of(other_barrier::other_group, group);
        if (const barrier_call *warp = find(barrier_call::warp); warp != nullptr && !threads.across_warps)
            return in_one_loop() && is_above(*warp, path_[0]) && is_above(*warp, path_[1])
                       ? of(other_barrier::next_round, warp)
                       : other_barrier();
        else if (warp != nullptr)
            return of(other_barrier::other_warp, warp);
        return meets != nullptr || (stands != nullptr && find(barrier_call::arrive) != nullptr)
                   ? of(other_barrier::other_phase, stands)
                   : other_barrier();
    }

    int syncwarp_after_both() const
    {
        if (!between_.empty() || path_[0].empty() || path_[1].empty())
            return 0;
        for (const barrier_call &call : all_)
            if (call.is == barrier_call::warp && call.line > second_ && in_one_loop() && is_above(call, path_[1]))
                return call.line;
        return 0;
    }

  private:
    static other_barrier of(other_barrier::reason why, const barrier_call *call)
    {
        return {why, false, call->line, call->text};
    }
    // The last of them between the two accesses.
    const barrier_call *find(barrier_call::kind kind) const
    {
        const barrier_call *found = nullptr;
        for (const barrier_call *call : between_)
            if (call->is == kind)
                found = call;
        return found;
    }
    const barrier_call *last_before(int line) const
    {
        const barrier_call *found = nullptr;
        for (const barrier_call &call : all_)
            if (call.line < line)
                found = &call;
        return found;
    }
    // Is only one half of a barrier between the two?
    other_barrier look_at_arrivals(bool of_cluster) const
    {
        const barrier_call *arrives = find(barrier_call::arrive), *waits = find(barrier_call::wait),
                           *meets = find(barrier_call::meet);
        const bool any_wait = waits != nullptr || meets != nullptr || find(barrier_call::group) != nullptr;
        if (arrives != nullptr && !any_wait)
            return look_after_arrival(arrives);
        if (const barrier_call *before = last_before(first_); before != nullptr && before->is == barrier_call::arrive &&
                                                              is_above(*before, path_[0]) &&
                                                              (waits != nullptr || meets != nullptr))
            return of(other_barrier::after_arrival, before);
        for (const barrier_call *call : between_)
            if (call->relaxed && call->is == barrier_call::arrive && of_cluster)
                return of(other_barrier::relaxed, call);
        return {};
    }
    other_barrier look_after_arrival(const barrier_call *arrives) const
    {
        for (const barrier_call &call : all_)
            if (call.line > second_) {
                if (call.is == barrier_call::wait && is_above(call, path_[1]))
                    return {other_barrier::before_wait, true, call.line, call.text};
                break;
            }
        return of(other_barrier::never_waits, arrives);
    }
    other_barrier look_at_pipeline() const
    {
        const barrier_call *released = find(barrier_call::release), *waits = find(barrier_call::stage_wait);
        if (waits == nullptr)
            return {};
        if (released != nullptr)
            return second_reads_ ? of(other_barrier::released, released) : other_barrier();
        if (!kernel_.has(kernel_.body().begin, kernel_.body().end, {"producer_acquire"}))
            return {other_barrier::not_acquired, false, first_, ""};
        const std::vector<token> &t = kernel_.tokens();
        for (size_t i = kernel_.body().begin; i + 2 < kernel_.body().end; ++i)
            if (t[i].text == "make_pipeline" && t[i + 2].text == ")")
                return of(other_barrier::own_copies, waits);
        return of(other_barrier::other_stage, waits);
    }
    // Whether the text shows that the barrier expects the threads of the block, so that a phase is not over too soon.
    bool has_right_count(const barrier_call &call, const unordered_threads &threads) const
    {
        const std::string all = std::to_string(threads.in_block);
        if (call.is_asm)
            return call.count.empty() || call.count == all;
        const std::vector<token> &t = kernel_.tokens();
        for (size_t i = kernel_.body().begin; i + 1 < kernel_.body().end; ++i) {
            if (t[i].text != "init" || t[i + 1].text != "(")
                continue;
            const size_t close = kernel_.partner(i + 1);
            if (kernel_.has(i, close, {"blockDim", "size", all.c_str()}))
                return true;
            const std::string &name = t[close - 1].text;
            for (size_t k = 0; k + 2 < t.size(); ++k)
                if (t[k].text == name && (t[k + 1].text == "=" ? t[k + 2].text : t[k + 1].text) == all)
                    return true;
        }
        return false;
    }
    bool in_one_loop() const
    {
        for (size_t i = 0; i < std::min(path_[0].size(), path_[1].size()) && path_[0][i] == path_[1][i]; ++i)
            if (path_[0][i]->is == statement::loop)
                return true;
        return false;
    }

    const kernel_text &kernel_;
    std::vector<barrier_call> all_;
    const int first_, second_;
    const bool second_reads_;

    const statement_path path_[2];
    std::vector<const barrier_call *> between_;
};

// For a single access: whether it comes after an arrival, and before the wait.
bool is_before_wait(const source_position &at, other_barrier &found)
{
    const kernel_text kernel(at, {at.line});
    if (kernel.failed())
        return false;
    const statement_path path = kernel.path_to(at.line);
    const barrier_call *before = nullptr;
    const std::vector<barrier_call> all = calls_in(kernel);
    for (const barrier_call &call : all) {
        if (call.line > at.line) {
            found.line = call.line;
            found.call = call.text;
            return before != nullptr && before->is == barrier_call::arrive && is_above(*before, path) &&
                   call.is == barrier_call::wait && is_above(call, path);
        }
        before = &call;
    }
    return false;
}
} // namespace

other_barrier find_other_barrier(const unordered_lines &lines, const unordered_threads &threads)
{
    if (lines.first.line == 0 || lines.first.file != lines.second.file)
        return {};
    const kernel_text kernel(lines.first, {lines.first.line, lines.second.line});
    if (!kernel.failed())
        return about_two(kernel, lines, threads.of_cluster).look(threads);
    other_barrier found;
    for (const bool second : {false, true})
        if (is_before_wait(second ? lines.second : lines.first, found)) {
            found.why = other_barrier::before_wait;
            found.second = second;
            return found;
        }
    return {};
}

int syncwarp_after(const unordered_lines &lines)
{
    if (lines.first.line == 0 || lines.first.file != lines.second.file)
        return 0;
    const kernel_text kernel(lines.first, {lines.first.line, lines.second.line});
    return kernel.failed() ? 0 : about_two(kernel, lines, false).syncwarp_after_both();
}
} // namespace cpu_device
