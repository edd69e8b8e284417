// SPDX-License-Identifier: MIT
// switch.cpp: the time of one switch between fibers: the CPU device's own, and Boost.Context's.
#include <boost/context/detail/fcontext.hpp>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sys/mman.h>

#include "../src/run/switch_stack.h"

namespace
{
using namespace boost::context::detail;

constexpr unsigned fibers = 256; // a block of the chapter
constexpr size_t stack_step = 580 * 1024;
constexpr long switches = 20000000;

unsigned current;
long done;
char *stacks;

char *top(unsigned fiber) // spread over the cache's sets, as the device does it
{
    return stacks + (fiber + 1) * stack_step - fiber * 192 % 4096;
}

double now()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// --- the device's ---

void *own[fibers], *own_home;

[[gnu::noinline]] void own_wait()
{
    unsigned me = current;
    current = (me + 1) % fibers;
    cpu_device_switch_stack(&own[me], ++done < switches ? own[current] : own_home);
}

void own_fiber()
{
    unsigned me = current;
    if (++current < fibers) // the first round begins the others
        cpu_device_begin_stack(&own[me], top(current), own_fiber);
    current = me;
    for (;;)
        own_wait();
}

double time_own()
{
    current = 0;
    done = 0;
    double start = now();
    cpu_device_begin_stack(&own_home, top(0), own_fiber);
    return (now() - start) / switches;
}

// --- Boost's ---

fcontext_t boost_fibers[fibers], boost_home;

[[gnu::noinline]] void boost_wait()
{
    unsigned me = current;
    current = (me + 1) % fibers;
    transfer_t from = jump_fcontext(++done < switches ? boost_fibers[current] : boost_home, &boost_fibers[me]);
    *static_cast<fcontext_t *>(from.data) = from.fctx;
}

void boost_fiber(transfer_t from)
{
    *static_cast<fcontext_t *>(from.data) = from.fctx;
    for (;;)
        boost_wait();
}

double time_boost()
{
    for (unsigned i = 0; i < fibers; ++i)
        boost_fibers[i] = make_fcontext(top(i), stack_step / 2, boost_fiber);
    current = 0;
    done = 0;
    double start = now();
    jump_fcontext(boost_fibers[0], &boost_home);
    return (now() - start) / switches;
}
} // namespace

int main()
{
    void *memory =
        mmap(nullptr, fibers * stack_step, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        perror("mmap");
        return 1;
    }
    stacks = static_cast<char *>(memory);
    for (int round = 0; round < 5; ++round) {
        double mine = time_own(), theirs = time_boost();
        printf("one switch among %u fibers: own %.1f ns, Boost.Context %.1f ns, ratio %.1f\n", fibers, mine, theirs,
               theirs / mine);
    }
    return 0;
}
