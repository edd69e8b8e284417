// SPDX-License-Identifier: MIT
#include "advice_causes.h"

#include "copy_text.h"
#include "indices.h"
#include "report.h"

namespace cpu_device
{
namespace
{
// The line of the kernel from which an access comes.
const source_position &line_in_kernel(const diagnosis::access &access)
{
    return access.calls.empty() ? access.at : access.calls.back();
}

bool are_plain(const finding &f)
{
    for (int i : {0, 1})
        if (f.atomic[i] || f.is_volatile[i])
            return false;
    return true;
}

// Whether the line adds something, so that the sum may be meant to be of all threads: a number, as a counter does, or
// anything, where the kernel reads no index at all.
bool is_sum_of_all(const advice_wanted &about, bool reads_any)
{
    const std::string with = find_atomic(about.accesses[0].at, about.memory.type).mend.with;
    const size_t comma = with.rfind(", ");
    return comma != std::string::npos &&
           (!reads_any || with.find_first_not_of("0123456789.f-();", comma + 2) == std::string::npos);
}

// The indices in which two threads, or two blocks, differ: "threadIdx.y"; and whether the kernel reads none of them.
struct difference {
    std::string names;
    bool any_read = false;
    dim3 without; // the size, with 1 in those dimensions
};
difference differ(const char *variable, const dim3 &size, const std::optional<dim3> (&index)[2], const bool (&read)[3])
{
    difference d = {"", false, size};
    const auto add = [&](unsigned one, unsigned other, int dimension, unsigned &side) {
        if (one == other)
            return;
        d.any_read |= read[dimension];
        d.names += (d.names.empty() ? "" : tr(" and ")) + format("%s.%c", variable, "xyz"[dimension]);
        side = 1;
    };
    if (index[0] && index[1]) {
        add(index[0]->x, index[1]->x, 0, d.without.x);
        add(index[0]->y, index[1]->y, 1, d.without.y);
        add(index[0]->z, index[1]->z, 2, d.without.z);
    }
    return d;
}

std::string sizes(const dim3 &size)
{
    return format("(%u,%u,%u)", size.x, size.y, size.z);
}
} // namespace

advice on_same_work(const advice_wanted &about)
{
    const finding &f = about.found;
    const doer &one = about.accesses[0].by, &other = about.accesses[1].by;
    if (!are_plain(f) || !one.thread || !other.thread || !one.block || !other.block)
        return {};
    const indices_read read = find_indices_read(line_in_kernel(about.accesses[0]));
    if (!read.understood || !(read == find_indices_read(line_in_kernel(about.accesses[1]))))
        return {};
    const difference threads = differ("threadIdx", about.launch.block, {one.thread, other.thread}, read.thread),
                     blocks = differ("blockIdx", about.launch.grid, {one.block, other.block}, read.block);
    const bool in_blocks = !blocks.names.empty(), reads_any = in_blocks ? read.any_block() : read.any_thread();
    const std::string &names = in_blocks ? blocks.names : threads.names;
    if (names.empty() || threads.any_read || blocks.any_read || (about.updates && is_sum_of_all(about, reads_any)))
        return {};
    advice a;
    a.text = format(in_blocks ? "The two blocks differ only in %s, which kernel %s never reads, so both do the same "
                                "work: use it in the index, or launch a grid of %s blocks."
                              : "The two threads differ only in %s, which kernel %s never reads, so both do the same "
                                "work: use it in the index, or launch blocks of %s threads.",
                    names.c_str(), about.launch.kernel, sizes(in_blocks ? blocks.without : threads.without).c_str());
    return a;
}

advice on_wrong_index(const advice_wanted &about)
{
    const finding &f = about.found;
    const source_position &at = about.accesses[0].at;
    if (!are_plain(f) || !f.writes[0] || !f.writes[1] || !(at == about.accesses[1].at))
        return {};
    const index_of_store found = find_index_of_store(at);
    if (found.index.empty() || (between_blocks(f) && !found.of_blocks && !found.is_in_one_dimension))
        return {};
    advice a;
    if (found.by_grid)
        a.text = format("Both threads compute the same index, %s at line %d: the number of a thread in the grid is "
                        "blockIdx.x * blockDim.x + threadIdx.x, with blockDim and not gridDim.",
                        found.index.c_str(), found.line);
    else if (found.is_in_one_dimension)
        a.text = format("Both threads compute the same index, %s at line %d. If each is to have an element of its own, "
                        "the number of a thread in the grid is blockIdx.x * blockDim.x + threadIdx.x.",
                        found.index.c_str(), found.line);
    else
        a.text = format("Both threads compute the same index, %s at line %d. If each is to have an element of its own, "
                        "its column is blockIdx.x * blockDim.x + threadIdx.x, its row is blockIdx.y * blockDim.y + "
                        "threadIdx.y, and its index is row * width + column.",
                        found.index.c_str(), found.line);
    return a;
}

advice on_async_copy(const advice_wanted &about)
{
    const finding &f = about.found;
    const int copy = f.writes[0] ? 0 : 1;
    const source_position &from = line_in_kernel(about.accesses[copy]),
                          &read = line_in_kernel(about.accesses[1 - copy]);
    if (f.writes[1 - copy] || f.earlier != copy || !begins_async_copy(from))
        return {};
    const wait_for_copy found = find_wait_for_copy(from, read, f.after.line);
    advice a;
    a.mend = found.add;
    switch (found.why) {
    case wait_for_copy::unknown: break;
    case wait_for_copy::never:
        a.text = format("The asynchronous copy at line %d is never waited for: let the thread that copies wait for it, "
                        "and then put a __syncthreads() before line %d.",
                        from.line, read.line);
        break;
    case wait_for_copy::read_first:
        a.text = format("Line %d reads before the wait for the asynchronous copy, at line %d: move it after line %d, "
                        "and put a __syncthreads() between the two.",
                        read.line, found.line, found.line);
        break;
    case wait_for_copy::of_group:
        a.text = format("Line %d reads before the wait for the asynchronous copy, at line %d: move it after line %d.",
                        read.line, found.line, found.line);
        break;
    case wait_for_copy::barrier_first:
        a.text = format("The barrier at line %d comes before the wait at line %d, and an asynchronous copy has arrived "
                        "only after that wait, in the thread that copies: put a __syncthreads() after line %d.",
                        found.barrier, found.line, found.line);
        break;
    case wait_for_copy::of_own_copies:
        a.text = format("At line %d a thread waits for its own asynchronous copies, and for no other thread's: put a "
                        "__syncthreads() after line %d.",
                        found.line, found.line);
        break;
    }
    return a;
}
} // namespace cpu_device
