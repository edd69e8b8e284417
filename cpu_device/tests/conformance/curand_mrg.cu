// SPDX-License-Identifier: MIT
// curand_mrg.cu: MRG32k3a in kernels: what seeds, subsequences and offsets begin with, bit for bit, and skipping ahead.
#include <curand_kernel.h>

typedef curandStateMRG32k3a_t state_t;
#define skip_subsequences skipahead_subsequence
#include "../random_starts.h"
