// SPDX-License-Identifier: MIT
#include "warp_calls.h"

#include "../../include/cuda_runtime_api.h"
#include "../platform/source_line.h"
#include "../say/kernel_findings.h"
#include "../say/report.h"
#include "core.h"

namespace cpu_device
{
uint64_t warp_calls::warp_meet(warp_kind kind, unsigned mask, uint64_t value, unsigned source, const char *file,
                               int line)
{
    static const char *const names[] = {"__syncwarp", "a shuffle", "a vote", "a group's sync()"}; // those with a mask
    if (!(mask >> b_.current % warp_size & 1))
        core_.ending.break_off(cudaErrorLaunchFailure, [=] {
            return calls_outside_mask(b_.diagnose(report_kind::lane_outside_mask, {}), names[(int)kind], {file, line},
                                      mask, b_.current % warp_size);
        });
    if (b_.checking && b_.checker.following().any())
        core_.accesses.announce_wait((unsigned)kind, file, line);
    b_.leave_sweep();
    b_.lanes.wait(b_.current, {file, line, false, (uint8_t)kind, mask, source, value});
    b_.lanes.release_with(b_.current, warp_circumstances());
    if (!b_.order.is_ready(b_.current))
        core_.switch_from_current();
    return b_.waits[b_.current].value;
}

// --- calls of a whole warp: the last lane to arrive executes it for all, while the others wait ---

void warp_calls::work_together(warp_kind kind, void (*work)(void *const *lanes), void *mine, const char *file, int line)
{
    b_.leave_sweep();
    const unsigned lanes = b_.order.live[b_.current / warp_size];
    if (lanes != ~0u && b_.ended_threads == 0)
        core_.ending.break_off(cudaErrorLaunchFailure, [=] {
            return calls_for_whole_warp(b_.diagnose(report_kind::part_of_warp, {}), work_name((uint8_t)kind),
                                        {file, line}, __builtin_popcount(lanes));
        });
    warps::lane_work here = {work, mine};
    warp_meet(kind, ~0u, reinterpret_cast<uint64_t>(&here), b_.current % warp_size, file, line);
}

// --- tiles of several warps ---

void warp_calls::tile_meet(unsigned threads, const warps::tile_work &work, const char *file, int line)
{
    if (b_.checking && b_.checker.following().any())
        core_.accesses.announce_wait((unsigned)warp_kind::tile, file, line);
    b_.leave_sweep();
    b_.lanes.wait(b_.current, {file, line, false, (uint8_t)warp_kind::tile, ~0u, threads / warp_size,
                               reinterpret_cast<uint64_t>(&work)});
    b_.lanes.release_tile(b_.current / warp_size, warp_circumstances());
    if (!b_.order.is_ready(b_.current))
        core_.switch_from_current();
}

warps::circumstances warp_calls::warp_circumstances()
{
    return {*b_.launch, b_.number, b_.ended_threads > 0, b_.checking ? &b_.checker : nullptr};
}

unsigned warp_calls::active_lanes(const void *pc)
{
    b_.leave_sweep();
    b_.lanes.ask_active(b_.current, pc);
    if (!b_.order.is_ready(b_.current))
        core_.switch_from_current();
    return (unsigned)b_.waits[b_.current].value;
}
} // namespace cpu_device

using cpu_device::running_core;
using cpu_device::warp_kind;

void cpu_device_syncwarp(unsigned mask, const char *file, int line)
{
    running_core("__syncwarp()").in_warp.warp_meet(warp_kind::sync, mask, 0, 0, file, line);
}

void cpu_device_sync_group(unsigned mask, const char *file, int line)
{
    running_core("a group's sync()").in_warp.warp_meet(warp_kind::group, mask, 0, 0, file, line);
}

unsigned cpu_device_activemask()
{
    return running_core("__activemask()").in_warp.active_lanes(__builtin_return_address(0));
}

unsigned cpu_device_lane()
{
    return running_core("a shuffle").rank() % cpu_device::warp_size;
}

void cpu_device_tile_meet(unsigned threads, void (*work)(void *const *all, unsigned count), void *mine,
                          const char *file, int line)
{
    running_core("a tile").in_warp.tile_meet(threads, {work, mine}, file, line);
}

uint64_t cpu_device_shuffle(unsigned mask, uint64_t bits, unsigned source, const char *file, int line)
{
    file = file != nullptr ? file : static_cast<const char *>(__builtin_return_address(0));
    return running_core("a shuffle").in_warp.warp_meet(warp_kind::shuffle, mask, bits, source, file, line);
}

void cpu_device_work_together(cpu_device_warp_work which, void (*work)(void *const *lanes), void *mine,
                              const char *file, int line)
{
    static const warp_kind kinds[] = {warp_kind::load_matrix, warp_kind::store_matrix, warp_kind::multiply_matrices};
    running_core("a wmma function").in_warp.work_together(kinds[which], work, mine, file, line);
}

unsigned cpu_device_ballot(unsigned mask, int predicate, const char *file, int line)
{
    return (unsigned)running_core("a vote").in_warp.warp_meet(warp_kind::ballot, mask, predicate != 0, 0, file, line);
}
