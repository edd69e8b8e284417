// SPDX-License-Identifier: MIT
// read_orders.h: two orders in which to read a memory, each with the closed form of what must come out, so that a
// measurement can prove that every read was made.
//
// A walk follows a chain: each node holds the place of the next one, so no read can begin before the one before it has
// ended. The chain goes once through all nodes, the same way in every run, and in no order that could be fetched ahead.
//
// A sweep reads as much as it can: in each round every thread one element, and all threads of a round neighbours. The
// words of the data are numbered, and the threads add up what they read, modulo 2^32.
#pragma once

#include <cuda_runtime.h>

struct walk {
    unsigned nodes;  // a power of two
    unsigned stride; // from node to node, in whatever unit a place is
    unsigned apart;  // nodes from the start of one lane of a warp to that of the next; 0: all lanes read the same
    unsigned warm;   // steps before the clock starts, so that the caches hold what they can
    unsigned steps;  // steps that are timed
    // Node i is followed by node i * multiplier + increment. The first is 1 more than a multiple of 4, the second odd:
    // then it goes through every node, whatever power of two they are. No constants, or the compiler sees through it.
    unsigned multiplier = 1664525, increment = 1013904223;
};

// The place that a node holds.
__host__ __device__ inline unsigned next_place(unsigned node, struct walk w)
{
    return ((node * w.multiplier + w.increment) & (w.nodes - 1)) * w.stride;
}

// The node where a lane of the warp ends: 1, 2, 4, ... steps are each of the form node * a + c.
inline unsigned last_node(unsigned lane, struct walk w)
{
    unsigned node = lane * w.apart, a = w.multiplier, c = w.increment;
    for (unsigned steps = w.warm + w.steps; steps != 0; steps /= 2, c *= a + 1, a *= a)
        if (steps % 2 != 0)
            node = node * a + c;
    return node & (w.nodes - 1);
}

struct sweep {
    unsigned elements; // a power of two: after the last comes the first again
    unsigned words;    // of an element
    unsigned gap;      // elements from one thread's to that of the next, a power of two
    unsigned together; // neighbouring threads that read the same element
    unsigned loads;    // of each thread
    bool whole_grid;   // the blocks share the elements; else each block reads on its own
};

// What all threads have read: word i of the data holds i.
inline unsigned sweep_sum(struct sweep s, unsigned blocks, unsigned threads_per_block)
{
    unsigned long long reads = (s.whole_grid ? blocks : 1ull) * threads_per_block / s.together * s.loads;
    unsigned long long period = s.elements / s.gap, rest = reads % period;
    unsigned long long places = s.gap * (reads / period * (period * (period - 1) / 2) + rest * (rest - 1) / 2);
    unsigned long long sum = s.words * s.words * places + reads * (s.words * (s.words - 1) / 2);
    return (unsigned)(sum * s.together * (s.whole_grid ? 1 : blocks));
}
