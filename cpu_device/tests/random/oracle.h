// SPDX-License-Identifier: MIT
// oracle.h: which arrays a made program races for, by a look at all pairs of its accesses. What happens before what is
// a graph of everything that its threads did, with a vector clock for each of these events.
//
// Twice: `strict` has an edge wherever the memory model of PTX certainly orders, so no report may come where it has a
// path. `lenient` adds what the device also takes for an order, as its README says, and what depends on the order in
// which atomics happened to run: a race without a path even there has to be reported.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "program.h"

// What a launch recorded: for each thread and step, the value that the flag or lock had before.
struct launched {
    const struct program *program;
    const int *seen;
};

class oracle
{
  public:
    struct verdict {
        bool may = false, must = false;
        bool forgotten = false; // a race that the device may miss, as its README says
        struct {
            int launch, block, thread, step;
        } example[2] = {}; // the accesses of a race that must be reported
    };
    // The second launch of two in one go may be ordered after the first.
    oracle(const std::vector<launched> &launches, bool in_order) : launches_(launches)
    {
        int joint = -1;
        for (size_t l = 0; l < launches.size(); ++l) {
            follow((int)l, in_order ? joint : -1);
            joint = new_joint();
            for (int t = first_thread_; t < (int)last_.size(); ++t)
                if (last_[t] >= 0)
                    edge(last_[t], joint);
        }
        order_flags();
        strict_ = clocks();
        order_leniently();
        lenient_ = clocks();
        met_ = launches_may_meet();
        look_at_pairs();
    }
    verdict of(int array) const
    {
        return verdicts_[array];
    }
    bool all_fenced() const // each flag and lock is used as it should be
    {
        return all_fenced_;
    }

  private:
    struct event {
        int thread, index; // the index in its thread; thread -1: a joint of several threads
        scope fence = scope::none;
        bool barrier = false, strong = false; // strong: of a flag, a lock or data
    };
    struct access {
        int event, step;
        bool writes, atomic, of_block;
    };
    struct sync { // a strong access of a flag, a lock or data
        int event;
        bool reads, writes, of_block;
        int order; // of those that write; -1: not known
    };
    using clock = std::vector<uint8_t>;

    // --- events ---

    int new_joint()
    {
        events_.push_back({-1, 0});
        before_.emplace_back();
        return (int)events_.size() - 1;
    }
    int new_event(int thread, scope fence = scope::none, bool barrier = false)
    {
        int e = new_joint();
        events_[e] = {thread, (int)of_thread_[thread].size(), fence, barrier};
        if (last_[thread] >= 0)
            edge(last_[thread], e);
        last_[thread] = e;
        of_thread_[thread].push_back(e);
        return e;
    }
    void edge(int from, int to)
    {
        before_[to].push_back(from);
    }
    int block_of(int event) const
    {
        return block_of_[events_[event].thread];
    }

    void follow(int launch, int after)
    {
        const struct program &p = *launches_[launch].program;
        first_thread_ = (int)last_.size();
        first_of_launch_.push_back(first_thread_);
        for (int t = 0; t < p.blocks * p.threads; ++t) {
            last_.push_back(after);
            of_thread_.emplace_back();
            block_of_.push_back(launch * most_blocks + t / p.threads);
        }
        std::vector<bool> gone(p.blocks * p.threads);
        for (int i = 0; i < p.count; ++i) {
            const struct step &s = p.steps[step_ = i];
            std::map<int, std::vector<int>> groups; // those that meet
            auto group_of = [&](int t) {
                return s.what == act::sync_grid ? 0
                       : s.what == act::sync_block
                           ? t / p.threads
                           : t / p.threads * 100 + t % p.threads / (s.what == act::sync_tile ? s.size : 32);
            };
            for (int t = 0; t < p.blocks * p.threads; ++t) {
                int block = t / p.threads, in_block = t % p.threads;
                if (gone[t] || !takes_part(&s.who, block, in_block))
                    continue;
                if (s.what == act::leave)
                    gone[t] = true;
                else if (s.what >= act::sync_block && s.what <= act::sync_grid)
                    groups[group_of(t)].push_back(first_thread_ + t);
                else
                    does(launch, s, first_thread_ + t, launches_[launch].seen[t * most_steps + i]);
            }
            std::map<int, int> joints;
            for (auto &group : groups)
                joints[group.first] = meet(group.second);
            for (int t = 0; t < p.blocks * p.threads; ++t)
                if (gone[t] && joints.count(group_of(t)) && last_[first_thread_ + t] >= 0)
                    of_gone_.push_back({last_[first_thread_ + t], joints[group_of(t)]});
        }
    }
    int meet(const std::vector<int> &threads)
    {
        std::vector<int> arrivals;
        for (int t : threads)
            arrivals.push_back(new_event(t, scope::none, true));
        int joint = new_joint();
        for (int e : arrivals)
            edge(e, joint);
        for (int t : threads)
            edge(joint, new_event(t, scope::none, true));
        return joint;
    }
    void does(int launch, const struct step &s, int thread, int seen)
    {
        auto fence = [&](scope of) {
            if (of != scope::none)
                new_event(thread, of);
        };
        auto flag = [&](bool reads, bool writes, int order) {
            const int e = new_event(thread);
            events_[e].strong = true;
            flags_[launch * most_flags + s.flag].push_back({e, reads, writes, false, order});
        };
        switch (s.what) {
        case act::load: touch(s.at, thread, false, false, false); break;
        case act::store: touch(s.at, thread, true, false, false); break;
        case act::add:
        case act::exchange: touch(s.at, thread, true, true, false); break;
        case act::add_block: touch(s.at, thread, true, true, true); break;
        case act::copy:
            touch(s.from, thread, false, false, false);
            touch(s.at, thread, true, false, false);
            break;
        case act::signal:
            fence(s.before);
            flag(s.updates, true, seen);
            fence(s.after);
            all_fenced_ &= s.before == scope::device;
            break;
        case act::await:
            fence(s.before);
            flag(true, false, -1);
            fence(s.after);
            all_fenced_ &= s.after == scope::device;
            break;
        case act::locked:
            flag(true, true, seen);
            fence(s.before);
            touch(s.at, thread, false, false, false);
            touch(s.at, thread, true, false, false);
            fence(s.after);
            flag(true, true, seen + 1);
            all_fenced_ &= s.before == scope::device && s.after == scope::device;
            break;
        default: break;
        }
    }
    void touch(const struct words &w, int thread, bool writes, bool atomic, bool of_block)
    {
        const int in_launch = thread - first_thread_,
                  threads = launches_[block_of_[thread] / most_blocks].program->threads;
        int word = first_word(&w, threads, in_launch / threads, in_launch % threads), e = new_event(thread);
        events_[e].strong = atomic;
        for (int i = 0; i < w.size; ++i)
            accesses_[{w.array, w.array < shared_arrays ? block_of_[thread] : 0, word + i}].push_back(
                {e, step_, writes, atomic, of_block});
    }

    // --- order ---

    // The thread's last fence before an event, or its first after it, that is one to threads of the same block or of
    // others; -1: there is none.
    int fence_near(int event, int step, bool same_block, bool lenient) const
    {
        // What a thread has acquired by a fence of block scope, it releases to all.
        auto hands_on = [&](int fence) {
            const std::vector<int> &all = of_thread_[events_[fence].thread];
            return step < 0 && std::any_of(all.begin(), all.begin() + events_[fence].index,
                                           [&](int before) { return events_[before].strong; });
        };
        const std::vector<int> &all = of_thread_[events_[event].thread];
        for (int i = events_[event].index + step; i >= 0 && i < (int)all.size(); i += step) {
            const struct event &e = events_[all[i]];
            if (e.fence == scope::device || (e.fence == scope::block && same_block) ||
                (lenient && (e.barrier || (e.fence == scope::block && hands_on(all[i])))))
                return all[i];
        }
        return -1;
    }
    void synchronize(const sync &from, const sync &to)
    {
        bool same_block = block_of(from.event) == block_of(to.event);
        int release = fence_near(from.event, -1, same_block, false),
            acquire = fence_near(to.event, 1, same_block, false);
        if (from.event != to.event && release >= 0 && acquire >= 0)
            edge(release, acquire);
    }
    void order_flags()
    {
        for (const auto &[number, all] : flags_)
            for (const sync &from : all)
                for (const sync &to : all)
                    if (from.writes && to.reads && (!to.writes || from.order < to.order))
                        synchronize(from, to);
    }
    // Strong accesses of one word, in any order; barriers count as fences, and order what threads did that have left.
    void order_leniently()
    {
        for (const auto &[from, to] : of_gone_)
            edge(from, to);
        std::vector<std::vector<sync>> words;
        for (const auto &flag : flags_)
            words.push_back(flag.second);
        for (const auto &word : accesses_) {
            words.emplace_back();
            for (const access &a : word.second)
                if (a.atomic)
                    words.back().push_back({a.event, true, true, a.of_block, -1});
        }
        for (const std::vector<sync> &word : words) {
            std::map<int, int> joints; // of each block; of the grid at -1
            for (int block : {-1, 0})
                for (const sync &s : word) {
                    if (block == -1 && s.of_block)
                        continue;
                    int key = block == -1 ? -1 : block_of(s.event);
                    if (!joints.count(key))
                        joints[key] = new_joint();
                    // awaiting by atomicAdd() writes too
                    int release = fence_near(s.event, -1, block != -1, true);
                    int acquire = fence_near(s.event, 1, block != -1, true);
                    if (release >= 0)
                        edge(release, joints[key]);
                    if (s.reads && acquire >= 0)
                        edge(joints[key], acquire);
                }
        }
    }
    std::vector<clock> clocks() const
    {
        std::vector<clock> all(events_.size(), clock(last_.size()));
        for (size_t e = 0; e < events_.size(); ++e)
            if (events_[e].thread >= 0)
                all[e][events_[e].thread] = (uint8_t)(events_[e].index + 1);
        for (bool changed = true; changed;) {
            changed = false;
            for (size_t e = 0; e < events_.size(); ++e)
                for (int from : before_[e])
                    changed |= join(all[e].data(), all[from].data(), all[e].size());
        }
        return all;
    }
    [[gnu::no_sanitize("thread"), gnu::noinline]] static bool join(uint8_t *to, const uint8_t *from, size_t count)
    {
        uint8_t changed = 0;
        for (size_t t = 0; t < count; ++t) {
            uint8_t larger = from[t] > to[t] ? from[t] : to[t];
            changed |= (uint8_t)(larger ^ to[t]);
            to[t] = larger;
        }
        return changed != 0;
    }
    bool ordered(const std::vector<clock> &clocks, int a, int b) const
    {
        const struct event &x = events_[a], &y = events_[b];
        return clocks[b][x.thread] > x.index || clocks[a][y.thread] > y.index;
    }

    // Whether a launch may hear from another one, by atomics of both at one word and a fence. The device then takes all
    // that it does afterwards to be ordered after all of the other.
    bool launches_may_meet() const
    {
        const bool fenced =
            std::any_of(events_.begin(), events_.end(), [](const event &e) { return e.fence != scope::none; });
        return fenced && std::any_of(accesses_.begin(), accesses_.end(), [&](const auto &word) {
                   bool by[2] = {};
                   for (const access &a : word.second)
                       by[block_of(a.event) / most_blocks] |= a.atomic && !a.of_block;
                   return by[0] && by[1];
               });
    }

    // --- races ---

    void look_at_pairs()
    {
        for (const auto &[place, all] : accesses_)
            for (size_t i = 0; i < all.size(); ++i)
                for (size_t j = 0; j < i; ++j)
                    look_at(verdicts_[std::get<0>(place)], all, all[i], all[j]);
    }
    void look_at(verdict &v, const std::vector<access> &all, const access &a, const access &b) const
    {
        const int block = block_of(a.event), other = block_of(b.event);
        if (events_[a.event].thread == events_[b.event].thread || !(a.writes || b.writes) ||
            (a.atomic && b.atomic && ((!a.of_block && !b.of_block) || block == other)) ||
            ordered(strict_, a.event, b.event))
            return;
        v.may = true;
        // Two launches: the device takes atomics for atomics there.
        if (ordered(lenient_, a.event, b.event) || (a.atomic && b.atomic && block / most_blocks != other / most_blocks))
            return;
        if (handed_on(all, a, b) || handed_on(all, b, a))
            return;
        if (is_forgotten(all, a, b) || is_forgotten(all, b, a) ||
            (block / most_blocks != other / most_blocks && met_)) {
            v.forgotten = true;
            return;
        }
        v.must = true;
        for (int i = 0; i < 2; ++i) {
            const access &one = i == 0 ? b : a;
            const int thread = events_[one.event].thread, launch = block_of_[thread] / most_blocks;
            v.example[i] = {launch, block_of_[thread] % most_blocks,
                            (thread - first_of_launch_[launch]) % launches_[launch].program->threads, one.step};
        }
    }
    // An atomic access happens before all that comes after a later atomic access of the same word (observation order).
    bool handed_on(const std::vector<access> &all, const access &first, const access &second) const
    {
        return first.atomic && std::any_of(all.begin(), all.end(), [&](const access &between) {
                   return between.atomic && between.event != first.event && before(between.event, second.event);
               });
    }

    // The device keeps one of the loads and atomics of a word by a block. So it forgets the first of the two accesses
    // if the kept one is ordered before the second, or does not conflict with it. It keeps those of only one of two
    // unordered launches.
    bool is_forgotten(const std::vector<access> &all, const access &first, const access &second) const
    {
        const int block = block_of(first.event), launch = block_of(second.event) / most_blocks;
        if (first.writes && !first.atomic)
            return false;
        return std::any_of(all.begin(), all.end(), [&](const access &kept) {
            if (kept.event == first.event || (kept.writes && !kept.atomic))
                return false;
            if (block / most_blocks != launch)
                return block_of(kept.event) / most_blocks == launch;
            if (block_of(kept.event) != block) // before the first fence it keeps one of all blocks
                return FENCES && block_of(kept.event) / most_blocks == launch;
            if (before(kept.event, second.event))
                return true;
            if (first.of_block && second.atomic)
                return kept.atomic && !kept.of_block;
            return before(first.event, kept.event) && kept.atomic == second.atomic && (kept.atomic || !second.writes);
        });
    }
    bool before(int a, int b) const
    {
        return a != b && lenient_[b][events_[a].thread] > events_[a].index;
    }

    std::vector<launched> launches_;
    std::vector<event> events_;
    std::vector<std::vector<int>> before_, of_thread_; // by event; by thread
    std::vector<int> last_, block_of_;                 // by thread
    std::vector<int> first_of_launch_;                 // by launch
    std::vector<std::pair<int, int>> of_gone_;         // edges from the last events of threads that have left
    int first_thread_ = 0, step_ = 0;                  // of the launch that follow() is at
    std::map<int, std::vector<sync>> flags_;
    std::map<std::tuple<int, int, int>, std::vector<access>> accesses_; // by array, block if shared, and word
    bool all_fenced_ = true;
    std::vector<clock> strict_, lenient_;
    bool met_ = false;
    verdict verdicts_[arrays];
};
