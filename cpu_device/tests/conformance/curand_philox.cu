// SPDX-License-Identifier: MIT
// curand_philox.cu: Philox4x32-10 in kernels: what seeds, subsequences and offsets begin with, bit for bit, and
// skipping ahead.
#include <curand_kernel.h>

typedef curandStatePhilox4_32_10_t state_t;
#define skip_subsequences skipahead_sequence
#include "../random_starts.h"
