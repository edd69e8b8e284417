// SPDX-License-Identifier: MIT
#include "../../run/block_threads.h"

#include "../../run/core.h"
#include "../../say/report.h"

namespace cpu_device
{
void block_threads::run(unsigned, unsigned, const std::function<void(core &, unsigned)> &)
{
    die(4, "blocks that wait for one another do not run here");
}
} // namespace cpu_device
