// SPDX-License-Identifier: MIT
// The notes on synchronization that a run did not need.
#pragma once

#include <cstdint>

#include "../../include/cpu_device/interface.h"
#include "diagnosis.h"

namespace cpu_device
{
enum class sync_kind : uint8_t { barrier, warp, fence, atomic };

// What a line of the source has executed, and how often.
struct executed_sync {
    sync_kind kind;
    source_position at;
    uint64_t times;
};
diagnosis not_needed(const executed_sync &sync);
// A fence or an atomic operation whose scope is wider than that.
diagnosis wider_than(cpu_device_scope enough, cpu_device_scope scope, const executed_sync &sync);
} // namespace cpu_device
