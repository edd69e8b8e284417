// SPDX-License-Identifier: MIT
// There is no thread that could watch, so a kernel's thread takes a step for it when it yields. What is found are
// launches that wait for ever, as in ../linux/watch.cpp. Such a program ends, since nobody could.
#include "../watch.h"

#include <algorithm>
#include <ctime>
#include <vector>

#include "../../say/report.h"
#include "../../settings.h"
#include "../deadlock.h"
#include "../device.h"
#include "../launch.h"
#include "../spinning.h"

namespace cpu_device
{
namespace
{
// in nanoseconds
constexpr int64_t stuck_after = 3000000000, cycles_show_after = 300000000, patience = 10000000000;
constexpr int64_t first_pause = 250000000, longest_pause = 4000000000, none_begins_for = 250000000;
constexpr unsigned yields_between_steps = 256;

device *watched_device;
enum class phase { waits, first_look, second_look, describes };
struct {
    phase at = phase::waits;
    int64_t since = 0, launch_since = 0, next_look = 0, pause = first_pause, begun_since = 0;
    uint64_t begun = 0; // blocks
    uint32_t launch = 0;
    unsigned look = 0;
    uint64_t changes = 0;
    std::vector<spinning *> cores;
} state;

int64_t now()
{
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

uint64_t changes()
{
    uint64_t sum = 0;
    for (const spinning *s : state.cores)
        sum += s->changes();
    return sum;
}

void begin(phase next, unsigned look)
{
    state.at = next;
    state.since = now();
    looking = look;
}

void give_up()
{
    begin(phase::waits, 0);
    state.next_look = state.since + state.pause;
    state.pause = std::min(2 * state.pause, longest_pause);
}

bool all_cycle(unsigned look)
{
    return std::all_of(state.cores.begin(), state.cores.end(),
                       [=](const spinning *s) { return s->parked || s->all_cycle == look; });
}

bool more_may_begin(const operation_pointer &op)
{
    return !op->kernel->takes_turns() && op->next_block < op->kernel->blocks();
}

bool begin_more(const operation_pointer &op)
{
    std::lock_guard<std::mutex> lock(watched_device->mutex);
    return more_may_begin(op) && watched_device->begin_more_blocks(op);
}

// With a seed, a block may wait for one with a lower number that has not begun. So more begin, once none has for a
// while.
void look_for_waiting(const operation_pointer &op)
{
    if (state.begun != op->next_block) {
        state.begun = op->next_block;
        state.begun_since = now();
    } else if (op->kernel->seed != 0 && now() - state.begun_since > none_begins_for) {
        begin_more(op);
        state.begun_since = now();
    }
}

// All of its threads cycle or wait.
void found(const operation_pointer &op)
{
    if (begin_more(op) || now() - state.launch_since < stuck_after)
        return give_up();
    bool host_waits;
    {
        std::lock_guard<std::mutex> lock(watched_device->mutex);
        host_waits = watched_device->only_kernels_go_on(1);
    }
    if (!host_waits)
        die(1, "kernel %s waits for the host, and in the playground the two do not run at the same time",
            op->kernel->record.name.kernel);
    take_descriptions();
    begin(phase::describes, state.look + 1);
}

void look_on(const operation_pointer &running)
{
    const int64_t time = now() - state.since;
    if (looks_of_cores() != state.cores || time > patience ||
        (state.at != phase::first_look && changes() != state.changes))
        return give_up();
    if (state.at == phase::first_look) {
        if (!std::all_of(state.cores.begin(), state.cores.end(),
                         [](const spinning *s) { return s->parked || s->seen == state.look; }))
            return;
        state.changes = changes();
        begin(phase::second_look, state.look += 2);
    } else if (state.at == phase::second_look) {
        if (time < cycles_show_after || !all_cycle(state.look))
            return;
        found(running);
    } else if (all_cycle(state.look + 1)) {
        begin(phase::waits, 0);
        setting.fatal = true;
        report_waiting({running}, watched_device->load_kernels());
    }
}
} // namespace

void start_watching(device &d)
{
    watched_device = &d;
}

void take_step_of_watch()
{
    static unsigned yields = 0;
    if (++yields % yields_between_steps != 0 || watched_device == nullptr)
        return;
    std::vector<operation_pointer> running;
    bool alone = false;
    {
        std::lock_guard<std::mutex> lock(watched_device->mutex);
        running = watched_device->running_kernels();
        alone = running.size() == 1 && running[0]->kernel->checked && watched_device->only_kernels_go_on(0);
    }
    if (!alone || running[0]->number != state.launch) {
        if (state.at != phase::waits)
            give_up();
        state.launch = alone ? running[0]->number : 0;
        state.launch_since = state.begun_since = now();
        state.begun = 0;
        state.pause = first_pause;
        return;
    }
    look_for_waiting(running[0]);
    if (state.at != phase::waits) {
        look_on(running[0]);
    } else if ((more_may_begin(running[0]) || now() - state.launch_since > stuck_after) && now() > state.next_look) {
        state.cores = looks_of_cores();
        begin(phase::first_look, state.look += 2);
    }
}
} // namespace cpu_device
