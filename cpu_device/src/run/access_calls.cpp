// SPDX-License-Identifier: MIT
#include "access_calls.h"

#include "../memory/arena.h"
#include "../platform/pages.h"
#include "../say/trace_page.h"
#include "builtin_variables.h"
#include "core.h"

namespace cpu_device
{
namespace
{
bool is_builtin_variable(const char *address)
{
    for (const uint3 *one : {&threadIdx, &blockIdx, &blockDim, &gridDim})
        if ((size_t)(address - reinterpret_cast<const char *>(one)) < sizeof *one)
            return true;
    return false;
}

// In a browser, the compiler announces the loads of these as those of any variable: threadIdx and its kin, and what
// says whether a variable of a function was constructed.
#ifdef __wasm__
bool is_runtime_variable(const char *address)
{
    return is_builtin_variable(address) || is_guard(address);
}
#else
constexpr bool is_runtime_variable(const char *)
{
    return false;
}
#endif
} // namespace

void access_calls::launch_begins()
{
    if (b_.checker.following().want(observer::in_step))
        lockstep_.launch_begins();
}

// --- loads and stores, atomics, fences ---

// A thread that is far ahead lets the others run, so that accesses can be combined into requests.
void access_calls::let_warp_catch_up()
{
    core_.yield();
    b_.checker.following().others_have_run(b_.current);
}

void access_calls::take_turns(int line)
{
    b_.leave_sweep();
    const unsigned self = b_.current, next = lockstep_.next(self, line, b_.order);
    if (next != self)
        core_.switch_to(next, &b_.stacks.of(self));
    lockstep_.goes_on(self);
}

// Before a thread waits.
void access_calls::announce_wait(unsigned kind, const char *file, int line, const void *pc)
{
    static_assert((unsigned)warp_kind::sync == trace_syncwarp && (unsigned)warp_kind::group == trace_sync_of_group);
    if (b_.checker.following().want(observer::in_step))
        take_turns(line != 0 ? line : lockstep_.line_number(file - 1));
    b_.checker.tell(&observer::waits, b_.current, kind, file, line, pc);
}

void access_calls::announce_access(const announced_access &access)
{
    if (b_.checker.following().want(observer::in_step))
        take_turns(lockstep_.line_number(access.pc));
    if (b_.checker.following().access_begins(b_.checker.here(), b_.current, access))
        let_warp_catch_up();
}

// What a signal does where memory has page protection.
inline void access_calls::stop_if_forbidden(const announced_access &access)
{
    if (!is_forbidden(access.address, access.size, writes(access.kind)))
        return;
    fault_record f = {};
    f.is = fault_record::kind::memory;
    f.address = access.address;
    f.access = writes(access.kind) ? "writes" : "reads";
    f.instruction = static_cast<const char *>(access.pc);
    f.stack = static_cast<const char *>(__builtin_frame_address(0));
    core_.ending.fault(f);
}

void access_calls::on_access(const announced_access &announced)
{
    block &b = b_;
    if (!b.checking)
        return;
    if (b.stacks.holds(announced.address)) { // mostly its own variables
        if (!core_.is_own(announced.address))
            core_.ending.refuse(access_error::of_other_thread, announced);
        return;
    }
    if (b.checker.accesses().is_argument(announced.address) || is_runtime_variable(announced.address))
        return;
    if (__builtin_expect(b.spins.look() != 0, false))
        core_.watched.note_access(announced);
    if (__builtin_expect(core_.watched.is_nudged(), false) && announced.kind == access::read)
        core_.watched.give_way();
    // Other threads may run here. So this comes before the check: no other thread may run between check and access.
    if (__builtin_expect(b.checker.following().any(), false))
        announce_access(announced);
    access_error error = b.checker.accesses().begins(b.current, announced);
    if (__builtin_expect(b.checker.following().any(), false))
        b.checker.following().announce(&observer::access_checked, b.checker.here(), b.current, announced,
                                       error != access_error::nothing);
    if (__builtin_expect(error != access_error::nothing, false) &&
        !is_builtin_variable(announced.address)) // by a pointer
        core_.ending.refuse(error, announced);
    stop_if_forbidden(announced);
}

void access_calls::on_texel_access(const announced_access &access)
{
    access_error error = b_.checker.accesses().texel_begins(b_.current, access);
    if (__builtin_expect(error != access_error::nothing, false))
        core_.ending.refuse(error, access);
}

void access_calls::fence(cpu_device_scope scope, const void *pc)
{
    if (!b_.checking)
        return;
    b_.checker.tell(&observer::fence, b_.current, scope != cpu_device_scope_block, fence_order::both);
    b_.checker.tell(&observer::fence_called, b_.current, scope, pc);
}

void access_calls::copies(const char *to, const char *from, size_t size, const void *pc)
{
    const bool is_after = to > from;
    const auto distance = (size_t)(is_after ? to - from : from - to);
    if (b_.checking && distance > 0 && distance < size)
        b_.launch->overlapping.add(b_.number, {b_.current, pc, size, distance, is_after});
}

void access_calls::divides_by_zero(const char *instruction, const char *stack)
{
    b_.launch->divided.add(instruction, b_.number, b_.current, [&] { return core_.ending.callers_on(stack); });
}

void access_calls::ordered_fence(cpu_device_scope scope, int order)
{
    fence_of_atomic(scope != cpu_device_scope_block, order == __ATOMIC_RELEASE ? fence_order::release
                                                     : order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME
                                                         ? fence_order::acquire
                                                         : fence_order::both);
    if (b_.checking)
        b_.checker.tell(&observer::fence_in_order, b_.current, scope, order);
}

void access_calls::frees()
{
    b_.progress();
    b_.checker.tell(&observer::frees, b_.current);
}

void access_calls::shows()
{
    b_.progress();
    if (b_.checking)
        b_.checker.tell(&observer::shows, b_.current);
}

void access_calls::fence_of_atomic(bool of_device, fence_order order)
{
    if (b_.checking) {
        b_.checker.tell(&observer::fence, b_.current, of_device, order);
        b_.launch->record.synced.volatiles.becomes_true();
    }
}

void access_calls::let_others_read(const char *address)
{
    if (looks_again(address))
        core_.yield();
}
} // namespace cpu_device
