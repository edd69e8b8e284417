// SPDX-License-Identifier: MIT
// curand_xorwow.cu: XORWOW in kernels: what seeds, subsequences and offsets begin with, bit for bit, and skipping
// ahead.
#include <curand_kernel.h>

typedef curandState state_t;
#define skip_subsequences skipahead_sequence
#include "../random_starts.h"
