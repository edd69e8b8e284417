// SPDX-License-Identifier: MIT
#include "barrier_findings.h"

#include "../platform/text.h"

namespace cpu_device
{
using ull = unsigned long long;

// --- barriers in shared memory ---

std::string thread_at(const std::string &thread, const source_position &at)
{
    return thread + tr(", at ") + at.text();
}

diagnosis counts_wrongly(diagnosis d, const std::string &name, unsigned count, unsigned most)
{
    return d.say("%s: %u. A barrier in shared memory counts from 1 to %u arrivals.", name.c_str(), count, most);
}

diagnosis begins_twice(diagnosis d, const std::string &name, const std::string &who, const uint64_t *phase)
{
    d.say("%s was initialized before, by %s.", name.c_str(), who.c_str());
    if (phase != nullptr)
        d.say("Its phase %llu is under way: arrivals that have come are forgotten.", (ull)*phase);
    return d.say("Let one thread initialize it, once, before __syncthreads(): if (threadIdx.x == 0).");
}

diagnosis used_before_visible(diagnosis d, const std::string &name, const std::string &who)
{
    return d.say("%s was initialized by %s, and nothing orders the two.", name.c_str(), who.c_str())
        .say("Put __syncthreads() between the initialization and the first use by another thread.");
}

diagnosis used_after_end(diagnosis d, const std::string &name, const std::string &who)
{
    return d.say("%s was destroyed by %s.", name.c_str(), who.c_str())
        .say("Destroy it after __syncthreads(), when no thread uses it any more.");
}

diagnosis ends_in_use(diagnosis d, const std::string &name, const std::string &who, bool waits)
{
    return d
        .say(waits ? "%s: %s still waits there." : "%s: %s uses it, and nothing orders that before the end.",
             name.c_str(), who.c_str())
        .say("Destroy it after __syncthreads(), when no thread uses it any more.");
}

diagnosis arrives_too_often(diagnosis d, const phase_state &b, unsigned count)
{
    d.say("%s: %u more in phase %llu, which expects %u and lacks %u.", b.name.c_str(), count, (ull)b.phase, b.expected,
          b.pending);
    if (b.pending == 0 && b.bytes != 0)
        d.say("All of its arrivals have come. It still waits for %lld bytes of its copies.", b.bytes);
    return d.say("What a GPU does here is undefined.");
}

diagnosis token_of_other(diagnosis d, const std::string &name)
{
    return d.say("%s did not give this token since it was initialized.", name.c_str())
        .say("Wait with the token that this barrier's last arrive() has returned.");
}

diagnosis token_too_old(diagnosis d, const std::string &name, uint64_t phase, uint64_t arrived)
{
    return d.say("%s: the token is of phase %llu.", name.c_str(), (ull)phase)
        .say("The thread has arrived in phase %llu since, so phase %llu can be over already.", (ull)(arrived - 1),
             (ull)(phase + 1))
        .say("A token is of use until the next phase ends: wait with the one of the last arrive().");
}

// --- barriers with a number ---

diagnosis number_too_high(diagnosis d, unsigned number)
{
    return d.say("barrier %u: a block has the barriers 0 to 15.", number);
}

diagnosis wrong_thread_count(diagnosis d, unsigned number, unsigned threads, unsigned of_block, bool whole_warps)
{
    d.say("barrier %u, for %u threads: the block has %u.", number, threads, of_block);
    return whole_warps ? d : d.say("Warps arrive as a whole, so count 32 threads for each.");
}

diagnosis counts_differ(diagnosis d, unsigned number, const expecting_warp &one, const expecting_warp &other)
{
    return d
        .say("barrier %u: warp %u expects %u threads at %s:%d, and warp %u expects %u at %s:%d.", number, one.warp,
             one.threads, base_name(one.at.file.c_str()), one.at.line, other.warp, other.threads,
             base_name(other.at.file.c_str()), other.at.line)
        .say("All warps that meet at a barrier must give the same count: that of the threads which arrive and of those "
             "which wait, together.");
}

diagnosis count_and_none(diagnosis d, unsigned number, const expecting_warp &counts, const expecting_warp &other)
{
    return d
        .say("barrier %u: warp %u gives a thread count, %u, at %s:%d, and warp %u gives none at %s:%d.", number,
             counts.warp, counts.threads, base_name(counts.at.file.c_str()), counts.at.line, other.warp,
             base_name(other.at.file.c_str()), other.at.line)
        .say(
            "All warps that meet at a barrier must give the same count, or none of them one, even if it is that of the "
            "block: an H200 ends the launch with cudaErrorIllegalInstruction. __syncthreads() is barrier 0 without a "
            "count.");
}

// --- threads that wait ---

std::string text_of(const std::vector<waiting_group> &waiting)
{
    std::string text;
    for (const waiting_group &g : waiting)
        text += format(g.count == 1 ? "\n    %u thread waits in %s%s: %s" : "\n    %u threads wait in %s%s: %s",
                       g.count, g.call.c_str(), g.where().c_str(), g.threads.c_str());
    return text;
}

diagnosis &of_waiting(diagnosis &d, const std::vector<waiting_group> &waiting)
{
    d.waiting.insert(d.waiting.end(), waiting.begin(), waiting.end());
    return d.add(text_of(waiting));
}

diagnosis &of_threads(diagnosis &d, const std::string &block, unsigned threads)
{
    return d.say("%s, of %u threads (by rank in the block)", block.c_str(), threads);
}

diagnosis &some_exited(diagnosis &d, unsigned count, const std::string &which)
{
    return d.say(count == 1 ? "%u thread has exited: %s" : "%u threads have exited: %s", count, which.c_str());
}

diagnosis &some_of_exited(diagnosis &d, unsigned count, unsigned threads, const std::string &which)
{
    return d.say(count == 1 ? "%u of %u threads has exited: %s" : "%u of %u threads have exited: %s", count, threads,
                 which.c_str());
}

diagnosis &some_skipped(diagnosis &d, unsigned count, const std::string &which)
{
    return d.say(count == 1 ? "%u thread has skipped this barrier, and has exited: %s"
                            : "%u threads have skipped this barrier, and have exited: %s",
                 count, which.c_str());
}

std::string advice_on_skipped(const source_position &barrier)
{
    const barrier_guard guard = find_guard(barrier);
    if (guard.is_loop)
        return loop_is_uneven(barrier.line, guard.line);
    if (guard.word == "if")
        return format("The condition of the if at line %d is not the same for all threads of the block, so some of "
                      "them skip the barrier at line %d. CUDA forbids that, even if the kernel ends. End the if before "
                      "the barrier, and begin it again after the barrier for what remains to be done.",
                      guard.line, barrier.line);
    if (guard.line != 0)
        return format("The switch at line %d does not lead all threads of the block to the barrier at line %d. CUDA "
                      "forbids that, even if the kernel ends. Take the barrier out of the switch.",
                      guard.line, barrier.line);
    if (guard.in_function)
        return format("The barrier at line %d is in a function that not all threads of the block call. CUDA forbids "
                      "that, even if the kernel ends. Let every thread of the block call the function.",
                      barrier.line);
    return advice_on_stuck(stuck_in::barrier);
}

std::string advice_on_stuck(stuck_in where)
{
    switch (where) {
    case stuck_in::barrier:
        return tr("Every thread of the block must reach the same barrier: take it out of the branch or loop. A GPU may "
                  "hang here, or pair the barriers wrongly.");
    case stuck_in::warp_call:
        return tr("Every lane that the mask names must make the same call, with the same mask. A GPU may hang here.");
    case stuck_in::tile:
        return tr("All threads of the tile must make the same call. A GPU may hang here, or pair the calls wrongly.");
    case stuck_in::whole_warp_call:
        return tr(
            "All 32 lanes of a warp must make the same call at the same line. What a GPU does here is undefined.");
    case stuck_in::barriers_apart:
        return tr("Every warp that a barrier counts must come to it, all of its lanes at the same instruction, and all "
                  "warps must pass their barriers in the same order. A GPU may hang here.");
    }
    return "";
}

std::string continue_skips(int line, int barrier)
{
    return format("The continue at line %d skips the barrier at line %d: let every thread of the block reach the same "
                  "barriers in each round of the loop. A GPU may hang here, or pair the barriers wrongly.",
                  line, barrier);
}

std::string loop_is_uneven(int barrier, int loop)
{
    return format("The barrier at line %d is in the loop at line %d, which not all threads go through equally often: "
                  "let all threads of the block make the same number of rounds, and test in the loop which of them "
                  "have work. A GPU may hang here, or pair the barriers wrongly.",
                  barrier, loop);
}

diagnosis &of_grid(diagnosis &d, const char *kernel, uint64_t blocks, const std::string &waiting)
{
    return d.say("kernel %s, grid of %llu blocks", kernel, (ull)blocks)
        .add(waiting)
        .say("Every thread of the grid must reach the same barriers: take this one out of the branch or loop, and let "
             "no block return before it. A GPU hangs here.");
}

diagnosis &of_cluster_block(diagnosis &d, const std::string &block, bool has_exited,
                            const std::vector<waiting_group> &waiting)
{
    return has_exited ? d.say("%s has exited", block.c_str()) : of_waiting(d.say("%s:", block.c_str()), waiting);
}

diagnosis &advise_cluster(diagnosis &d)
{
    return d.say("Every thread of the cluster must reach the same barriers: take them out of the branch or loop. A GPU "
                 "hangs here.");
}

diagnosis &missed_by_exited(diagnosis &d, unsigned count, unsigned threads)
{
    return d.say(count == 1 ? "%u of %u threads has exited" : "%u of %u threads have exited", count, threads);
}

diagnosis &say_missing(diagnosis &d, const missing_threads &threads)
{
    const auto &[exited, there, elsewhere] = threads;
    if (exited.empty() && there.empty() && elsewhere.empty())
        d.say("All threads of the block have arrived there.");
    if (!exited.empty())
        d.say("Threads that have exited without arriving there: %s", exited.c_str());
    if (!there.empty())
        d.say("Threads that wait there without having arrived in this phase: %s", there.c_str());
    if (!elsewhere.empty())
        d.say("Threads that wait elsewhere and have not arrived there: %s", elsewhere.c_str());
    return d;
}

diagnosis &never_initialized(diagnosis &d, const std::string &name, const std::string &users)
{
    return d.say("%s was never initialized, and threads use it: %s", name.c_str(), users.c_str());
}

diagnosis &lacks_arrivals(diagnosis &d, const phase_state &b, const source_position &initialized)
{
    d.is_of_count = b.has_let_pass;
    d.say("%s, initialized at %s, expects %u arrivals in a phase. In phase %llu, %u have come; %u more must come.",
          b.name.c_str(), initialized.text().c_str(), b.expected, (ull)b.phase, b.come, b.pending);
    if (b.bytes > 0)
        d.say("It still waits for %lld bytes of its asynchronous copies.", b.bytes);
    if (b.bytes < 0)
        d.say("Its asynchronous copies have brought %lld bytes more than it expects.", -b.bytes);
    return d;
}

diagnosis &lacks_threads(diagnosis &d, unsigned number, unsigned expected, unsigned come)
{
    return d.say("Barrier %u expects %u threads: %u have arrived.", number, expected, come);
}

std::string words_of(phase_advice advice)
{
    switch (advice) {
    case phase_advice::initialize:
        return tr("Let one thread initialize it, with the number of arrivals, before __syncthreads().");
    case phase_advice::bytes: return tr("Expect as many bytes as the copies of the phase bring, no more and no fewer.");
    case phase_advice::parity:
        return tr("A thread that has arrived in a phase must wait for that phase, not for the next one: wait_parity() "
                  "takes its parity, which is 0 for phase 0, 1 for phase 1, and so on in turns.");
    case phase_advice::phase_before:
        return tr("The phase before is over, and the threads that wait here have not waited for it: wait_parity() "
                  "takes the parity of the phase that a thread waits for, which is 0 for phase 0, 1 for phase 1, and "
                  "so on in turns.");
    case phase_advice::drop:
        return tr("A thread that leaves before the others calls arrive_and_drop(), so that they do not wait for it.");
    case phase_advice::count:
        return tr("Initialize a barrier with the number of arrivals that come in each phase, and let each of these "
                  "threads arrive before it waits for anything else.");
    }
    return "";
}

// --- a launch in which all threads wait or spin ---

diagnosis &and_others(diagnosis &d, const std::string &block, size_t others)
{
    const std::string more = others == 0   ? ""
                             : others == 1 ? format(", and %zu other block", others)
                                           : format(", and %zu other blocks", others);
    return d.say("%s%s", block.c_str(), more.c_str());
}

diagnosis &not_begun(diagnosis &d, uint64_t count, uint64_t blocks, uint64_t most)
{
    const std::string why =
        blocks > most ? format("an H100 can run at most %llu of them at once, so a block must not wait for a later one",
                               (ull)most)
                      : tr("the CPU device cannot run more of them at once");
    return d.say(count == 1 ? "%llu of %llu blocks has not begun: %s" : "%llu of %llu blocks have not begun: %s",
                 (ull)count, (ull)blocks, why.c_str());
}

diagnosis &must_be_loaded(diagnosis &d, const launch_name &kernel)
{
    return d.say(
        "Kernel %s, launched at %s:%d, has not begun: CUDA loads a kernel at its first use, and a GPU waits "
        "with that until the kernels that run have ended. So it hangs here. Use the kernel before, for instance "
        "in a call of cudaFuncGetAttributes(), or set CUDA_MODULE_LOADING=EAGER.",
        kernel.kernel, kernel.file, kernel.line);
}

diagnosis &say_that_it_spins(diagnosis &d)
{
    return d.say("The spinning threads repeat the same steps, and no thread is left that could change what they read. "
                 "A GPU would hang here, too.");
}
} // namespace cpu_device
