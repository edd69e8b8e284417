// SPDX-License-Identifier: MIT
// The judge of the exercises asks that no other process look into its own. There is none in a browser.
#pragma once

#define PR_SET_DUMPABLE 4

static inline int prctl(int, ...)
{
    return 0;
}
