// SPDX-License-Identifier: MIT
#include "needless_findings.h"

#include "../platform/text.h"

namespace cpu_device
{
namespace
{
const char *name_of(cpu_device_scope scope)
{
    return scope == cpu_device_scope_block    ? tr("block")
           : scope == cpu_device_scope_device ? tr("device")
                                              : tr("system");
}

diagnosis note(report_kind kind, const executed_sync &sync, const char *subject = "")
{
    const bool once = sync.times == 1;
    const char *form = nullptr;
    switch (sync.kind) {
    case sync_kind::barrier:
        form = once ? "%s, executed %llu time by a block" : "%s, executed %llu times by a block";
        break;
    case sync_kind::warp: form = once ? "%s, executed %llu time by a warp" : "%s, executed %llu times by a warp"; break;
    default: form = once ? "%s, executed %llu time by a thread" : "%s, executed %llu times by a thread";
    }
    diagnosis d(kind, subject);
    d.where(sync.at).say(form, sync.at.text_with_calls().c_str(), (unsigned long long)sync.times);
    return d;
}

diagnosis &say_that_another_run_may_differ(diagnosis &d)
{
    return d.say("Another input, or another number of threads, may need it.");
}

// Why a scope is enough.
const char *reason(sync_kind kind, cpu_device_scope enough)
{
    if (kind == sync_kind::fence)
        return enough == cpu_device_scope_block ? tr("only threads of one block share what it orders")
                                                : tr("neither the host nor another device shares what it orders");
    return enough == cpu_device_scope_block ? tr("only threads of one block access it in a launch")
                                            : tr("neither the host nor another device accesses it");
}
} // namespace

diagnosis not_needed(const executed_sync &sync)
{
    diagnosis d = note(sync.kind == sync_kind::barrier ? report_kind::needless_barrier
                       : sync.kind == sync_kind::warp  ? report_kind::needless_warp_sync
                       : sync.kind == sync_kind::fence ? report_kind::needless_fence
                                                       : report_kind::needless_atomic,
                       sync);
    if (sync.kind == sync_kind::fence)
        d.say("In this run no other thread reads, by a flag or an atomic operation, what it would order:")
            .say("where threads share data, barriers order it, and a barrier needs no fence.");
    else if (sync.kind == sync_kind::atomic)
        d.say("In this run only one thread has accessed each place that it changes: a plain load and store do.");
    else
        d.say("In this run nothing before it conflicts with anything after it, or something else orders the two:")
            .say("without it, the result is the same, and no race is added.");
    return say_that_another_run_may_differ(d);
}

diagnosis wider_than(cpu_device_scope enough, cpu_device_scope scope, const executed_sync &sync)
{
    diagnosis d =
        note(report_kind::wide_scope, sync, sync.kind == sync_kind::fence ? "a fence" : "an atomic operation");
    d.say("It is of %s scope. In this run, %s scope is enough: %s.", name_of(scope), name_of(enough),
          reason(sync.kind, enough));
    return say_that_another_run_may_differ(d);
}
} // namespace cpu_device
