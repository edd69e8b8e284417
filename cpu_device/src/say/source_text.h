// SPDX-License-Identifier: MIT
// The text of a kernel, as far as a report needs it to say where to add a line. If it is not sure, it says nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../platform/source_line.h"

namespace cpu_device
{
// A change of one line that ends a report.
struct remedy {
    std::string insert;        // a line to be added after line `at`; or
    std::string replace, with; // a statement in line `at`, and what takes its place
    source_position at;        // line 0: there is none
};

// Two accesses of a block between which a barrier is missing, and the barrier that all threads have passed before both.
struct unordered_lines {
    source_position first, second; // as they stand in the source
    source_position barrier;       // line 0: there is none
    bool first_reads;              // and the second writes
    bool second_reads;
};
struct missing_barrier {
    remedy add;
    int between = 0;            // the last line of the statement that holds the first one alone; 0: unknown
    int also = 0;               // a second barrier is missing, after this line, at the end of the loop that holds both
    int goes_on = 0;            // in_next_round: the line of a `continue` that skips all that follows the second
    bool apart = false;         // they are in a branch and its else
    bool is_between = false;    // the barrier stands between the two
    bool understood = false;    // all else is false where the text of the function is not
    bool in_next_round = false; // the barrier stands between the two, and one thread has gone round the loop
    bool in_one_loop = false;   // that loop is in no other
    bool in_one_statement = false; // both accesses are
    bool at_end_of_loop = false;   // and that is in a loop without a barrier
    bool in_loop = false;          // and that is in a loop
    bool in_branch = false;        // one of them is in a branch that not all threads need to take
    bool reads_first = false;      // a thread comes to the one that reads, and then to the one that writes
    bool tests_first = false;      // the one that reads is the condition for the other
    bool after_return = false;     // the kernel returns before, in some threads
};
missing_barrier find_missing_barrier(const unordered_lines &lines);

// Why threads of a block wait at two barriers: one is in a loop that they leave after different numbers of rounds; or
// some threads go round a loop that holds both, by a `continue` that skips the other.
struct split_barriers {
    int loop = 0, barrier = 0; // the lines of the loop, and of the barrier in it; 0: it is not so
    int skips = 0;             // of the `continue`; then `barrier` is the one that it skips
};
split_barriers find_split(const source_position &one, const source_position &other);

// The branch or the loop that leads some threads of a block around a barrier.
struct barrier_guard {
    int line = 0; // of its condition; 0: unknown
    bool is_loop = false;
    std::string word;         // "if"
    bool in_function = false; // there is none around it in its function, which is not a kernel
};
barrier_guard find_guard(const source_position &barrier);

// The lines of the function that holds that line, in which it stores to elements of an array.
std::vector<int> stores_of(const source_position &line, const std::string &array);

// Whether the line is the header of a branch or a loop that holds a barrier, or from which a thread leaves early.
bool decides_way(const source_position &line);

// "bins[i] += 2;" as an atomic operation.
struct atomic_update {
    remedy mend;               // line 0: there is none
    std::string function;      // "atomicAdd"; "": the statement is something else
    bool has_type = false;     // the function has a version for the type
    bool reads_others = false; // it adds other elements of the same array, which need an order
};
// Whether CUDA has that function for elements of that type. "": unknown.
bool has_atomic(const std::string &function, const std::string &type);
// `type`: of the element; "": unknown.
atomic_update find_atomic(const source_position &line, const std::string &type);
} // namespace cpu_device
