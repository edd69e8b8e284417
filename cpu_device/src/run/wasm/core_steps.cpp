// SPDX-License-Identifier: MIT
// The device has one core, and no thread for it: it works whenever the program waits for the device.
#include "../../say/report.h"
#include "../block_threads.h"
#include "../core.h"
#include "../device.h"
#include "stacks.h"

namespace cpu_device
{
namespace
{
block_threads *its_blocks;
} // namespace

void device::start_cores()
{
    char *stacks = fibers::reserve_stacks(resident_threads());
    if (stacks == nullptr)
        die(1, "no memory for the device to run on");
    its_blocks = new block_threads(stacks);
    its_blocks->core_of(0);
    ++cores_ready_;
}

// Where the core's block waits for others, it takes turns with as many as a GPU would have under way at once, or as
// there is room for.
bool device::begin_more_blocks(const operation_pointer &op)
{
    crowded_.insert(op->kernel->kernel.type);
    op->crowded = true;
    this_core->let_others_run(true);
    return its_blocks->add((unsigned)most_under_way(*op->kernel));
}

void device::run_blocks_in_turns(operation &op, core &, block_threads &of_blocks)
{
    const auto most = op.crowded ? (unsigned)most_under_way(*op.kernel) : 1;
    of_blocks.run(most, op.kernel->threads(), [&](core &on, unsigned) { run_blocks(op, on); });
}

// Does one operation. Where there is none, what the program waits for never comes.
void device::wait_for_change(std::unique_lock<std::mutex> &lock)
{
    if (running_.empty())
        die(1, "the program waits for work of the device that nothing can begin");
    // cppcheck-suppress containerOutOfBounds; die() does not return
    const operation_pointer op = running_.front();
    core *const before = this_core;
    this_core = &its_blocks->core_of(0);
    run_on_stacks([&] { work_on(op, *this_core, *its_blocks, lock); });
    this_core = before;
}

bool device::wait_for_change(std::unique_lock<std::mutex> &lock, std::chrono::steady_clock::time_point)
{
    if (running_.empty())
        return false;
    wait_for_change(lock);
    return true;
}
} // namespace cpu_device
