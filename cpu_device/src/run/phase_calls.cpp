// SPDX-License-Identifier: MIT
#include "phase_calls.h"

#include <cstring>

#include "../../include/cuda_runtime_api.h"
#include "../platform/source_line.h"
#include "../say/report.h"
#include "core.h"

namespace cpu_device
{
// --- waits that are neither for the block nor for the warp ---

// For threads at the same barrier: they wait in a place of their own, and others make them ready.
void phase_calls::wait_apart(const waiting &here)
{
    b_.leave_sweep();
    b_.waits[b_.current] = here;
    b_.apart[b_.current / warp_size] |= 1u << b_.current % warp_size;
    b_.lanes.not_ready(b_.current);
    core_.switch_from_current();
}

void phase_calls::wait_for_phase(const phase_barrier &b, bool to_begin, const line_in_file &at)
{
    wait_apart(
        {at.file, at.line, false, (uint8_t)warp_kind::phase, to_begin, 0, reinterpret_cast<uint64_t>(b.address())});
}

void phase_calls::wake_at(const phase_barrier &b)
{
    for (unsigned warp = 0; warp < b_.order.warps; ++warp)
        for (unsigned rest = b_.apart[warp]; rest; rest &= rest - 1) {
            const unsigned thread = warp * warp_size + lowest_bit(rest);
            if (b_.waits_for(thread, b))
                b_.end_wait(thread);
        }
}

// --- what orders ---

void phase_calls::release_at(const char *place)
{
    core_.accesses.fence_of_atomic(false, fence_order::release);
    if (b_.checking)
        b_.checker.tell(&observer::flag, b_.current, place, false, true);
}

void phase_calls::acquire_at(const char *place)
{
    if (b_.checking)
        b_.checker.tell(&observer::flag, b_.current, place, true, false);
    core_.accesses.fence_of_atomic(false, fence_order::acquire);
}

// The word of a barrier is accessed, by a call that says itself what that orders.
void phase_calls::on_barrier_access(access kind, const char *address, const void *pc)
{
    core_.accesses.on_access({kind, address, sizeof(uint64_t), sizeof(uint64_t), pc, true, true});
}

// --- calls ---

// The barrier at that address, which the running thread is about to use. If it was not initialized yet the others run:
// so the order of the threads does not decide what is reported.
phase_barrier &phase_calls::phase_barrier_for(const char *address, const line_in_file &at)
{
    phase_barrier &b = b_.phases.at(address);
    while (!b.alive()) {
        core_.rules.must_not_have_ended(b, at);
        wait_for_phase(b, true, at);
    }
    core_.rules.must_see_begin(b, at);
    if (b_.checking)
        b.used({b_.current, at, b_.checker.races().clocks().time().now(b_.current)});
    return b;
}

void phase_calls::begin_phases(char *address, unsigned count, const line_in_file &at, const void *pc)
{
    phase_barrier &b = b_.phases.at(address);
    core_.rules.count_must_be_right(address, count, at);
    core_.rules.must_not_be_alive(b, at);
    core_.accesses.on_access({access::write, address, sizeof(uint64_t), sizeof(uint64_t), pc});
    memset(address, 0, sizeof(uint64_t));
    b.begins(count,
             {b_.current, at, b_.checking ? b_.checker.races().clocks().time().now(b_.current) : shadow_value{}});
    wake_at(b);
    b_.progress();
}

void phase_calls::end_phases(char *address, const line_in_file &at, const void *pc)
{
    phase_barrier &b = phase_barrier_for(address, at);
    core_.rules.may_end(b, at);
    core_.accesses.on_access({access::write, address, sizeof(uint64_t), sizeof(uint64_t), pc});
    b.ends({b_.current, at, b_.checking ? b_.checker.races().clocks().time().now(b_.current) : shadow_value{}});
}

uint64_t phase_calls::arrive_at_phase(char *address, unsigned count, unsigned drop, bool completes,
                                      const line_in_file &at, const void *pc)
{
    phase_barrier &b = phase_barrier_for(address, at);
    on_barrier_access(access::atomic, address, pc);
    release_at(b.place(b.phase()));
    core_.rules.arrivals_must_be_expected(b, count, drop, at);
    const uint64_t token = b.token();
    b.arrive(b_.current, count, drop);
    if (completes && b.is_complete())
        complete_phase(b);
    b_.progress();
    cpu_device_poll();
    if (b_.launch->seed != 0 && b_.next_random() % 4 == 0)
        core_.yield();
    return token;
}

void phase_calls::complete_phase(phase_barrier &b)
{
    b.next_phase();
    char *word_of_it = const_cast<char *>(b.address());
    const uint64_t bits = (b.phase() & 1) << 63; // as the copies look at it
    memcpy(word_of_it, &bits, sizeof bits);
    b_.copies.finish_until(b.address(), [this](const async_copies::copy &c) {
        memcpy(c.to, c.from, c.size);
        b_.checker.tell(&observer::copy_arrives, c.to, c.size);
    });
    wake_at(b);
    b_.progress();
}

bool phase_calls::has_all_arrivals(const char *address)
{
    phase_barrier &b = b_.phases.at(address);
    if (!b.takes_end())
        return false;
    acquire_at(b.place(b.phase()));
    return true;
}

void phase_calls::complete_phase_at(char *address)
{
    phase_barrier &b = b_.phases.at(address);
    release_at(b.place(b.phase()));
    complete_phase(b);
}

void phase_calls::expect_bytes(char *address, long long bytes, const line_in_file &at, const void *pc)
{
    phase_barrier &b = phase_barrier_for(address, at);
    on_barrier_access(access::atomic, address, pc);
    b.expect(bytes);
    if (b.is_complete() && !b.arrived().empty())
        complete_phase(b);
}

// What the copy writes is released by the phase, not by its thread's arrival.
void phase_calls::begin_bulk_copy(char *to, const char *from, size_t size, char *barrier, const line_in_file &at,
                                  const void *pc)
{
    phase_barrier &b = phase_barrier_for(barrier, at);
    core_.copying.begin_copy_until(to, from, size, pc, barrier);
    release_at(b.place(b.phase()));
    b.expect(-(long long)size);
    if (b.is_complete() && !b.arrived().empty())
        complete_phase(b);
}

bool phase_calls::test_phase(const char *address, uint64_t token, bool sleeps, const line_in_file &at, const void *pc)
{
    phase_barrier &b = phase_barrier_for(address, at);
    on_barrier_access(access::atomic_write, address, pc);
    return has_ended(b, core_.rules.phase_to_wait_for(b, token, at), sleeps);
}

bool phase_calls::test_parity(const char *address, bool parity, bool sleeps, const line_in_file &at, const void *pc)
{
    phase_barrier &b = phase_barrier_for(address, at);
    on_barrier_access(access::atomic_write, address, pc);
    const bool over = (b.phase() & 1) != parity;
    return has_ended(b, over ? b.phase() - 1 : b.phase(), sleeps);
}

// `phase`: UINT64_MAX is the one before the first.
bool phase_calls::has_ended(phase_barrier &b, uint64_t phase, bool sleeps)
{
    if (phase != UINT64_MAX && phase >= b.phase()) {
        if (sleeps)
            core_.yield();
        else
            core_.idle();
        return false;
    }
    if (phase != UINT64_MAX)
        acquire_at(b.place(phase));
    b.saw(b_.current, phase);
    note_use(b);
    return true;
}

void phase_calls::note_use(phase_barrier &b)
{
    if (!b_.checking)
        return;
    phase_barrier::use last = b.users()[b_.current];
    last.timestamp = b_.checker.races().clocks().time().now(b_.current);
    b.used(last);
}

void phase_calls::wait_until_over(phase_barrier &b, uint64_t phase, const line_in_file &at)
{
    while (phase >= b.phase()) {
        wait_for_phase(b, false, at);
        core_.rules.must_not_have_ended(b, at);
    }
    acquire_at(b.place(phase));
    b.saw(b_.current, phase);
    note_use(b);
}

void phase_calls::wait_phase(const char *address, uint64_t token, const line_in_file &at, const void *pc)
{
    phase_barrier &b = phase_barrier_for(address, at);
    on_barrier_access(access::atomic_write, address, pc);
    wait_until_over(b, core_.rules.phase_to_wait_for(b, token, at), at);
}

void phase_calls::wait_parity(const char *address, bool parity, const line_in_file &at, const void *pc)
{
    phase_barrier &b = phase_barrier_for(address, at);
    on_barrier_access(access::atomic_write, address, pc);
    if ((b.phase() & 1) == parity)
        wait_until_over(b, b.phase(), at);
    else if (b.phase() > 0)
        wait_until_over(b, b.phase() - 1, at);
    else
        b.saw(b_.current, phase_barrier::none);
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
    of_barrier().phases.begin_phases(at(barrier), count, PLACE, PC);
}

void cpu_device_phase_inval(void *barrier, const char *file, int line)
{
    of_barrier().phases.end_phases(at(barrier), PLACE, PC);
}

cpu_device::unsigned64 cpu_device_phase_arrive(void *barrier, unsigned count, unsigned drop, int completes,
                                               const char *file, int line)
{
    return of_barrier().phases.arrive_at_phase(at(barrier), count, drop, completes != 0, PLACE, PC);
}

int cpu_device_phase_has_all(void *barrier)
{
    return of_barrier().phases.has_all_arrivals(at(barrier));
}

void cpu_device_phase_complete(void *barrier)
{
    of_barrier().phases.complete_phase_at(at(barrier));
}

unsigned cpu_device_phase_pending(cpu_device::unsigned64 token)
{
    return cpu_device::phase_barrier::pending_of(token);
}

void cpu_device_phase_expect(void *barrier, long long bytes, const char *file, int line)
{
    of_barrier().phases.expect_bytes(at(barrier), bytes, PLACE, PC);
}

void cpu_device_phase_copy(void *to, const void *from, size_t size, void *barrier, const char *file, int line)
{
    of_barrier().phases.begin_bulk_copy(static_cast<char *>(to), static_cast<const char *>(from), size, at(barrier),
                                        PLACE, PC);
}

int cpu_device_phase_test(const void *barrier, cpu_device::unsigned64 token, int sleeps, const char *file, int line)
{
    return of_barrier().phases.test_phase(at(barrier), token, sleeps != 0, PLACE, PC);
}

int cpu_device_phase_test_parity(const void *barrier, int parity, int sleeps, const char *file, int line)
{
    return of_barrier().phases.test_parity(at(barrier), parity != 0, sleeps != 0, PLACE, PC);
}

void cpu_device_phase_wait(const void *barrier, cpu_device::unsigned64 token, const char *file, int line)
{
    of_barrier().phases.wait_phase(at(barrier), token, PLACE, PC);
}

void cpu_device_phase_wait_parity(const void *barrier, int parity, const char *file, int line)
{
    of_barrier().phases.wait_parity(at(barrier), parity != 0, PLACE, PC);
}
