// SPDX-License-Identifier: MIT
// The atomic operations of a thread, as the core knows of them between the calls that a program makes around one:
//
//     atomicAdd() and its kin   cpu_device_begin_atomic(), weak compare-and-swaps there until one succeeds, perhaps
//                               cpu_device_uses_result(), and cpu_device_end_atomic()
//     atomicExch(), atomicCAS() cpu_device_begin_exchange(), the operation, the last two of these
//     cuda::atomic              cpu_device_set_atomic_scope(), the operation
//
// From begin_atomic() on, until the update is over, no other thread of the block runs.
#pragma once

#include <algorithm>
#include <utility>

#include "block.h"

namespace cpu_device
{
class core;

// A part of a core (core.h).
class atomic_calls
{
  public:
    atomic_calls(core &on, block &its) : core_(on), b_(its) {}
    void block_begins()
    {
        std::fill_n(of_block_, b_.order.warps, 0);
    }
    // The scope of the running thread's atomic operations.
    void set_scope(cpu_device_scope scope)
    {
        const unsigned bit = 1u << b_.current % warp_size;
        unsigned &of_block = of_block_[b_.current / warp_size];
        of_block = (of_block & ~bit) | (scope == cpu_device_scope_block ? bit : 0);
        b_.checker.tell(&observer::sets_scope, b_.current, scope);
    }
    bool is_of_block() const
    {
        return of_block_[b_.current / warp_size] >> b_.current % warp_size & 1;
    }

    // --- updates by CUDA's functions ---

    // The update of that place begins, and was checked. Its caller stands for it: the compare-and-swap has an address
    // of its own in the program.
    void update_begins(const char *address, update how, const void *caller)
    {
        update_ = {address, how, caller};
    }
    const void *caller_of_update() const
    {
        return update_.caller;
    }
    bool is_updating(const volatile void *address) const // by a compare-and-swap which comes now
    {
        return update_.at == address;
    }
    // Whether no call is needed around that compare-and-swap: the update is alone; or the place lies in shared memory,
    // which no other core accesses, and accesses are not counted.
    bool is_alone() const
    {
        return update_.how == update::alone;
    }
    bool is_its_own(const volatile void *address) const
    {
        return !b_.checker.sees_all() && b_.memory.holds(static_cast<const char *>(const_cast<const void *>(address)));
    }
    void update_ends() // it has succeeded
    {
        if (is_alone()) {
            others_may_run_ = true;
            b_.checker.updates().ends_alone(b_.current, update_.at);
        }
        update_ = {};
    }
    // The next atomic operation is one of CUDA's functions. If its result is used, uses_result() follows, and in any
    // case function_ends().
    void result_may_be_unused()
    {
        result_may_be_unused_ = true;
    }
    void function_ends()
    {
        if (std::exchange(others_may_run_, false))
            let_others_run();
    }

    // --- around an atomic operation, after its access_calls::on_access() ---

    void begins(const announced_access &access);
    void may_use_result(const announced_access &access) // before ends()
    {
        if (!result_may_be_unused_)
            b_.checker.accesses().uses_result(b_.current, access.address, access.size, false);
    }
    void ends(const announced_access &access, outcome is);
    void give_up(); // it has met a fault, if there is one under way

  private:
    void let_others_run(); // now and then, with a seed

    core &core_;
    block &b_;
    unsigned of_block_[max_warps]; // by warp, a bit for each lane: its operations are of block scope
    struct {
        const char *at = nullptr; // null: there is none
        update how = update::unchecked;
        const void *caller = nullptr;
    } update_;                                        // of the running thread that is under way
    const announced_access *in_atomic_ = nullptr;     // operation of the running thread
    bool result_may_be_unused_ = false;               // of the thread's next atomic operation
    bool others_may_run_ = false, far_ahead_ = false; // at the end of the thread's atomic function
};
} // namespace cpu_device
