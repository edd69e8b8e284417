// SPDX-License-Identifier: MIT
// In place of the file of this name of CCCL 3.1 and older: block_barriers.h has the function.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here
#include "barrier_block_scope.h"
