// SPDX-License-Identifier: MIT
// Sobol's sequence of 32 bits for kernels (curand_kernel.h): each number differs from the one before by one direction
// vector, in the order of Gray's code (I. A. Antonov and V. M. Saleev, 1979). Normal numbers are the inverse of their
// distribution, so that they keep the sequence's evenness.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

struct curandStateSobol32 {
    unsigned int i, x, c; // the next number is the i-th, and is x; c is 0
    unsigned int direction_vectors[32];
};

CPU_DEVICE_RANDOM void skipahead(unsigned int n, curandStateSobol32 *state)
{
    state->i += n;
    state->x = state->c;
    for (unsigned int gray = state->i ^ state->i >> 1, k = 0; k < 32; ++k)
        if (gray >> k & 1)
            state->x ^= state->direction_vectors[k];
}

CPU_DEVICE_RANDOM void curand_init(const unsigned int *direction_vectors, unsigned int offset,
                                   curandStateSobol32 *state)
{
    for (int k = 0; k < 32; ++k)
        state->direction_vectors[k] = direction_vectors[k];
    state->i = state->c = 0;
    skipahead(offset, state);
}

CPU_DEVICE_RANDOM unsigned int curand(curandStateSobol32 *state)
{
    const unsigned int x = state->x, zeros = ~state->i;
    state->x ^= state->direction_vectors[zeros != 0 ? __builtin_ctz(zeros) : 31];
    ++state->i;
    return x;
}

CPU_DEVICE_RANDOM float curand_uniform(curandStateSobol32 *state)
{
    return cpu_device::uniform_float(curand(state));
}

CPU_DEVICE_RANDOM double curand_uniform_double(curandStateSobol32 *state)
{
    return curand(state) * 0x1p-32 + 0x1p-32;
}

namespace cpu_device
{
// The upper half is mirrored, where less would be left of the number's bits.
CPU_DEVICE_RANDOM float normal_of(unsigned int x)
{
    const bool upper = x > 0x80000000u;
    const float z = 0x1.6a09e6p+0f * erfcinvf(2 * uniform_float(upper ? ~x : x));
    return upper ? -z : z;
}
CPU_DEVICE_RANDOM double normal_of_double(unsigned int x)
{
    const bool upper = x > 0x80000000u;
    const double z = 0x1.6a09e667f3bcdp+0 * erfcinv(2 * ((upper ? ~x : x) * 0x1p-32 + 0x1p-33));
    return upper ? -z : z;
}
} // namespace cpu_device

CPU_DEVICE_RANDOM float curand_normal(curandStateSobol32 *state)
{
    return cpu_device::normal_of(curand(state));
}

CPU_DEVICE_RANDOM double curand_normal_double(curandStateSobol32 *state)
{
    return cpu_device::normal_of_double(curand(state));
}

CPU_DEVICE_RANDOM float curand_log_normal(curandStateSobol32 *state, float mean, float deviation)
{
    return expf(mean + deviation * curand_normal(state));
}

CPU_DEVICE_RANDOM double curand_log_normal_double(curandStateSobol32 *state, double mean, double deviation)
{
    return exp(mean + deviation * curand_normal_double(state));
}
