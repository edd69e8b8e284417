// SPDX-License-Identifier: MIT
// program.h: a made program. All threads go through the same list of steps; each step says which threads take part. A
// thread waits only for what earlier steps do, so no program hangs; and which access happens before which does not
// depend on the schedule, except in ways that the threads record.
#pragma once

#include <algorithm>

// Which groups of operations a program may have. The device works differently where a program has none.
#ifndef FENCES
#define FENCES 1
#endif
#ifndef LANES
#define LANES 1
#endif

enum class act : unsigned char {
    load,
    store,
    add,
    add_block, // atomicAdd_block()
    exchange,
    copy, // *to = *from, of a struct
    sync_block,
    sync_lanes, // __syncwarp(lanes)
    sync_tile,
    sync_grid,
    leave,  // return from the kernel
    signal, // a flag, after a fence
    await,  // a flag, before a fence
    locked, // load and store while holding a lock
};

enum class scope : unsigned char { none, block, device };

// The number that a thread derives its words from: the same for all threads, or that of a group of `size` threads.
enum class by : unsigned char { all, group, block };

const int most_steps = 24, most_threads = 80, most_blocks = 3, arrays = 4, shared_arrays = 2; // the first are shared
const int slots = most_threads * most_blocks, shared_slots = most_threads; // of an array, each of four words
const int most_flags = 8;

// Which words of an array a thread accesses: `size` of those in a slot, from `first` on.
struct words {
    by which;
    unsigned char array, group, stride, offset, first, size;
};

struct members {
    unsigned lanes;       // a bit for each lane of a warp
    unsigned char blocks; // a bit for each block
    unsigned char first, count;
};

struct step {
    act what;
    struct members who;
    struct words at, from;
    unsigned char size;         // of a tile
    unsigned char flag, awaits; // the number of a flag or lock; how many signals to await
    bool updates;               // the flag is used by atomicAdd(), not by volatile accesses
    scope before, after;        // fences
};

struct program {
    int blocks, threads, count;
    struct step steps[most_steps];
};

__host__ __device__ inline bool takes_part(const struct members *m, int block, int thread)
{
    return (m->blocks >> block & 1) && thread >= m->first && thread < m->first + m->count &&
           (m->lanes >> thread % 32 & 1);
}

__host__ __device__ inline int first_word(const struct words *w, int threads, int block, int thread)
{
    int rank = w->array < shared_arrays ? thread : block * threads + thread;
    int number = w->which == by::all ? 0 : w->which == by::block ? block : rank / w->group;
    return (number * w->stride + w->offset) % (w->array < shared_arrays ? shared_slots : slots) * 4 + w->first;
}

// Makes a program of a few idioms: threads of a group access words of their own, with something between that orders
// them, or not.
class maker
{
  public:
    explicit maker(unsigned seed, bool cooperative) : state_(seed * 2654435761u + 12345), cooperative_(cooperative)
    {
        below(2);
    }
    int below(int n)
    {
        state_ = state_ * 1664525u + 1013904223u;
        return (int)((state_ >> 8) % (unsigned)n);
    }
    // `flag`: the first that no other program uses.
    struct program make(int *flag)
    {
        p_ = {};
        p_.blocks = 1 + below(most_blocks);
        p_.threads = below(3) ? 16 * (1 + below(5)) : 2 + below(most_threads - 1);
        whole_tiles_ = p_.threads % 16 == 0;
        flag_ = flag;
        careful_ = below(3) != 0;
        for (int idioms = 1 + below(4); idioms > 0; --idioms)
            add_idiom();
        return p_;
    }

  private:
    bool one_in(int n)
    {
        return below(n) == 0;
    }
    struct members everyone() const
    {
        return {~0u, 0xff, 0, (unsigned char)p_.threads};
    }
    void add(struct step s)
    {
        if (p_.count < most_steps)
            p_.steps[p_.count++] = s;
    }

    // The words of an idiom: a slot for each group, whose number is `which`.
    struct words words_of(by which, int group, bool global)
    {
        struct words w = {};
        w.which = which;
        w.array = (unsigned char)(global || one_in(2) ? shared_arrays + below(arrays - shared_arrays) : below(2));
        w.group = (unsigned char)group;
        w.stride = (unsigned char)(careful_ || below(4) ? 1 : 2 * below(2));
        w.offset = (unsigned char)(careful_ ? 0 : below(4));
        return w;
    }
    struct words sized(struct words w, int size)
    {
        w.size = (unsigned char)size;
        w.first = (unsigned char)(size == 1 ? (one_in(2) ? 0 : below(4)) : size == 2 ? 2 * below(2) : 0);
        return w;
    }
    void add_access(struct words at, const struct members &all, const struct members &one)
    {
        const act kinds[] = {act::load, act::load, act::load,      act::store, act::store,
                             act::copy, act::add,  act::add_block, act::add,   act::exchange};
        struct step s = {};
        s.what = kinds[below(10)];
        bool atomic = s.what == act::add || s.what == act::add_block || s.what == act::exchange;
        s.at = sized(at, atomic || one_in(2) ? 1 : 2 + below(3));
        if (s.what == act::copy) {
            // the words beside those of the idiom, or its own words into the array beside
            s.from = s.at;
            (one_in(2) ? s.from : s.at).array ^= 1;
        }
        bool writes = s.what == act::store || s.what == act::copy;
        s.who = (careful_ ? writes : writes && below(3)) ? one : one_in(3) ? one : all;
        if (!careful_ && one_in(6))
            s.who = everyone();
        add(s);
    }

    // Accesses by the members of groups, with `order` between them.
    void add_rounds(const struct words &at, const struct members &all, int group, const struct step &order)
    {
        for (int rounds = 2 + below(3); rounds > 0; --rounds) {
            struct members one = all;
            if (group < 32) { // one lane of each group
                unsigned every = group == 4 ? 0x11111111u : group == 8 ? 0x01010101u : group == 16 ? 0x00010001u : 1u;
                one.lanes &= every << below(group);
            } else if (group == 32) {
                one.lanes = 1u << below(32);
            } else {
                one.first = (unsigned char)below(p_.threads);
                one.count = 1;
            }
            if (group > most_threads) // the group is the grid
                one.blocks = (unsigned char)(1 << below(p_.blocks));
            add_access(at, all, one);
            if (one_in(3))
                add_access(at, one, one);
            if (rounds > 1 && (careful_ || below(6)))
                add(order);
        }
    }

    void add_idiom()
    {
        switch (below(10)) {
        case 0: add_of_block(); break;
        case 1:
        case 2:
        case 3: LANES ? add_of_lanes() : add_of_block(); break;
        case 4: cooperative_ ? add_of_grid() : add_of_block(); break;
        case 5: add_leave(); break;
        case 6:
        case 7: FENCES ? add_flag() : add_of_block(); break;
        case 8: FENCES ? add_lock() : add_of_block(); break;
        default: add_apart();
        }
        if (one_in(4)) {
            struct step s = {};
            s.what = act::sync_block;
            s.who = everyone();
            add(s);
        }
    }
    void add_of_block()
    {
        struct step order = {};
        order.what = act::sync_block;
        order.who = everyone();
        add_rounds(words_of(by::block, 1, false), everyone(), most_threads, order);
    }
    void add_of_grid()
    {
        struct step order = {};
        order.what = act::sync_grid;
        order.who = everyone();
        if (has_left_)
            return;
        add_rounds(words_of(by::all, 1, true), everyone(), most_threads + 1, order);
    }
    // Each thread has words of its own.
    void add_apart()
    {
        struct words at = words_of(by::group, 1, false);
        for (int n = 1 + below(3); n > 0; --n)
            add_access(at, everyone(), everyone());
    }
    void add_of_lanes()
    {
        struct step order = {};
        order.who = everyone();
        if (whole_tiles_ && one_in(2)) {
            order.what = act::sync_tile;
            order.size = (unsigned char)(4 << below(3));
            add_rounds(words_of(by::group, order.size, false), order.who, order.size, order);
            return;
        }
        order.what = act::sync_lanes;
        const unsigned masks[] = {~0u, 0xffffu, 0xffff0000u, 0xffu, 0x0ff0u, 0x55555555u, 0x7fffffffu, 3u};
        order.who.lanes = one_in(3) ? ~0u : masks[below(8)];
        if (one_in(3)) { // one warp alone
            order.who.first = (unsigned char)(32 * below((p_.threads + 31) / 32));
            order.who.count = 32;
        }
        struct members all = order.who;
        add_rounds(words_of(by::group, 32, true), all, 32, order);
    }
    void add_leave()
    {
        struct step s = {};
        s.what = act::leave;
        s.who = everyone();
        switch (below(4)) {
        case 0: s.who.lanes = 0xffff0000u; break;
        case 1: s.who.first = (unsigned char)(16 * (1 + below(5))); break;
        case 2: s.who.blocks = (unsigned char)(1 << below(p_.blocks)); break;
        default: s.who.lanes = 1u << below(32) | 1u << below(32); whole_tiles_ = false;
        }
        if (whole_tiles_ || one_in(2)) {
            has_left_ = true;
            add(s);
        }
    }
    scope fence_scope()
    {
        return careful_ ? scope::device : below(6) ? (one_in(3) ? scope::block : scope::device) : scope::none;
    }
    // Some threads access words and set a flag; others wait for it and access the words.
    void add_flag()
    {
        if (*flag_ == most_flags)
            return;
        struct members from = everyone(), to = everyone(), last = everyone();
        from.blocks = (unsigned char)(1 << below(p_.blocks));
        to.blocks = (unsigned char)(1 << below(p_.blocks));
        bool one = one_in(2);
        from.first = (unsigned char)below(p_.threads);
        from.count = (unsigned char)(one ? 1 : 1 + below(4));
        to.first = (unsigned char)below(p_.threads);
        to.count = (unsigned char)(1 + below(one_in(2) ? 2 : 40));
        last = to;
        last.count = 1;
        struct words at = words_of(by::all, 1, true);
        add_access(at, from, from);
        if (one_in(4))
            add_access(at, from, from);
        struct step s = {};
        s.what = act::signal;
        s.who = from;
        s.flag = (unsigned char)(*flag_)++;
        s.updates = from.count > 1 || one_in(2);
        s.before = fence_scope();
        s.after = one_in(4) ? fence_scope() : scope::none;
        add(s);
        s.what = act::await;
        s.who = to;
        s.updates = one_in(2);
        s.before = one_in(4) ? fence_scope() : scope::none;
        s.after = fence_scope();
        add(s);
        add_access(at, to, last);
    }
    void add_lock()
    {
        if (*flag_ == most_flags)
            return;
        struct step s = {};
        s.what = act::locked;
        s.flag = (unsigned char)(*flag_)++;
        s.who = everyone();
        if (one_in(2))
            s.who.lanes = 1u << below(32) | 1u << below(32);
        else
            s.who.count = (unsigned char)std::min(p_.threads, 1 + below(5));
        struct words at = words_of(by::all, 1, true);
        s.at = sized(at, 1 + below(4));
        s.before = s.after = fence_scope();
        if (!careful_ && one_in(4))
            s.before = scope::none;
        for (int n = 1 + below(2); n > 0; --n)
            add(s);
        if (one_in(3)) {
            struct step order = {};
            order.what = act::sync_block;
            order.who = everyone();
            add(order);
        }
    }

    unsigned state_;
    bool cooperative_, careful_ = true, whole_tiles_ = true, has_left_ = false;
    int *flag_ = nullptr;
    struct program p_ = {};
};
