// SPDX-License-Identifier: MIT
// A kernel sees these as constants, and while a thread lives they are: switch_to() sets them for the next thread.
#pragma once

#include "../../include/vector_types.h"

extern __thread uint3 threadIdx, blockIdx, blockDim, gridDim;
