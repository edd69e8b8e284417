// SPDX-License-Identifier: MIT
// Remedies for causes of a race that the text of the kernel shows, and that no barrier or atomic operation removes.
// Without such a cause, the advice has no text.
#pragma once

#include "advice.h"

namespace cpu_device
{
// The two threads differ only in indices that the kernel never reads, so they do the same work.
advice on_same_work(const advice_wanted &about);
// Two threads compute the same index for what each should store for itself.
advice on_wrong_index(const advice_wanted &about);
// An asynchronous copy writes what another thread reads, and the barrier does not come after the wait for it.
advice on_async_copy(const advice_wanted &about);
} // namespace cpu_device
