// SPDX-License-Identifier: MIT
#include "epochs.h"

#include <algorithm>
#include <cstdio>

#include "../say/report.h"
#include "order.h"

namespace cpu_device
{
void epochs::launch_begins(launch_record &launch, bool anew)
{
    launch_ = &launch;
    several_streams_ = several_streams;
    const dim3 &b = launch.name.block;
    threads_ = b.x * b.y * b.z;
    if (anew || spare_segments_.next() < launch.first_segment)
        spare_segments_.give_up();
    // Words of launches that are unordered with this one are checked once, and then replaced.
    first_.of_launch =
        shadow_value::first_of(several_streams_ ? first_unordered_segment(launch) : launch.first_segment);
    first_.of_grid = shadow_value::first_of(launch.first_segment);
}

void epochs::block_begins(uint32_t block)
{
    block_ = block;
    epoch_ = 0;
    epoch_begins();
    first_.of_block = first_.of_epoch; // where there are no segments left, nothing in shared memory is older
}

void epochs::barrier()
{
    ++epoch_;
    epoch_begins();
}

void epochs::grid_barrier(uint32_t first_segment)
{
    spare_segments_.give_up();
    first_.of_grid = shadow_value::first_of(first_segment);
    if (!several_streams_)
        first_.of_launch = first_.of_grid;
    epoch_begins();
}

void epochs::epoch_begins()
{
    std::fill_n(clock_.get(), threads_, 0);
    segments_by_clock_.clear();
    epoch_number_ = segment_for(0);
    first_.of_epoch = epoch_number_ != 0 ? shadow_value::first_of(epoch_number_) : shadow_value::after_all();
    for (unsigned t = 0; t < threads_; ++t)
        now_[t] = shadow_value::timestamp(epoch_number_, t);
}

uint32_t epochs::segment_for(uint32_t clock)
{
    if (clock < segments_by_clock_.size() && segments_by_clock_[clock] != 0)
        return segments_by_clock_[clock];
    uint32_t number = spare_segments_.take();
    if (number == segments.none) {
        if (!launch_->synced.said_enough.exchange(true))
            fprintf(stderr,
                    tr("CPU device: the launch of %s has more barriers and blocks than the checks can number; the rest "
                       "of it is not checked for races\n"),
                    launch_->name.kernel);
        return 0;
    }
    segments[number] = {block_, launch_->number, epoch_, clock};
    if (clock >= segments_by_clock_.size())
        segments_by_clock_.resize(clock + 1);
    return segments_by_clock_[clock] = number;
}
} // namespace cpu_device
