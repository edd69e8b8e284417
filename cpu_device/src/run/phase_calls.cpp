// SPDX-License-Identifier: MIT
// What a thread does with a barrier that has phases (phase_barriers.h), and what is wrong with it.
#include <cstring>

#include "../../include/cuda_runtime_api.h"
#include "../platform/source_line.h"
#include "../say/report.h"
#include "core.h"

namespace cpu_device
{
// --- waits that are neither for the block nor for the warp ---

// Of threads at the same barrier. They have their own place, and others make them ready.
void core::wait_apart(const waiting &here)
{
    leave_sweep();
    b_.waits[b_.current] = here;
    b_.apart[b_.current / warp_size] |= 1u << b_.current % warp_size;
    b_.lanes.not_ready(b_.current);
    switch_from_current();
}

void core::end_wait(unsigned thread)
{
    const unsigned bit = 1u << thread % warp_size;
    b_.apart[thread / warp_size] &= ~bit;
    b_.order.make_ready(thread / warp_size, bit);
}

void core::wait_for_phase(const phase_barrier &b, bool to_begin, const line_in_file &at)
{
    wait_apart(
        {at.file, at.line, false, (uint8_t)warp_kind::phase, to_begin, 0, reinterpret_cast<uint64_t>(b.address())});
}

void core::wake_at(const phase_barrier &b)
{
    for (unsigned warp = 0; warp < b_.order.warps; ++warp)
        for (unsigned rest = b_.apart[warp]; rest; rest &= rest - 1) {
            const unsigned thread = warp * warp_size + lowest_bit(rest);
            if (waits_for(thread, b))
                end_wait(thread);
        }
}

bool core::waits_for(unsigned thread, const phase_barrier &b) const
{
    return b_.apart[thread / warp_size] >> thread % warp_size & 1 &&
           b_.waits[thread].kind == (uint8_t)warp_kind::phase &&
           b_.waits[thread].value == reinterpret_cast<uint64_t>(b.address());
}

// --- what orders ---

void core::release_at(const char *place)
{
    fence_of_atomic(false, fence_order::release);
    if (b_.checking)
        b_.checker.tell(&observer::flag, b_.current, place, false, true);
}

void core::acquire_at(const char *place)
{
    if (b_.checking)
        b_.checker.tell(&observer::flag, b_.current, place, true, false);
    fence_of_atomic(false, fence_order::acquire);
}

// The word of a barrier is accessed, by a call that says itself what that orders.
void core::touch_barrier(access kind, const char *address, const void *pc)
{
    touch({kind, address, sizeof(uint64_t), sizeof(uint64_t), pc, true, true});
}

// --- what is wrong ---

std::string core::name_of_barrier(const phase_barrier &b) const
{
    return name_of(b.address(), b_.checker.here());
}

source_position position_of(const line_in_file &at)
{
    return at.line != 0 ? source_position{at.file, at.line} : reported_place(at.file - 1, false);
}

// Ends the launch. `why` as the last lines of the report.
template <class Why> void core::wrong_barrier(const char *subject, const line_in_file &at, Why why)
{
    break_off(cudaErrorLaunchFailure, [=, this] {
        diagnosis d = diagnose(report_kind::wrong_barrier, position_of(at), subject);
        why(d);
        return d;
    });
}

static std::string by_whom(const launch_name &launch, const phase_barrier::use &use)
{
    return thread_text(launch, use.thread) + tr(", at ") + position_of(use.at).text();
}

void core::count_must_be_right(const char *address, unsigned count, const line_in_file &at)
{
    if (count > 0 && count <= phase_barrier::most)
        return;
    wrong_barrier("a count that no barrier can have", at, [=, this](diagnosis &d) {
        d.say("%s: %u. A barrier in shared memory counts from 1 to %u arrivals.",
              name_of(address, b_.checker.here()).c_str(), count, phase_barrier::most);
    });
}

// A barrier begins where one is. With nobody on the way the new one works all the same; PTX leaves it undefined.
void core::must_not_be_alive(const phase_barrier &b, const line_in_file &at)
{
    if (!b.alive() || (!b.is_unused() && b.arrived().empty() && !any_waits_for(b)))
        return;
    const phase_barrier *const one = &b;
    wrong_barrier("a barrier is initialized twice", at, [=, this](diagnosis &d) {
        d.say("%s was initialized before, by %s.", name_of_barrier(*one).c_str(),
              by_whom(b_.launch->record.name, one->initialized()).c_str());
        if (!one->arrived().empty())
            d.say("Its phase %llu is under way: arrivals that have come are forgotten.",
                  (unsigned long long)one->phase());
        d.say("Let one thread initialize it, once, before __syncthreads(): if (threadIdx.x == 0).");
    });
}

bool core::any_waits_for(const phase_barrier &b) const
{
    for (unsigned t = 0; t < b_.order.threads; ++t)
        if (waits_for(t, b))
            return true;
    return false;
}

void core::must_see_begin(const phase_barrier &b, const line_in_file &at)
{
    if (!b_.checking || b.knows(b_.current) || b_.checker.races().is_ordered(b.initialized().moment, b_.current))
        return;
    const phase_barrier *const one = &b;
    wrong_barrier("a barrier is used before its initialization is visible", at, [=, this](diagnosis &d) {
        d.say("%s was initialized by %s, and nothing orders the two.", name_of_barrier(*one).c_str(),
              by_whom(b_.launch->record.name, one->initialized()).c_str());
        d.say("Put __syncthreads() between the initialization and the first use by another thread.");
    });
}

void core::must_not_have_ended(const phase_barrier &b, const line_in_file &at)
{
    if (!b.has_ended())
        return;
    const phase_barrier *const one = &b;
    wrong_barrier("a barrier is used after it was destroyed", at, [=, this](diagnosis &d) {
        d.say("%s was destroyed by %s.", name_of_barrier(*one).c_str(),
              by_whom(b_.launch->record.name, one->ended()).c_str());
        d.say("Destroy it after __syncthreads(), when no thread uses it any more.");
    });
}

void core::may_end(const phase_barrier &b, const line_in_file &at)
{
    const phase_barrier *const one = &b;
    for (const phase_barrier::use &u : b.users()) {
        if (u.at.file == nullptr || u.thread == b_.current || !b_.checking)
            continue;
        const bool waits = waits_for(u.thread, b);
        if (!waits && b_.checker.races().is_ordered(u.moment, b_.current))
            continue;
        wrong_barrier("a barrier is destroyed while others may use it", at, [=, this](diagnosis &d) {
            d.say(waits ? "%s: %s still waits there." : "%s: %s uses it, and nothing orders that before the end.",
                  name_of_barrier(*one).c_str(), by_whom(b_.launch->record.name, u).c_str());
            d.say("Destroy it after __syncthreads(), when no thread uses it any more.");
        });
    }
}

// --- calls ---

// The barrier at that address, which the running thread is about to use. If it was not initialized yet the others run:
// so the order of the threads does not decide what is reported.
phase_barrier &core::phase_barrier_for(const char *address, const line_in_file &at)
{
    phase_barrier &b = phases_.at(address);
    while (!b.alive()) {
        must_not_have_ended(b, at);
        wait_for_phase(b, true, at);
    }
    must_see_begin(b, at);
    if (b_.checking)
        b.used({b_.current, at, b_.checker.races().moment(b_.current)});
    return b;
}

void core::begin_phases(char *address, unsigned count, const line_in_file &at, const void *pc)
{
    phase_barrier &b = phases_.at(address);
    count_must_be_right(address, count, at);
    must_not_be_alive(b, at);
    touch({access::write, address, sizeof(uint64_t), sizeof(uint64_t), pc});
    memset(address, 0, sizeof(uint64_t));
    b.begins(count, {b_.current, at, b_.checking ? b_.checker.races().moment(b_.current) : word{}});
    wake_at(b);
    progress();
}

void core::end_phases(char *address, const line_in_file &at, const void *pc)
{
    phase_barrier &b = phase_barrier_for(address, at);
    may_end(b, at);
    touch({access::write, address, sizeof(uint64_t), sizeof(uint64_t), pc});
    b.ends({b_.current, at, b_.checking ? b_.checker.races().moment(b_.current) : word{}});
}

uint64_t core::arrive_at_phase(char *address, unsigned count, unsigned drop, bool completes, const line_in_file &at,
                               const void *pc)
{
    phase_barrier &b = phase_barrier_for(address, at);
    touch_barrier(access::atomic, address, pc);
    release_at(b.place(b.phase()));
    if (count > b.pending() || drop > b.expected())
        wrong_barrier("more arrivals than a barrier expects", at, [=, this, &b](diagnosis &d) {
            d.say("%s: %u more in phase %llu, which expects %u and lacks %u.", name_of_barrier(b).c_str(), count,
                  (unsigned long long)b.phase(), b.expected(), b.pending());
            if (b.pending() == 0 && b.bytes() != 0)
                d.say("All of its arrivals have come. It still waits for %lld bytes of its copies.", b.bytes());
            d.say("What a GPU does here is undefined.");
        });
    const uint64_t token = b.token();
    b.arrive(b_.current, count, drop);
    if (completes && b.is_complete())
        complete_phase(b);
    progress();
    cpu_device_poll();
    if (b_.launch->seed != 0 && b_.next_random() % 4 == 0)
        yield();
    return token;
}

void core::complete_phase(phase_barrier &b)
{
    b.next_phase();
    char *word_of_it = const_cast<char *>(b.address());
    const uint64_t bits = (b.phase() & 1) << 63; // as the copies look at it
    memcpy(word_of_it, &bits, sizeof bits);
    copies_.finish_until(b.address(), [this](const async_copies::copy &c) {
        memcpy(c.to, c.from, c.size);
        b_.checker.tell(&observer::copy_arrives, c.to, c.size);
    });
    wake_at(b);
    progress();
}

bool core::has_all_arrivals(const char *address)
{
    phase_barrier &b = phases_.at(address);
    if (!b.takes_end())
        return false;
    acquire_at(b.place(b.phase()));
    return true;
}

void core::complete_phase_at(char *address)
{
    phase_barrier &b = phases_.at(address);
    release_at(b.place(b.phase()));
    complete_phase(b);
}

void core::expect_bytes(char *address, long long bytes, const line_in_file &at, const void *pc)
{
    phase_barrier &b = phase_barrier_for(address, at);
    touch_barrier(access::atomic, address, pc);
    b.expect(bytes);
    if (b.is_complete() && !b.arrived().empty())
        complete_phase(b);
}

// What the copy writes is released by the phase, not by its thread's arrival.
void core::begin_bulk_copy(char *to, const char *from, size_t size, char *barrier, const line_in_file &at,
                           const void *pc)
{
    phase_barrier &b = phase_barrier_for(barrier, at);
    begin_copy_until(to, from, size, pc, barrier);
    release_at(b.place(b.phase()));
    b.expect(-(long long)size);
    if (b.is_complete() && !b.arrived().empty())
        complete_phase(b);
}

// The phase that the thread may wait for with this token.
uint64_t core::phase_to_wait_for(const phase_barrier &b, uint64_t token, const line_in_file &at)
{
    const uint64_t phase = b.phase_of(token);
    const phase_barrier *const one = &b;
    if (phase == phase_barrier::none)
        wrong_barrier("a token of another barrier", at, [=, this](diagnosis &d) {
            d.say("%s did not give this token since it was initialized.", name_of_barrier(*one).c_str());
            d.say("Wait with the token that this barrier's last arrive() has returned.");
        });
    // Where the thread has not arrived since, others decide how far the barrier is, and the phase is over.
    const uint64_t arrived = b.arrivals_until(b_.current);
    if (arrived > phase + 1)
        wrong_barrier("a token of an earlier phase", at, [=, this](diagnosis &d) {
            d.say("%s: the token is of phase %llu.", name_of_barrier(*one).c_str(), (unsigned long long)phase);
            d.say("The thread has arrived in phase %llu since, so phase %llu can be over already.",
                  (unsigned long long)(arrived - 1), (unsigned long long)(phase + 1));
            d.say("A token is of use until the next phase ends: wait with the one of the last arrive().");
        });
    return phase;
}

bool core::test_phase(const char *address, uint64_t token, bool sleeps, const line_in_file &at, const void *pc)
{
    phase_barrier &b = phase_barrier_for(address, at);
    touch_barrier(access::atomic_write, address, pc);
    return has_ended(b, phase_to_wait_for(b, token, at), sleeps);
}

bool core::test_parity(const char *address, bool parity, bool sleeps, const line_in_file &at, const void *pc)
{
    phase_barrier &b = phase_barrier_for(address, at);
    touch_barrier(access::atomic_write, address, pc);
    const bool over = (b.phase() & 1) != parity;
    return has_ended(b, over ? b.phase() - 1 : b.phase(), sleeps);
}

// `phase`: UINT64_MAX is the one before the first.
bool core::has_ended(phase_barrier &b, uint64_t phase, bool sleeps)
{
    if (phase != UINT64_MAX && phase >= b.phase()) {
        if (sleeps)
            yield();
        else
            idle();
        return false;
    }
    if (phase != UINT64_MAX)
        acquire_at(b.place(phase));
    note_use(b);
    return true;
}

void core::note_use(phase_barrier &b)
{
    if (!b_.checking)
        return;
    phase_barrier::use last = b.users()[b_.current];
    last.moment = b_.checker.races().moment(b_.current);
    b.used(last);
}

void core::wait_until_over(phase_barrier &b, uint64_t phase, const line_in_file &at)
{
    while (phase >= b.phase()) {
        wait_for_phase(b, false, at);
        must_not_have_ended(b, at);
    }
    acquire_at(b.place(phase));
    note_use(b);
}

void core::wait_phase(const char *address, uint64_t token, const line_in_file &at, const void *pc)
{
    phase_barrier &b = phase_barrier_for(address, at);
    touch_barrier(access::atomic_write, address, pc);
    wait_until_over(b, phase_to_wait_for(b, token, at), at);
}

void core::wait_parity(const char *address, bool parity, const line_in_file &at, const void *pc)
{
    phase_barrier &b = phase_barrier_for(address, at);
    touch_barrier(access::atomic_write, address, pc);
    if ((b.phase() & 1) == parity)
        wait_until_over(b, b.phase(), at);
    else if (b.phase() > 0)
        wait_until_over(b, b.phase() - 1, at);
}
} // namespace cpu_device

// --- called by the program ---

using cpu_device::core;
using cpu_device::line_in_file;
using cpu_device::running_core;

#define PC (static_cast<const char *>(__builtin_return_address(0)) - 1)
static core &of_barrier()
{
    return running_core("a barrier in shared memory");
}
// Where a call stands: in a destructor, only the instruction is known.
#define PLACE (file != nullptr ? line_in_file{file, line} : line_in_file{PC + 1, 0})
static char *at(const volatile void *barrier)
{
    return static_cast<char *>(const_cast<void *>(barrier));
}

void cpu_device_phase_init(void *barrier, unsigned count, const char *file, int line)
{
    of_barrier().begin_phases(at(barrier), count, PLACE, PC);
}

void cpu_device_phase_inval(void *barrier, const char *file, int line)
{
    of_barrier().end_phases(at(barrier), PLACE, PC);
}

cpu_device::unsigned64 cpu_device_phase_arrive(void *barrier, unsigned count, unsigned drop, int completes,
                                               const char *file, int line)
{
    return of_barrier().arrive_at_phase(at(barrier), count, drop, completes != 0, PLACE, PC);
}

int cpu_device_phase_has_all(void *barrier)
{
    return of_barrier().has_all_arrivals(at(barrier));
}

void cpu_device_phase_complete(void *barrier)
{
    of_barrier().complete_phase_at(at(barrier));
}

unsigned cpu_device_phase_pending(cpu_device::unsigned64 token)
{
    return cpu_device::phase_barrier::pending_of(token);
}

void cpu_device_phase_expect(void *barrier, long long bytes, const char *file, int line)
{
    of_barrier().expect_bytes(at(barrier), bytes, PLACE, PC);
}

void cpu_device_phase_copy(void *to, const void *from, size_t size, void *barrier, const char *file, int line)
{
    of_barrier().begin_bulk_copy(static_cast<char *>(to), static_cast<const char *>(from), size, at(barrier), PLACE,
                                 PC);
}

int cpu_device_phase_test(const void *barrier, cpu_device::unsigned64 token, int sleeps, const char *file, int line)
{
    return of_barrier().test_phase(at(barrier), token, sleeps != 0, PLACE, PC);
}

int cpu_device_phase_test_parity(const void *barrier, int parity, int sleeps, const char *file, int line)
{
    return of_barrier().test_parity(at(barrier), parity != 0, sleeps != 0, PLACE, PC);
}

void cpu_device_phase_wait(const void *barrier, cpu_device::unsigned64 token, const char *file, int line)
{
    of_barrier().wait_phase(at(barrier), token, PLACE, PC);
}

void cpu_device_phase_wait_parity(const void *barrier, int parity, const char *file, int line)
{
    of_barrier().wait_parity(at(barrier), parity != 0, PLACE, PC);
}
