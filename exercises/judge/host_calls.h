// SPDX-License-Identifier: MIT
// host_calls.h: for exercises about what the host does. A solution has device code only, so it does not call: its
// kernel, of one thread, writes a list of calls, and the judge makes them, in this order. Whatever the list contains,
// the judge makes no other calls than those of the exercise.
#pragma once

enum { most_calls = 64, most_events = 16 };

struct host_call {
    int what, first, second;
};

struct host_calls {
    int count;
    host_call call[most_calls];

    __device__ void add(int what, int first, int second = 0)
    {
        if (count < most_calls)
            call[count] = {what, first, second};
        ++count;
    }
};

#ifdef JUDGES
// The calls that a kernel has listed.
template <class F> std::vector<host_call> listed_calls(F launch)
{
    array<int> list(1 + 3 * most_calls, [](size_t) { return 0; });
    static_assert(sizeof(host_calls) == (1 + 3 * most_calls) * sizeof(int), "a list of integers");
    run([&] { launch(reinterpret_cast<host_calls *>((int *)list)); });
    list.copy_back();
    if (list[0] < 0 || list[0] > most_calls)
        end_judging("wrong", "the list has %d calls, and there is room for %d", list[0], most_calls);
    std::vector<host_call> calls;
    for (int i = 0; i < list[0]; ++i)
        calls.push_back({list[1 + 3 * i], list[2 + 3 * i], list[3 + 3 * i]});
    return calls;
}

inline void expect_index(const char *what, int index, int count)
{
    if (index < 0 || index >= count)
        end_judging("wrong", "there is no %s %d", what, index);
}

// Calls of a kind, in a list, must be for the parts 0, 1, 2, ... in this order.
inline void expect_parts(const std::vector<host_call> &calls, int what, const char *name, int parts)
{
    int next = 0;
    for (const host_call &c : calls)
        if (c.what == what && c.first != next++)
            end_judging("wrong", "%s(%d) comes in the place of %s(%d)", name, c.first, name, next - 1);
    if (next != parts)
        end_judging("wrong", "there are %d calls of %s(), and %d parts", next, name, parts);
}
#endif
