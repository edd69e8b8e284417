// SPDX-License-Identifier: MIT
#include "fibers.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "../platform/pages.h"
#include "../say/report.h"
#include "resident_blocks.h"

namespace cpu_device
{
char *fibers::reserve_stacks(unsigned threads)
{
    return reserve_pages(threads * stack_step);
}

fibers::fibers(char *stacks) : stacks_(stacks)
{
    idle_.reserve(max_threads);
}

void fibers::use_stacks(char *stacks, unsigned threads)
{
    stacks_ = stacks;
    size_ = threads * stack_step;
    made_ = 0; // what is made already can be made again
}

void fibers::block_begins()
{
    idle_.clear(); // what their fibers held, of a block that broke off, is abandoned
    used_ = 0;
}

void fibers::make_stack()
{
    if (!allow_access(stacks_ + made_ * stack_step + guard_size, stack_size))
        die(1, "no memory for the stack of a thread: %s", strerror(errno));
    ++made_;
}

char *fibers::take()
{
    if (idle_.empty())
        return fresh();
    char *top = idle_.back();
    idle_.pop_back();
    return top;
}

fibers::part fibers::part_from(const char *address, size_t most) const
{
    const size_t number = number_of(address);
    if (address < stacks_ || number >= made_)
        return {address, address};
    const char *low = stacks_ + number * stack_step + guard_size, *from = std::max(address, low);
    return {from, std::min(from + most, low + stack_size)};
}
} // namespace cpu_device
