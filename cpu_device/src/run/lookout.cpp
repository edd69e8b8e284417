// SPDX-License-Identifier: MIT
#include "lookout.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "../platform/program_image.h"
#include "../platform/registers.h"
#include "../platform/source_line.h"
#include "../say/report.h"
#include "core.h"
#include "switch_stack.h"

namespace cpu_device
{
namespace
{
uint64_t hash(uint64_t so_far, const void *from, size_t size)
{
    const char *p = static_cast<const char *>(from);
    for (; size >= 8; size -= 8, p += 8) {
        uint64_t part;
        memcpy(&part, p, 8);
        so_far = mix(so_far ^ part);
    }
    return so_far;
}
} // namespace

// What the running thread has in its registers and on its stack.
uint64_t lookout::state_of_current() const
{
    char registers[registers_size];
    read_registers(registers);
    auto here = static_cast<const char *>(__builtin_frame_address(0));
    const char *top = b_.stacks.top_under(here);
    return hash(hash(0, registers, sizeof registers), here, (size_t)(top - here));
}

// Called by a signal handler of the core's host thread, whatever that does. The instruction is that of the signal.
void lookout::nudge(const char *instruction, const char *stack)
{
    glance g = {{}, b_.current, b_.number, &b_.launch->record};
    unsigned count = 0;
    if (in_program(instruction))
        g.pcs[count++] = instruction;
    const auto [begin, end] = b_.stacks.part_from(stack, 8192);
    for (const char *p = begin; count < std::size(g.pcs) && p + sizeof(void *) <= end; p += sizeof(void *)) {
        const char *word;
        memcpy(&word, p, sizeof word);
        if (in_program(word) && follows_call(word))
            g.pcs[count++] = word - 1;
    }
    b_.spins.found = g;
    b_.spins.glanced.store(asked_where.load(std::memory_order_relaxed), std::memory_order_release);
    nudged_ = true;
    if (b_.checking)
        b_.checker.see_all(true);
}

// Answers the watch, on the core's own stack. `at_barrier`: all threads of the block have come to one.
void lookout::tell_where(bool at_barrier)
{
    const unsigned question = asked_where.load(std::memory_order_relaxed);
    if (question == b_.spins.answered.load(std::memory_order_relaxed))
        return;
    tells_where_ = true;
    all_at_barrier_ = at_barrier;
    b_.out.reason = off_fiber::asked;
    cpu_device_switch_stack(&b_.out.back, b_.stacks.home);
    tells_where_ = false;
    b_.spins.answered.store(question, std::memory_order_release);
}

// All threads have come to a barrier.
void lookout::tell_at_barrier()
{
    tell_where(true);
    if (looking.load(std::memory_order_relaxed) == 0) {
        nudged_ = false;
        b_.checker.see_all(false);
    }
}

// A thread yields while the watch asks the cores to look, or has just stopped.
void lookout::look_at_current()
{
    if (nudged_) {
        b_.leave_sweep();
        tell_where(false);
    }
    const unsigned look = looking.load(std::memory_order_acquire);
    if (look == 0 || !b_.checking) {
        nudged_ = false;
        b_.spins.end();
        b_.checker.see_all(false);
        return;
    }
    if (look != b_.spins.look()) {
        b_.spins.begin(look);
        b_.checker.see_all(true);
    }
    if (!b_.spins.yields(b_.current, state_of_current()))
        return;
    b_.leave_sweep();
    for (unsigned warp = 0; warp < b_.order.warps; ++warp) {
        if (b_.lanes.any_asks(warp)) // lanes that the spinning ones will soon wake
            return;
        for (unsigned left = b_.order.ready[warp]; left; left &= left - 1)
            if (!b_.spins.in_cycle(warp * warp_size + (unsigned)__builtin_ctz(left)))
                return;
    }
    if (b_.spins.all_cycle.load(std::memory_order_relaxed) == look)
        return;
    if (look & 1) { // on the core's own stack
        b_.out.reason = off_fiber::asked;
        cpu_device_switch_stack(&b_.out.back, b_.stacks.home);
    }
    b_.spins.all_cycle.store(look, std::memory_order_release);
}

void lookout::note_access(const announced_access &access)
{
    if (!writes(access.kind) || is_atomic(access.kind))
        b_.spins.reads(b_.current, access.pc, access.address);
    if (writes(access.kind))
        b_.spins.writes(access.address, access.size);
}

// Where a thread spins: the place of its last access, or, where that is in a library's header, of the call that led
// there.
source_position lookout::place_of_spinning(unsigned t) const
{
    const source_position at = reported_place(b_.spins.place_of(t).pc, false);
    return at.line == 0 ? place_on_stack(t) : at;
}

// The place of the call that leads to where the thread has yielded.
source_position lookout::place_on_stack(unsigned t) const
{
    source_position at;
    const char *low = static_cast<const char *>(t == b_.current ? b_.out.back : b_.stacks.of(t));
    const char *top = b_.stacks.top_under(low);
    for (const char *p = low; at.line == 0 && p + sizeof(void *) <= top; p += sizeof(void *)) {
        const char *word;
        memcpy(&word, p, sizeof word);
        if (in_program(word) && follows_call(word))
            at = reported_place(word - 1, false);
    }
    return at.line == 0 ? reported_place(b_.spins.place_of(t).pc) : at;
}

namespace
{
// "0-31, 40": numbers in order.
std::string list_of(const std::vector<unsigned> &numbers)
{
    std::string text;
    for (size_t i = 0, end; i < numbers.size() && text.size() < 60; i = end) {
        for (end = i + 1; end < numbers.size() && numbers[end] == numbers[end - 1] + 1;)
            ++end;
        text += format(end - i > 1 ? "%s%u-%u" : "%s%u", text.empty() ? "" : ", ", numbers[i], numbers[end - 1]);
        if (end < numbers.size() && text.size() >= 60)
            text += ", ...";
    }
    return text;
}
} // namespace

std::string lookout::where(unsigned other_than) const
{
    std::string text;
    if (all_at_barrier_) {
        const waiting &at = b_.waits[b_.barrier.first()];
        text = format("\n    %u threads in %s%s", b_.order.live_threads, core_.deadlock.place_name(at).c_str(),
                      core_.deadlock.line_of(at).c_str());
    } else {
        std::map<std::string, std::vector<unsigned>> at;
        unsigned begun = 0;
        for (unsigned t = 0; t < b_.order.threads; ++t) {
            begun += b_.order.has_started(t);
            if (b_.order.is_ready(t) && b_.order.has_started(t) && b_.is_live(t) && t != other_than)
                at[waiting_group{"", place_on_stack(t), 0, ""}.where()].push_back(t);
        }
        for (const auto &[line, which] : at)
            text += format(which.size() == 1 ? "\n    %zu thread%s: %s" : "\n    %zu threads%s: %s", which.size(),
                           line.c_str(), list_of(which).c_str());
        if (begun == b_.order.threads)
            text += text_of(core_.deadlock.waiting_threads(true));
        else
            text += format(b_.order.threads - begun == 1 ? "\n    %u thread has not begun"
                                                         : "\n    %u threads have not begun",
                           b_.order.threads - begun);
    }
    return text;
}

void lookout::describe_where()
{
    describe_block({block_in_grid(b_.launch->record.name, b_.number), where(), &b_.launch->record});
}

// Which threads spin where: a line for each place, as of core_.deadlock.waiting_threads(), and a group.
std::string lookout::spinning_threads(std::vector<waiting_group> &groups) const
{
    std::string text;
    std::set<std::string> done;
    std::map<const void *, waiting_group> places; // each is looked up once
    auto place = [&](unsigned t) -> const waiting_group & {
        const auto [found, fresh] = places.try_emplace(b_.spins.place_of(t).pc);
        if (fresh)
            found->second.at = place_of_spinning(t);
        return found->second;
    };
    auto line = [&](unsigned t) { return place(t).where(); };
    auto spins = [&](unsigned t) { return t < b_.order.threads && b_.order.ready[t / warp_size] >> t % warp_size & 1; };
    for (unsigned t = 0; t < b_.order.threads; ++t) {
        if (!spins(t) || !done.insert(line(t)).second)
            continue;
        std::string which;
        unsigned count = 0;
        for (unsigned u = t, begin = turns::none; u <= b_.order.threads; ++u) {
            const bool same = spins(u) && line(u) == line(t);
            count += same;
            if (same && begin == turns::none)
                begin = u;
            if (!same && begin != turns::none) {
                if (which.size() < 60)
                    which += format(u - begin > 1 ? "%s%u-%u" : "%s%u", which.empty() ? "" : ", ", begin, u - 1);
                else if (which.back() != '.')
                    which += ", ...";
                begin = turns::none;
            }
        }
        const char *address = b_.spins.place_of(t).address;
        const std::string variable =
            address == nullptr ? "" : format(" on %s", name_of(address, b_.checker.here()).c_str());
        text += format(count == 1 ? "\n    %u thread spins%s%s: thread %s" : "\n    %u threads spin%s%s: threads %s",
                       count, line(t).c_str(), variable.c_str(), which.c_str());
        groups.push_back({"", place(t).at, count, which});
    }
    return text;
}

void lookout::describe_spinning()
{
    if (tells_where_)
        return describe_where();
    described_block said = {b_.where_block(), "", nullptr, {}};
    std::string text = spinning_threads(said.waiting);
    bool any_waits = false;
    for (unsigned warp = 0; warp < b_.order.warps; ++warp)
        any_waits |= (b_.order.live[warp] & ~b_.order.ready[warp]) != 0;
    if (any_waits) {
        const std::vector<waiting_group> waiting = core_.deadlock.waiting_threads(true);
        text += text_of(waiting);
        said.waiting.insert(said.waiting.end(), waiting.begin(), waiting.end());
    }
    if (b_.order.live_threads < b_.order.threads)
        text += "\n    " + format(b_.order.threads - b_.order.live_threads == 1 ? "%u thread has exited: %s"
                                                                                : "%u threads have exited: %s",
                                  b_.order.threads - b_.order.live_threads, core_.deadlock.exited_threads().c_str());
    if (const std::string which = core_.deadlock.threads_not_begun(); !which.empty())
        text += "\n    " + format("threads that have not begun: %s", which.c_str());
    for (waiting_group &g : said.waiting)
        g.block = doer_in(b_.launch->record.name, b_.number, {}).block;
    said.text = text + core_.deadlock.barriers_of_waiting_threads();
    describe_block(said);
}

// Other threads run as at a poll.
void lookout::give_way()
{
    constexpr unsigned enough = 64;
    if (++loads_ % enough == 0)
        core_.yield();
}
// The running thread has been stopped by a debugger, and calls this.
void lookout::say_threads()
{
    b_.leave_sweep();
    say_line(block_in_grid(b_.launch->record.name, b_.number) + where(b_.current));
}

// In a debugger, `call (void)kernel_threads()` prints where the threads are of the block whose thread it shows.
extern "C" [[gnu::used]] void kernel_threads()
{
    if (this_core == nullptr || !this_core->in_kernel())
        say_line(tr("no kernel runs in this thread of the program: choose another one"));
    else
        this_core->watched.say_threads();
}
} // namespace cpu_device
