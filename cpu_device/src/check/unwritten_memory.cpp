// SPDX-License-Identifier: MIT
#include "unwritten_memory.h"

#include <string>

#include "../platform/source_line.h"
#include "sampling.h"

namespace cpu_device
{
void single_findings::note(const running_block &here, report_kind kind, unsigned thread, const announced_access &access)
{
    finding f = {};
    f.kind = kind;
    f.writes[0] = writes(access.kind);
    f.atomic[0] = is_atomic(access.kind);
    f.pc[0] = access.pc;
    f.thread[0] = thread;
    f.block[0] = here.number;
    f.address = (uint64_t)access.address;
    f.add_place(f.address);
    if (merge(found_, f)) // the block may never end
        here.launch->findings.add(f);
}

void unwritten_memory::accessed(const running_block &here, unsigned thread, const announced_access &announced,
                                bool unwritten)
{
    const bool exchanges = announced.kind == access::exchange;
    if (exchanges && !exchanged_.empty())
        exchanged_.erase(thread);
    if (unwritten && exchanges)
        exchanged_[thread] = announced;
    else if (unwritten && !any_left_out())
        found_.note(here, report_kind::uninitialized_global, thread, announced);
}

void unwritten_memory::uses_exchanged(const running_block &here, unsigned thread)
{
    if (exchanged_.empty())
        return;
    const auto found = exchanged_.find(thread);
    if (found == exchanged_.end())
        return;
    if (!any_left_out() && in_kernel_itself(found->second.pc))
        found_.note(here, report_kind::uninitialized_global, thread, found->second);
    exchanged_.erase(found);
}

bool in_kernel_itself(const void *pc)
{
    thread_local const void *last = nullptr;
    thread_local bool result = false;
    if (pc == last)
        return result;
    std::string inlining;
    source_line(pc, &inlining);
    last = pc;
    const auto ends_with = [&](const std::string &end) {
        return inlining.size() >= end.size() && inlining.compare(inlining.size() - end.size(), end.size(), end) == 0;
    };
    // See launch.h. In a browser, names are as the linker has them.
    return result = ends_with(" operator()\n") || ends_with("clEv\n");
}
} // namespace cpu_device
