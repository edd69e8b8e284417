// SPDX-License-Identifier: MIT
// In place of libcu++'s file of that name: the barriers of a block, which a GPU keeps in shared memory.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here
#include "../../cpu_device/block_barriers.h"
