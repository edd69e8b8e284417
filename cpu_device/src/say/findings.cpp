// SPDX-License-Identifier: MIT
#include "findings.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "../platform/kernel_name.h"
#include "../platform/source_line.h"
#include "advice.h"
#include "copy_text.h"
#include "report.h"

namespace cpu_device
{
std::atomic<bool> has_async_copies{false};

namespace
{
std::string place(const void *pc)
{
    std::string line = source_line(pc);
    return line.empty() ? format("instruction %p", pc) : line;
}

// The same with the calls that led there.
std::string place_with_calls(const void *pc)
{
    std::string line = line_with_calls(pc);
    return line.empty() ? place(pc) : line;
}

dim3 index_in(const dim3 &size, uint64_t number)
{
    return dim3((unsigned)(number % size.x), (unsigned)(number / size.x % size.y),
                (unsigned)(number / size.x / size.y));
}

std::string text_of(const dim3 &index)
{
    return format("(%u,%u,%u)", index.x, index.y, index.z);
}

size_t count_different(std::vector<uint64_t> &numbers)
{
    std::sort(numbers.begin(), numbers.end());
    return (size_t)(std::unique(numbers.begin(), numbers.end()) - numbers.begin());
}

bool has_all_places(const finding &f)
{
    return f.places.size() < finding::most_places;
}

// How many elements of an array, or else words of memory, it was found at; "" for one.
std::string extent(const finding &f, const place_in_memory &memory)
{
    const bool in_elements = memory.unit >= 4 || (memory.unit > 0 && !has_two_parties(f));
    const uint64_t first = in_elements ? memory.first : 0, unit = in_elements ? memory.unit : 4;
    std::vector<uint64_t> units;
    units.reserve(f.places.size());
    for (uint64_t place : f.places) {
        const uint64_t block = is_in_shared(f) ? place >> finding::block_of_place << finding::block_of_place : 0;
        units.push_back(block + (place - block - std::min(first, place - block)) / unit);
    }
    const size_t count = count_different(units);
    const bool all = has_all_places(f);
    if (count < 2)
        return "";
    if (!in_elements)
        return format(all ? "%zu words of memory, of 4 bytes each," : "more than %zu words of memory, of 4 bytes each,",
                      count);
    return count == finding::most_places ? tr("more than a million array elements")
                                         : format(all ? "%zu array elements" : "more than %zu array elements", count);
}

// In how many blocks, if each has the memory for itself and that is known; else 0.
size_t blocks_of(const finding &f)
{
    std::vector<uint64_t> blocks;
    for (uint64_t place : is_in_shared(f) && has_all_places(f) ? f.places : std::unordered_set<uint64_t>())
        blocks.push_back(place >> finding::block_of_place);
    return count_different(blocks);
}

// Whether both threads are known.
bool names_both(const finding &f)
{
    return f.thread[0] != finding::some_other && f.thread[1] != finding::some_other;
}

bool better_example(const finding &a, const finding &b)
{
    if (names_both(a) != names_both(b))
        return names_both(a);
    return std::tie(a.block[0], a.block[1], a.thread[0], a.thread[1], a.owner, a.address) <
           std::tie(b.block[0], b.block[1], b.thread[0], b.thread[1], b.owner, b.address);
}

// A finding by the lines of its instructions, of which there may be several to a line.
struct by_line {
    std::string line[2];
    place_in_memory memory;
    finding found;
};

// "f.cu:98" comes before "f.cu:102".
struct in_order_of_lines {
    bool operator()(const std::string &a, const std::string &b) const
    {
        auto digits = [](const std::string &text, size_t at) {
            size_t end = at;
            while (end < text.size() && isdigit((unsigned char)text[end]))
                ++end;
            return end - at;
        };
        size_t i = 0; // no number begins before it in which the two differ
        while (i < a.size() && i < b.size() && a[i] == b[i])
            ++i;
        while (i > 0 && isdigit((unsigned char)a[i - 1]))
            --i;
        const size_t of_a = digits(a, i), of_b = digits(b, i);
        return of_a > 0 && of_b > 0 && of_a != of_b ? of_a < of_b : a < b;
    }
};

// All races on one variable or allocation. They mostly have one cause: the report has the first, and the lines of the
// others.
struct group {
    std::map<std::string, by_line, in_order_of_lines> all; // so that they come in the same order every time

    // The first that names both parties, if there is one.
    const by_line &example() const
    {
        auto first = std::find_if(all.begin(), all.end(), [](const auto &one) { return names_both(one.second.found); });
        return (first == all.end() ? all.begin() : first)->second;
    }
    bool reads_and_writes_in_one_line() const
    {
        std::set<std::string> lines[2];
        for (const auto &[key, one] : all)
            for (int i = 0; i < 2; ++i)
                lines[one.found.writes[i]].insert(one.line[i]);
        return std::any_of(lines[0].begin(), lines[0].end(),
                           [&](const std::string &line) { return lines[1].count(line) > 0; });
    }
    bool is_of_scope() const
    {
        const finding &f = example().found;
        return f.of_block[0] || f.of_block[1];
    }
    // The pairs of lines, without those in functions that the kernel calls.
    std::vector<unordered_lines> as_in_source() const
    {
        std::vector<unordered_lines> pairs;
        for (const auto &[key, one] : all) {
            source_position at[2] = {reported_place(one.found.pc[0]), reported_place(one.found.pc[1])};
            if (at[1].line < at[0].line)
                std::swap(at[0], at[1]);
            if (has_two_parties(one.found) && at[0].called_at.empty() && at[1].called_at.empty())
                pairs.push_back({at[0], at[1], {}, false, false});
        }
        return pairs;
    }
    std::set<std::string> lines() const
    {
        std::set<std::string> lines;
        for (const auto &[key, one] : all)
            lines.insert(std::begin(one.line), std::end(one.line));
        lines.erase(""); // where there is one party
        return lines;
    }
};

std::string party(const finding &f, int i, const launch_name &launch)
{
    std::string block = !between_blocks(f)                  ? ""
                        : f.block[i] == finding::some_other ? tr("another block")
                                                            : block_in_grid(launch, f.block[i]);
    if (f.block[i] == finding::some_other)
        return block;
    std::string thread = f.thread[i] == finding::some_other ? tr("another thread") : thread_text(launch, f.thread[i]);
    return block + (block.empty() ? "" : tr(", ")) + thread;
}

std::string verb(const finding &f, int i)
{
    if (f.writes[i] && f.kind == report_kind::race_on_shared && has_async_copies &&
        begins_async_copy(reported_place(f.pc[i])))
        return tr("writes by an asynchronous copy");
    return f.atomic[i] ? tr(f.writes[i] ? "writes atomically" : "reads atomically")
                       : tr(f.writes[i] ? "writes" : "reads");
}

// The other lines of a group, or pairs of lines, a line of the report each.
void say_same_at(diagnosis &d, const group &g, const by_line &first)
{
    constexpr size_t most = 3;
    const bool pairs = has_two_parties(first.found);
    std::set<std::string, in_order_of_lines> others;
    for (const auto &[key, one] : g.all)
        if (std::minmax(one.line[0], one.line[1]) != std::minmax(first.line[0], first.line[1]))
            others.insert(one.line[0] == one.line[1] || !pairs ? one.line[0] : one.line[0] + tr(" and ") + one.line[1]);
    size_t said = 0;
    for (const std::string &lines : others)
        if (said++ < most)
            d.say("The same at %s", lines.c_str());
    if (others.size() > most) {
        const size_t left = others.size() - most;
        const std::string more = left == 1 ? tr("one more line") : format("%zu more lines", left);
        d.say("The same at %s%s", more.c_str(),
              !pairs      ? ""
              : left == 1 ? tr(", or pair of lines")
                          : tr(", or pairs of lines"));
    }
}

doer doer_of(const finding &f, int i, const launch_name &launch)
{
    constexpr unsigned unknown = finding::some_other;
    if (f.block[i] == unknown)
        return {launch.kernel, {}, {}};
    return doer_in(launch, f.block[i], f.thread[i] == unknown ? std::nullopt : std::optional(f.thread[i]));
}

// The two lines of a race. In a block they stand in the order of this run.
void say_accesses(diagnosis &d, const finding &f, const std::string lines[2], const advice &why,
                  const launch_name &launch)
{
    const bool in_order = !between_blocks(f) && !is_stale(f.kind);
    const int first = in_order ? f.earlier : 0;
    for (int i : {first, 1 - first})
        d.say("%s%s %s at %s%s", in_order && i != first ? tr("then ") : "", party(f, i, launch).c_str(),
              verb(f, i).c_str(), lines[i].c_str(), why.round[i].c_str());
}

void say_extent(diagnosis &d, const finding &all, const place_in_memory &memory)
{
    const std::string how_many = extent(all, memory);
    if (how_many.empty())
        return;
    const bool is_race = has_two_parties(all) && !is_stale(all.kind);
    if (const size_t blocks = blocks_of(all); blocks > 1)
        d.say(is_race ? "The same race affects %s in %zu blocks of this launch."
                      : "The same affects %s in %zu blocks of this launch.",
              how_many.c_str(), blocks);
    else
        d.say(is_race ? "The same race affects %s in this launch." : "The same affects %s in this launch.",
              how_many.c_str());
}

// Shared memory of another block than the one that the report names first, or of one of two.
bool is_of_peer(const finding &f)
{
    return f.kind == report_kind::race_in_cluster || f.kind == report_kind::peer_not_begun ||
           f.kind == report_kind::peer_exited || (f.kind == report_kind::uninitialized_shared && f.owner != f.block[0]);
}

// All findings of a group together.
struct sum_of_group {
    finding all = {}; // its places
    bool across_warps = false;
    std::set<std::string> lines_written_twice, lines_read; // both writes are in such a line, or the read too

    explicit sum_of_group(const group &g)
    {
        for (const auto &[key, one] : g.all) {
            if (one.line[0] == one.line[1])
                (one.found.writes[0] && one.found.writes[1] ? lines_written_twice : lines_read).insert(one.line[0]);
            across_warps |= one.found.across_warps;
            for (uint64_t place : one.found.places)
                all.add_place(place);
        }
    }
    // Whether a line reads and writes, as in `sum += x`.
    bool has_update(bool by_volatile) const
    {
        return std::any_of(lines_written_twice.begin(), lines_written_twice.end(),
                           [&](const std::string &line) { return lines_read.count(line) > 0 || by_volatile; });
    }
};

// What a report without a second party says first.
void say_one_access(diagnosis &d, const finding &f, const std::string &line, const std::string &memory,
                    const launch_name &launch)
{
    d.in(d.accesses[0].by).where(d.accesses[0].at);
    const std::string who =
        format("%s, %s", block_text(launch, f.block[0]).c_str(), thread_text(launch, f.thread[0]).c_str());
    if (f.kind == report_kind::uninitialized_shared)
        d.say("%s reads %s at %s", who.c_str(), memory.c_str(), line.c_str());
    else
        d.say("%s %s at %s: %s", who.c_str(),
              is_of_peer(f) || f.kind == report_kind::constant_written ? verb(f, 0).c_str() : tr("reads"), line.c_str(),
              memory.c_str());
}

diagnosis describe(const group &g, const launch_name &launch, bool is_over)
{
    const by_line &first = g.example();
    sum_of_group sum(g);
    sum.all.kind = first.found.kind;
    finding f = first.found;
    f.across_warps = sum.across_warps;
    diagnosis d(f.kind);
    d.about(first.memory).by.kernel = launch.kernel;
    d.places = is_over ? sum.all.places.size() : 0;
    for (int i = 0; i < (has_two_parties(f) ? 2 : 1); ++i)
        d.accesses.push_back({doer_of(f, i, launch), f.writes[i], f.atomic[i], f.is_volatile[i],
                              reported_place(f.pc[i]), chain_of_calls(f.pc[i])});
    const advice what_to_do =
        advice_on({f, d.accesses, launch, sum.lines_written_twice.count(first.line[f.writes[0] ? 0 : 1]) > 0,
                   sum.has_update(f.is_volatile[0]), g.reads_and_writes_in_one_line(), first.memory, g.as_in_source()});
    d.mend = what_to_do.mend;
    const bool whole = first.memory.element.empty() && !first.memory.variable.empty();
    const std::string memory = whole ? first.memory.brief() : first.memory.text();
    if (has_two_parties(f)) {
        const std::string where =
            between_blocks(f) ? format("kernel %s", launch.kernel) : block_text(launch, f.block[0]);
        d.say("%s, %s", where.c_str(), memory.c_str());
        say_accesses(d, f, first.line, what_to_do, launch);
    } else {
        say_one_access(d, f, first.line[0], memory, launch);
    }
    if (is_of_peer(f))
        d.say("That is shared memory of %s.", block_in_grid(launch, f.owner).c_str());
    if (f.kind != report_kind::constant_written)
        say_same_at(d, g, first);
    d.add(what_to_do.text);
    if (is_over)
        say_extent(d, sum.all, first.memory);
    return d;
}
} // namespace

bool between_blocks(const finding &f)
{
    return f.kind == report_kind::race_between_blocks || f.kind == report_kind::race_in_cluster ||
           f.kind == report_kind::volatile_without_fence || (is_stale(f.kind) && f.block[0] != f.block[1]);
}

bool is_in_shared(const finding &f)
{
    switch (f.kind) {
    case report_kind::race_on_shared:
    case report_kind::race_in_cluster:
    case report_kind::uninitialized_shared:
    case report_kind::peer_not_begun:
    case report_kind::peer_exited: return true;
    default: return false;
    }
}

bool has_two_parties(const finding &f)
{
    switch (f.kind) {
    case report_kind::race_on_shared:
    case report_kind::race_in_block:
    case report_kind::race_between_blocks:
    case report_kind::race_in_cluster:
    case report_kind::volatile_without_fence:
    case report_kind::lost_update:
    case report_kind::restrict_broken: return true;
    default: return is_stale(f.kind);
    }
}

doer doer_in(const launch_name &launch, uint64_t block, std::optional<unsigned> thread)
{
    doer by = {launch.kernel, index_in(launch.grid, block), {}};
    if (thread)
        by.thread = index_in(launch.block, *thread);
    return by;
}

std::string block_in_grid(const launch_name &launch, uint64_t block)
{
    return format("block %s", text_of(index_in(launch.grid, block)).c_str());
}

std::string block_text(const launch_name &launch, uint64_t block)
{
    return format("kernel %s, %s", launch.kernel, block_in_grid(launch, block).c_str());
}

std::string thread_text(const launch_name &launch, unsigned thread)
{
    return format("thread %s", text_of(index_in(launch.block, thread)).c_str());
}

void finding::swap_parties()
{
    std::swap(pc[0], pc[1]);
    std::swap(writes[0], writes[1]);
    std::swap(atomic[0], atomic[1]);
    std::swap(of_block[0], of_block[1]);
    std::swap(is_volatile[0], is_volatile[1]);
    std::swap(thread[0], thread[1]);
    std::swap(block[0], block[1]);
    std::swap(lacks_acquire[0], lacks_acquire[1]);
    earlier = 1 - earlier;
}

void finding::sort()
{
    auto place = [](const finding &f, int i) {
        return std::make_tuple(f.pc[i], !f.writes[i], f.block[i], f.thread[i]);
    };
    if (place(*this, 1) < place(*this, 0))
        swap_parties();
}

namespace
{
// Merges two findings for the same lines: the places of both, and the better example.
void unite(finding &one, const finding &more)
{
    bool across_warps = one.across_warps || more.across_warps;
    bool in_one_cluster = one.in_one_cluster && more.in_one_cluster;
    std::unordered_set<uint64_t> places = std::move(one.places);
    if (better_example(more, one))
        one = more;
    one.places = std::move(places);
    for (uint64_t place : more.places)
        one.add_place(place);
    one.across_warps = across_warps;
    one.in_one_cluster = in_one_cluster;
}
} // namespace

bool merge(std::vector<finding> &all, const finding &found)
{
    for (finding &one : all)
        if (one.kind == found.kind && one.pc[0] == found.pc[0] && one.pc[1] == found.pc[1] &&
            one.writes[0] == found.writes[0] && one.writes[1] == found.writes[1]) {
            unite(one, found);
            return false;
        }
    all.push_back(found);
    return true;
}

void launch_findings::add(const finding &found)
{
    added_.fetch_add(1, std::memory_order_relaxed);
    std::lock_guard<std::mutex> lock(mutex_);
    merge(all_, found);
}

void launch_findings::add(const stream_race &found)
{
    std::lock_guard<std::mutex> lock(mutex_);
    for (stream_race &one : between_streams_)
        if (one.pc[0] == found.pc[0] && one.pc[1] == found.pc[1] && one.number[0] == found.number[0] &&
            one.writes[0] == found.writes[0]) {
            one.address = std::min(one.address, found.address);
            one.meet |= found.meet;
            return;
        }
    between_streams_.push_back(found);
}

namespace
{
struct kept_race {
    stream_race found;
    std::string line[2];
    place_in_memory memory;
    // Which of several races between two launches on one variable or allocation to report: two writes, if there are
    // any.
    auto rank() const
    {
        return std::make_tuple(!(found.writes[0] && found.writes[1]), std::cref(line[0]), std::cref(line[1]),
                               found.address);
    }
};
struct {
    std::mutex mutex;
    std::map<std::string, kept_race> by_key;             // sorted, so that they come in the same order every time
    std::set<std::pair<uint32_t, std::string>> launches; // that race, with the memory
} &stream_races = *new std::remove_reference_t<decltype(stream_races)>;

std::string launched(const launch_name &launch)
{
    return format("%s:%d", launch.file, launch.line);
}
} // namespace

// The writer stands first, whichever of the two was found first. Of two writers, or where one line loads and stores,
// the one that was launched in the earlier line stands first.
bool keep(stream_race f, const place_in_memory &memory)
{
    std::string line[2] = {place(f.pc[0]), place(f.pc[1])};
    bool turn = f.writes[0] == f.writes[1] || line[0] == line[1] // such a line loads and stores
                    ? std::make_tuple(f.launch[0].line, line[0]) > std::make_tuple(f.launch[1].line, line[1])
                    : f.writes[1];
    if (turn) {
        std::swap(f.number[0], f.number[1]);
        std::swap(f.launch[0], f.launch[1]);
        std::swap(f.writes[0], f.writes[1]);
        std::swap(f.pc[0], f.pc[1]);
        std::swap(line[0], line[1]);
    }
    // One line may launch several kernels: each is named, but for those of a library, whose calls are what a reader
    // sees.
    auto name = [&](int i) {
        const std::string at = launched(f.launch[i]);
        return is_place_of_library(f.pc[i]) ? at : at + " " + without_arguments(f.launch[i].kernel);
    };
    const std::string one = name(0), other = name(1);
    const std::string key = "streams:" + std::min(one, other) + std::max(one, other) +
                            (memory.made.empty() ? memory.object : memory.made); // two kernels
    std::lock_guard<std::mutex> lock(stream_races.mutex);
    for (uint32_t number : f.number)
        stream_races.launches.emplace(number, memory.object);
    kept_race race = {f, {line[0], line[1]}, memory};
    auto [kept, fresh] = stream_races.by_key.emplace(key, race);
    race.found.meet |= kept->second.found.meet;
    if (!fresh && race.rank() < kept->second.rank())
        kept->second = race;
    kept->second.found.meet = race.found.meet;
    return fresh;
}

bool races_with_kernel(uint32_t launch, const place_in_memory &memory)
{
    std::lock_guard<std::mutex> lock(stream_races.mutex);
    return stream_races.launches.count({launch, memory.object}) > 0;
}

namespace
{
// What orders two launches, and does not order these.
void say_why_unordered(diagnosis &d, const kept_race &race)
{
    const stream_race &f = race.found;
    if (f.dependent != 0) {
        const int late = f.number[1] == f.dependent ? 1 : 0;
        d.say("Kernel %s is a programmatic dependent launch: it may begin before the kernels before it in its stream "
              "have ended. Call cudaGridDependencySynchronize() before %s. Only the thread that calls it waits, so "
              "call it in every thread, or put a __syncthreads() after it.",
              f.launch[late].kernel, race.line[late].c_str());
    } else if (f.in_vain) {
        d.say("The two kernels run on two devices, and the flags by which one waits for the other are of device "
              "scope: they order threads of one device only. Use cuda::thread_scope_system, and "
              "__threadfence_system() for fences.");
    } else if (f.meet) {
        d.say("The flags by which the two kernels wait for each other do not order these two. The kernel whose access "
              "comes first must set its flag after that access, by a release or after a __threadfence(), and after a "
              "__syncthreads() if other threads make the access. The other kernel must wait for that flag, by an "
              "acquire, before its own access.");
    } else if (f.family) {
        d.say("Nothing orders the two: %s",
              tr("a child runs after what its thread did before the launch, after what a barrier ordered before "
                 "that, and after earlier launches of its block into the same stream. A kernel cannot wait for "
                 "its child: use the result in a kernel launched after it, or in one in "
                 "cudaStreamTailLaunch."));
    } else {
        d.say("Nothing orders the two launches: %s",
              advice_between_streams(f.launch[0].in_graph && f.launch[1].in_graph));
    }
}
} // namespace

void report_stream_races(bool (*is_over)(uint32_t launch))
{
    std::map<std::string, kept_race> ready;
    {
        std::lock_guard<std::mutex> lock(stream_races.mutex);
        for (auto entry = stream_races.by_key.begin(); entry != stream_races.by_key.end();) {
            auto next = std::next(entry);
            const uint32_t *launches = entry->second.found.number;
            if (is_over(launches[0]) && is_over(launches[1]))
                ready.insert(stream_races.by_key.extract(entry));
            entry = next;
        }
    }
    for (const auto &[key, race] : ready) {
        const auto &[f, line, memory] = race;
        diagnosis d(f.dependent ? report_kind::race_of_dependent
                    : f.family  ? report_kind::race_with_child
                                : report_kind::race_between_launches);
        d.about(memory).add(memory.text());
        for (int i = 0; i < 2; ++i) {
            d.say("kernel %s, launched at %s, %s at %s", f.launch[i].kernel, launched(f.launch[i]).c_str(),
                  tr(f.writes[i] ? "writes" : "reads"), line[i].c_str());
            d.accesses.push_back(
                {{f.launch[i].kernel, {}, {}}, f.writes[i], false, false, reported_place(f.pc[i]), {}});
        }
        say_why_unordered(d, race);
        report_once(key, d);
    }
}

const char *advice_between_streams(bool in_graph)
{
    return in_graph
               ? tr("no path of the graph's edges leads from one to the other. In a capture, call cudaEventRecord() "
                    "after the first and cudaStreamWaitEvent() before the second; otherwise name the first among the "
                    "dependencies of the second.")
               : tr("put both into one stream, or let one stream wait for the other: cudaEventRecord() after the "
                    "first, cudaStreamWaitEvent() before the second.");
}

void launch_findings::let_guess_pass(const void *pc)
{
    std::lock_guard<std::mutex> lock(mutex_);
    guesses_.insert(pc);
}

void launch_findings::add_poll(const void *pc)
{
    std::lock_guard<std::mutex> lock(mutex_);
    polls_.insert(pc);
}

// Whether let_guess_pass() or add_poll() may still say that it is none.
bool launch_findings::may_pass_yet(const finding &f) const
{
    auto may_be_guess = [&](int i) {
        return !f.writes[i] && !f.is_volatile[i] && (f.atomic[1 - i] || !guesses_.empty());
    };
    return has_two_parties(f) && (may_be_guess(0) || may_be_guess(1) || (f.is_volatile[0] && f.is_volatile[1]));
}

void launch_findings::print_early(const launch_name &launch,
                                  place_in_memory (*memory_name)(const finding &, const launch_name &), bool stuck)
{
    launch_findings now; // printed without the lock, after which others are taken
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (all_.size() == printed_ && !stuck)
            return;
        printed_ = all_.size();
        for (const finding &f : all_)
            if (stuck || !may_pass_yet(f))
                now.all_.push_back(f);
        now.guesses_ = guesses_;
        now.polls_ = polls_;
    }
    if (now.print(launch, memory_name, false))
        anything_early_ = true;
}

std::string launch_findings::line_that_decides()
{
    std::lock_guard<std::mutex> lock(mutex_);
    std::set<std::string> lines;
    for (const finding &f : all_)
        for (int i = 0; has_two_parties(f) && i < 2; ++i)
            if (const source_position at = reported_place(f.pc[i]); !f.writes[i] && at.line != 0 && decides_way(at))
                lines.insert(at.text());
    return lines.empty() ? "" : *lines.begin();
}

namespace
{
// Which findings are no races after all.
struct harmless {
    const std::set<const void *> &guesses, &polls;
    std::set<std::string> lines_of_polls;
    // Where lanes of one warp race, a line that also stores is no poll, but a sum that relies on lockstep.
    std::set<std::string> lines_in_lockstep;

    harmless(const std::vector<finding> &all, const std::set<const void *> &guessed,
             const std::set<const void *> &polled)
        : guesses(guessed), polls(polled)
    {
        for (const void *pc : all.empty() ? std::set<const void *>() : polls)
            lines_of_polls.insert(place(pc));
        for (const finding &f : all)
            for (int i = 0; i < 2; ++i)
                if (f.kind == report_kind::race_in_block && !f.across_warps && f.writes[i] && f.is_volatile[i])
                    lines_in_lockstep.insert(place(f.pc[i]));
    }
    bool is_guess(const finding &f, int i) const
    {
        return !f.writes[i] && !f.is_volatile[i] && guesses.count(f.pc[i]) > 0;
    }
    bool is_poll(const finding &f, int i) const // the line of "another thread" is not known: it may be any poll
    {
        if (f.kind == report_kind::race_in_block && !f.across_warps && f.thread[i] != finding::some_other &&
            lines_in_lockstep.count(place(f.pc[i])) > 0)
            return false;
        return (!f.writes[i] || f.kind == report_kind::volatile_without_fence) && f.is_volatile[i] &&
               f.is_volatile[1 - i] &&
               (f.thread[i] == finding::some_other ? !polls.empty() : lines_of_polls.count(place(f.pc[i])) > 0);
    }
};

// A finding with its lines: the writer first; of two, the one in the earlier line.
by_line in_order(const finding &f, const place_in_memory &memory)
{
    const bool two = has_two_parties(f);
    by_line one = {{place_with_calls(f.pc[0]), two ? place_with_calls(f.pc[1]) : ""}, memory, f};
    const bool turn =
        two && (f.writes[0] != f.writes[1]   ? f.writes[1]
                : one.line[0] != one.line[1] ? in_order_of_lines()(one.line[1], one.line[0])
                                             : std::tie(f.block[0], f.thread[0]) > std::tie(f.block[1], f.thread[1]));
    if (turn) {
        std::swap(one.line[0], one.line[1]);
        one.found.swap_parties();
    }
    return one;
}

void add_to_group(std::map<std::string, group> &groups, const by_line &one, const launch_name &launch)
{
    const finding &f = one.found;
    const std::string lines = format("%s|%d|%s|%d", one.line[0].c_str(), f.writes[0], one.line[1].c_str(), f.writes[1]);
    const bool by_lines = f.kind == report_kind::constant_written;
    group &g = groups[format("%s|%d|%s%s", without_arguments(launch.kernel).c_str(), (int)f.kind,
                             one.memory.common_name().c_str(), by_lines ? lines.c_str() : "")];
    auto [place, fresh] = g.all.emplace(lines, one);
    if (!fresh)
        unite(place->second.found, f);
}
} // namespace

bool launch_findings::print(const launch_name &launch,
                            place_in_memory (*memory_name)(const finding &, const launch_name &), bool is_over)
{
    std::map<std::string, group> groups; // sorted, so that they come in the same order every time
    const harmless pass(all_, guesses_, polls_);
    for (const finding &f : all_) {
        const bool polls = pass.is_poll(f, 0) || pass.is_poll(f, 1);
        if (pass.is_guess(f, 0) || pass.is_guess(f, 1) || polls)
            takes_any_ |= polls;
        else
            add_to_group(groups, in_order(f, memory_name(f, launch)), launch);
    }
    bool anything_new = anything_early_;
    for (const stream_race &f : between_streams_) {
        finding where = {};
        where.kind = report_kind::race_between_blocks;
        where.address = f.address;
        anything_new |= keep(f, memory_name(where, launch));
    }
    // An atomic operation of too small a scope comes first: other races may follow from it, as of what a lock protects.
    for (bool of_scope : {true, false})
        for (const auto &[key, g] : groups)
            if (g.is_of_scope() == of_scope)
                anything_new |= report_once_of(key, g.lines(), describe(g, launch, is_over));
    return anything_new;
}
} // namespace cpu_device
