// SPDX-License-Identifier: MIT
// What the lanes of a warp, or of a tile, call together.
#pragma once

#include "block.h"

namespace cpu_device
{
class core;

// A part of a core (core.h).
class warp_calls
{
  public:
    warp_calls(core &on, block &its) : core_(on), b_(its) {}
    uint64_t warp_meet(warp_kind kind, unsigned mask, uint64_t value, unsigned source, const char *file, int line);
    // A call that all lanes of a warp must make; when they have, `work` gets the values of all.
    void work_together(warp_kind kind, void (*work)(void *const *lanes), void *mine, const char *file, int line);
    // A call that all threads of a tile of several warps must make.
    void tile_meet(unsigned threads, const warps::tile_work &work, const char *file, int line);
    unsigned active_lanes(const void *pc);
    warps::circumstances warp_circumstances();

  private:
    core &core_;
    block &b_;
};
} // namespace cpu_device
