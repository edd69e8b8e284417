// SPDX-License-Identifier: MIT
// cuRAND's generators for kernels: XORWOW, Philox4x32-10, MRG32k3a and Sobol32. Integers and uniform numbers are a
// GPU's to the bit; normal ones come from other logarithms and sines, and may differ in the last digits.
//
// XORWOW: G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (2003), 14. Philox: J. K. Salmon et al.,
// Parallel random numbers: as easy as 1, 2, 3, SC11. MRG32k3a: P. L'Ecuyer, Good parameters and implementations for
// combined multiple recursive random number generators, Operations Research 47 (1999), 1. How seeds become states and
// integers become floats is cuRAND's own.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define CURAND_KERNEL_H_ // programs ask for this

#include <math.h>

#include <type_traits>

#include "cpu_device/interface.h"
#include "cuda_runtime.h"
#include "curand.h"

#include "cpu_device/letters_hidden.h"

// Everything is inlined, so that a report names the line of the kernel that calls it.
#define CPU_DEVICE_RANDOM __device__ __forceinline__

// --- states; the second normal number of a pair is kept for the next call ---

struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE; // how many of the output's numbers are used up
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

struct curandStateMRG32k3a {
    unsigned int s1[3], s2[3];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

namespace cpu_device
{
template <class State> inline constexpr bool is_random_state = std::is_same_v<State, curandStateXORWOW> ||
                                                               std::is_same_v<State, curandStatePhilox4_32_10> ||
                                                               std::is_same_v<State, curandStateMRG32k3a>;
template <class State> using if_random = std::enable_if_t<is_random_state<State>, int>;

template <class State> CPU_DEVICE_RANDOM void forget_normals(State *state)
{
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}
} // namespace cpu_device

// --- XORWOW ---

namespace cpu_device
{
// The library skips in a copy, for it does not check what it loads and stores.
CPU_DEVICE_RANDOM void skip(unsigned long long n, unsigned shift, curandStateXORWOW *state)
{
    if (n == 0)
        return;
    unsigned int v[5];
    for (int i = 0; i < 5; ++i)
        v[i] = state->v[i];
    cpu_device_xorwow_skip(v, n, shift);
    for (int i = 0; i < 5; ++i)
        state->v[i] = v[i];
}
} // namespace cpu_device

CPU_DEVICE_RANDOM void skipahead(unsigned long long n, curandStateXORWOW *state)
{
    cpu_device::skip(n, 0, state);
    state->d += 362437u * (unsigned int)n;
}

// By 2^67 numbers, a multiple of the period of d.
CPU_DEVICE_RANDOM void skipahead_sequence(unsigned long long n, curandStateXORWOW *state)
{
    cpu_device::skip(n, 67, state);
}

CPU_DEVICE_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                   curandStateXORWOW *state)
{
    const unsigned int low = ((unsigned int)seed ^ 0xaad26b49u) * 1099087573u;
    const unsigned int high = ((unsigned int)(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
    state->d = 6615241u + low + high;
    state->v[0] = 123456789u + low;
    state->v[1] = 362436069u ^ low;
    state->v[2] = 521288629u + high;
    state->v[3] = 88675123u ^ high;
    state->v[4] = 5783321u + low;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
    cpu_device::forget_normals(state);
}

CPU_DEVICE_RANDOM unsigned int curand(curandStateXORWOW *state)
{
    const unsigned int first = state->v[0] ^ state->v[0] >> 2, last = state->v[4];
    for (int i = 0; i < 4; ++i)
        state->v[i] = state->v[i + 1];
    state->v[4] = last ^ last << 4 ^ first ^ first << 1;
    state->d += 362437u;
    return state->v[4] + state->d;
}

// --- Philox4x32-10 ---

namespace cpu_device
{
CPU_DEVICE_RANDOM void philox_make(curandStatePhilox4_32_10 *state)
{
    uint4 x = state->ctr;
    uint2 key = state->key;
    for (int round = 0; round < 10; ++round) {
        const cpu_device::unsigned64 a = (cpu_device::unsigned64)0xd2511f53u * x.x,
                                     b = (cpu_device::unsigned64)0xcd9e8d57u * x.z;
        x = make_uint4((unsigned)(b >> 32) ^ x.y ^ key.x, (unsigned)b, (unsigned)(a >> 32) ^ x.w ^ key.y, (unsigned)a);
        key.x += 0x9e3779b9u;
        key.y += 0xbb67ae85u;
    }
    state->output = x;
}

CPU_DEVICE_RANDOM void philox_step(curandStatePhilox4_32_10 *state)
{
    if (++state->ctr.x == 0 && ++state->ctr.y == 0 && ++state->ctr.z == 0)
        ++state->ctr.w;
    philox_make(state);
}
} // namespace cpu_device

CPU_DEVICE_RANDOM void skipahead(unsigned long long n, curandStatePhilox4_32_10 *state)
{
    state->STATE += (unsigned int)(n % 4);
    n /= 4;
    if (state->STATE > 3) {
        ++n;
        state->STATE -= 4;
    }
    const unsigned long long low = ((unsigned long long)state->ctr.y << 32 | state->ctr.x), sum = low + n;
    state->ctr.x = (unsigned int)sum;
    state->ctr.y = (unsigned int)(sum >> 32);
    if (sum < low && ++state->ctr.z == 0)
        ++state->ctr.w;
    cpu_device::philox_make(state);
}

// By 2^66 numbers.
CPU_DEVICE_RANDOM void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *state)
{
    const unsigned long long sum = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + n;
    state->ctr.z = (unsigned int)sum;
    state->ctr.w = (unsigned int)(sum >> 32);
    cpu_device::philox_make(state);
}

CPU_DEVICE_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                   curandStatePhilox4_32_10 *state)
{
    state->ctr = make_uint4(0, 0, 0, 0);
    state->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
    state->STATE = 0;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
    cpu_device::forget_normals(state);
}

CPU_DEVICE_RANDOM unsigned int curand(curandStatePhilox4_32_10 *state)
{
    const unsigned int used = state->STATE;
    const unsigned int next = used == 0   ? state->output.x
                              : used == 1 ? state->output.y
                              : used == 2 ? state->output.z
                                          : state->output.w;
    state->STATE = used + 1;
    if (used == 3) {
        cpu_device::philox_step(state);
        state->STATE = 0;
    }
    return next;
}

// The next four.
CPU_DEVICE_RANDOM uint4 curand4(curandStatePhilox4_32_10 *state)
{
    const uint4 a = state->output;
    cpu_device::philox_step(state);
    const uint4 b = state->output;
    switch (state->STATE) {
    case 1: return make_uint4(a.y, a.z, a.w, b.x);
    case 2: return make_uint4(a.z, a.w, b.x, b.y);
    case 3: return make_uint4(a.w, b.x, b.y, b.z);
    default: return a;
    }
}

// --- MRG32k3a ---

namespace cpu_device
{
CPU_DEVICE_RANDOM void skip(unsigned long long n, unsigned shift, curandStateMRG32k3a *state)
{
    if (n == 0)
        return;
    unsigned int s1[3], s2[3];
    for (int i = 0; i < 3; ++i) {
        s1[i] = state->s1[i];
        s2[i] = state->s2[i];
    }
    cpu_device_mrg_skip(s1, s2, n, shift);
    for (int i = 0; i < 3; ++i) {
        state->s1[i] = s1[i];
        state->s2[i] = s2[i];
    }
}
} // namespace cpu_device

CPU_DEVICE_RANDOM void skipahead(unsigned long long n, curandStateMRG32k3a *state)
{
    cpu_device::skip(n, 0, state);
}

// By 2^76 numbers.
CPU_DEVICE_RANDOM void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a *state)
{
    cpu_device::skip(n, 76, state);
}

// By 2^127 numbers.
CPU_DEVICE_RANDOM void skipahead_sequence(unsigned long long n, curandStateMRG32k3a *state)
{
    cpu_device::skip(n, 127, state);
}

namespace cpu_device
{
inline constexpr cpu_device::unsigned64 mrg_modulus[2] = {4294967087u, 4294944443u};

// From 1 to the first modulus.
CPU_DEVICE_RANDOM unsigned int mrg_next(curandStateMRG32k3a *state)
{
    constexpr cpu_device::unsigned64 m1 = mrg_modulus[0], m2 = mrg_modulus[1];
    const cpu_device::unsigned64 a =
        (1403580u * (cpu_device::unsigned64)state->s1[1] + 810728u * (m1 - state->s1[0])) % m1;
    const cpu_device::unsigned64 b =
        (527612u * (cpu_device::unsigned64)state->s2[2] + 1370589u * (m2 - state->s2[0])) % m2;
    state->s1[0] = state->s1[1];
    state->s1[1] = state->s1[2];
    state->s1[2] = (unsigned int)a;
    state->s2[0] = state->s2[1];
    state->s2[1] = state->s2[2];
    state->s2[2] = (unsigned int)b;
    return (unsigned int)(a <= b ? a + m1 - b : a - b);
}
} // namespace cpu_device

CPU_DEVICE_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                   curandStateMRG32k3a *state)
{
    const cpu_device::unsigned64 low = (unsigned int)seed ^ 0x55555555u,
                                 high = (unsigned int)(seed >> 32) ^ 0xaaaaaaaau;
    for (int i = 0; i < 3; ++i) {
        state->s1[i] = seed == 0 ? 12345 : (unsigned int)((i == 1 ? high : low) * 12345 % cpu_device::mrg_modulus[0]);
        state->s2[i] = seed == 0 ? 12345 : (unsigned int)((i == 1 ? low : high) * 12345 % cpu_device::mrg_modulus[1]);
    }
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
    cpu_device::forget_normals(state);
}

CPU_DEVICE_RANDOM unsigned int curand(curandStateMRG32k3a *state)
{
    return (unsigned int)(cpu_device::mrg_next(state) * 1.000000048662); // from all of 32 bits
}

// --- uniform, above 0 and up to 1 ---

namespace cpu_device
{
CPU_DEVICE_RANDOM float uniform_float(unsigned int x)
{
    return (float)x * 0x1p-32f + 0x1p-33f;
}
// A number of 53 random bits.
CPU_DEVICE_RANDOM double uniform_double(unsigned int x, unsigned int y)
{
    return (double)((cpu_device::unsigned64)x ^ (cpu_device::unsigned64)y << 21) * 0x1p-53 + 0x1p-54;
}
inline constexpr double mrg_norm = 2.3283065498378288e-10; // 1 / the first modulus
} // namespace cpu_device

template <class State, cpu_device::if_random<State> = 0> CPU_DEVICE_RANDOM float curand_uniform(State *state)
{
    if constexpr (std::is_same_v<State, curandStateMRG32k3a>)
        return (float)(cpu_device::mrg_next(state) * cpu_device::mrg_norm);
    else
        return cpu_device::uniform_float(curand(state));
}

template <class State, cpu_device::if_random<State> = 0> CPU_DEVICE_RANDOM double curand_uniform_double(State *state)
{
    if constexpr (std::is_same_v<State, curandStateMRG32k3a>) {
        return cpu_device::mrg_next(state) * cpu_device::mrg_norm;
    } else if constexpr (std::is_same_v<State, curandStatePhilox4_32_10>) {
        return curand(state) * 0x1p-32 + 0x1p-32; // of 32 bits alone
    } else {
        const unsigned int x = curand(state), y = curand(state);
        return cpu_device::uniform_double(x, y);
    }
}

CPU_DEVICE_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10 *state)
{
    const uint4 x = curand4(state);
    return make_float4(cpu_device::uniform_float(x.x), cpu_device::uniform_float(x.y), cpu_device::uniform_float(x.z),
                       cpu_device::uniform_float(x.w));
}

CPU_DEVICE_RANDOM double2 curand_uniform2_double(curandStatePhilox4_32_10 *state)
{
    const uint4 x = curand4(state);
    return make_double2(cpu_device::uniform_double(x.x, x.y), cpu_device::uniform_double(x.z, x.w));
}

CPU_DEVICE_RANDOM double4 curand_uniform4_double(curandStatePhilox4_32_10 *state)
{
    const double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}

// --- normal: two of two uniform ones, by Box and Muller ---

namespace cpu_device
{
// Sine and cosine of an angle, times the length that belongs to a uniform number.
CPU_DEVICE_RANDOM float2 box_muller(float u, float angle)
{
    const float length = sqrtf(-2 * logf(u));
    float2 z;
    sincosf(angle, &z.x, &z.y);
    return make_float2(z.x * length, z.y * length);
}
CPU_DEVICE_RANDOM double2 box_muller(double u, double half_turns)
{
    const double length = sqrt(-2 * log(u));
    double2 z;
    sincospi(half_turns, &z.x, &z.y);
    return make_double2(z.x * length, z.y * length);
}

CPU_DEVICE_RANDOM float2 normal_pair(unsigned int x, unsigned int y)
{
    constexpr float turn = 0x1p-32f * 6.2831855f;
    return box_muller(uniform_float(x), fmaf((float)y, turn, turn / 2));
}
CPU_DEVICE_RANDOM double2 normal_pair(const uint4 &x)
{
    return box_muller(uniform_double(x.x, x.y), 2 * uniform_double(x.z, x.w));
}

template <class Pair, class State> CPU_DEVICE_RANDOM Pair next_normals(State *state)
{
    constexpr bool is_double = std::is_same_v<Pair, double2>;
    if constexpr (std::is_same_v<State, curandStateMRG32k3a>) {
        if constexpr (is_double) {
            const double u = curand_uniform_double(state), v = curand_uniform_double(state);
            return box_muller(u, 2 * v);
        } else {
            const float u = curand_uniform(state), v = curand_uniform(state);
            return box_muller(u, v * 6.2831855f);
        }
    } else if constexpr (is_double && std::is_same_v<State, curandStatePhilox4_32_10>) {
        return normal_pair(curand4(state));
    } else if constexpr (is_double) {
        const unsigned int a = curand(state), b = curand(state), c = curand(state), d = curand(state);
        return normal_pair(make_uint4(a, b, c, d));
    } else {
        const unsigned int a = curand(state), b = curand(state);
        return normal_pair(a, b);
    }
}

// What makes of a normal number that which is wanted.
struct as_it_is {
    static constexpr int flag = 1;
    template <class T> CPU_DEVICE_RANDOM T operator()(T x) const
    {
        return x;
    }
};
template <class T> struct log_normal {
    static constexpr int flag = 2;
    T mean, deviation;
    CPU_DEVICE_RANDOM T operator()(T x) const
    {
        if constexpr (sizeof(T) == 4)
            return expf(fmaf(deviation, x, mean));
        else
            return exp(fma(deviation, x, mean));
    }
};

template <class State, class Make> CPU_DEVICE_RANDOM float one_of_two(State *state, float, Make make)
{
    if (state->boxmuller_flag == Make::flag) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    const float2 z = next_normals<float2>(state);
    state->boxmuller_extra = make(z.y);
    state->boxmuller_flag = Make::flag;
    return make(z.x);
}
template <class State, class Make> CPU_DEVICE_RANDOM double one_of_two(State *state, double, Make make)
{
    if (state->boxmuller_flag_double == Make::flag) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    const double2 z = next_normals<double2>(state);
    state->boxmuller_extra_double = make(z.y);
    state->boxmuller_flag_double = Make::flag;
    return make(z.x);
}
} // namespace cpu_device

template <class State, cpu_device::if_random<State> = 0> CPU_DEVICE_RANDOM float curand_normal(State *state)
{
    return cpu_device::one_of_two(state, 0.0f, cpu_device::as_it_is());
}
template <class State, cpu_device::if_random<State> = 0> CPU_DEVICE_RANDOM double curand_normal_double(State *state)
{
    return cpu_device::one_of_two(state, 0.0, cpu_device::as_it_is());
}
template <class State, cpu_device::if_random<State> = 0> CPU_DEVICE_RANDOM float2 curand_normal2(State *state)
{
    return cpu_device::next_normals<float2>(state);
}
template <class State, cpu_device::if_random<State> = 0> CPU_DEVICE_RANDOM double2 curand_normal2_double(State *state)
{
    return cpu_device::next_normals<double2>(state);
}
CPU_DEVICE_RANDOM float4 curand_normal4(curandStatePhilox4_32_10 *state)
{
    const uint4 x = curand4(state);
    const float2 a = cpu_device::normal_pair(x.x, x.y), b = cpu_device::normal_pair(x.z, x.w);
    return make_float4(a.x, a.y, b.x, b.y);
}
CPU_DEVICE_RANDOM double4 curand_normal4_double(curandStatePhilox4_32_10 *state)
{
    const double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}

template <class State, cpu_device::if_random<State> = 0>
CPU_DEVICE_RANDOM float curand_log_normal(State *state, float mean, float stddev)
{
    return cpu_device::one_of_two(state, 0.0f, cpu_device::log_normal<float>{mean, stddev});
}
template <class State, cpu_device::if_random<State> = 0>
CPU_DEVICE_RANDOM double curand_log_normal_double(State *state, double mean, double stddev)
{
    return cpu_device::one_of_two(state, 0.0, cpu_device::log_normal<double>{mean, stddev});
}
template <class State, cpu_device::if_random<State> = 0>
CPU_DEVICE_RANDOM float2 curand_log_normal2(State *state, float mean, float stddev)
{
    const cpu_device::log_normal<float> make = {mean, stddev};
    const float2 z = curand_normal2(state);
    return make_float2(make(z.x), make(z.y));
}
template <class State, cpu_device::if_random<State> = 0>
CPU_DEVICE_RANDOM double2 curand_log_normal2_double(State *state, double mean, double stddev)
{
    const cpu_device::log_normal<double> make = {mean, stddev};
    const double2 z = curand_normal2_double(state);
    return make_double2(make(z.x), make(z.y));
}
CPU_DEVICE_RANDOM float4 curand_log_normal4(curandStatePhilox4_32_10 *state, float mean, float stddev)
{
    const cpu_device::log_normal<float> make = {mean, stddev};
    const float4 z = curand_normal4(state);
    return make_float4(make(z.x), make(z.y), make(z.z), make(z.w));
}
CPU_DEVICE_RANDOM double4 curand_log_normal4_double(curandStatePhilox4_32_10 *state, double mean, double stddev)
{
    const cpu_device::log_normal<double> make = {mean, stddev};
    const double4 z = curand_normal4_double(state);
    return make_double4(make(z.x), make(z.y), make(z.z), make(z.w));
}

// --- Poisson ---

namespace cpu_device
{
// D. E. Knuth, The Art of Computer Programming, Volume 2: how many uniform numbers, until their product is too small.
template <class State> CPU_DEVICE_RANDOM unsigned int poisson_of_products(State *state, float lambda)
{
    unsigned int count = 0;
    for (float product = expf(lambda) * curand_uniform(state); product > 1; product *= curand_uniform(state))
        ++count;
    return count;
}

// By rejection: candidates come from an approximation of the distribution that can be inverted, a logistic function's
// square, whose steepness and middle depend on lambda. On a GPU its roots and exponentials are approximate: now and
// then another candidate is taken there.
template <class State> CPU_DEVICE_RANDOM unsigned int poisson_by_rejection(State *state, float lambda)
{
    const float steepness = 1.43248035075540910f / sqrtf(lambda - 0.12400979329415655f) + 0.00025361074907033f;
    const float middle = 0.21096734870196546f / sqrtf(lambda - 1.97381164089999420f) + 0.94201734077887530f;
    const float log_lambda = logf(lambda);
    auto approximate = [&](float x) {
        const float t = 1 + expf(steepness * (lambda - x) - middle);
        return 1 / (t * t);
    };
    for (;;) {
        const float x = floorf(lambda - (middle + logf(1 / sqrtf(curand_uniform(state)) - 1)) / steepness);
        const float bound = (approximate(x + 1) - approximate(x)) * 1.3f;
        const float height = curand_uniform(state) * bound;
        const float probability = expf((float)(-lambda + x * log_lambda - (float)lgamma(1.0 + x)));
        if (height < probability && bound >= 1e-20f)
            return (unsigned int)x;
    }
}

CPU_DEVICE_RANDOM unsigned int poisson_of_normal(double lambda, double normal)
{
    return (unsigned int)(sqrt(lambda) * normal + lambda + 0.5);
}
inline constexpr double poisson_few = 64, poisson_many = 4000;
} // namespace cpu_device

template <class State, cpu_device::if_random<State> = 0>
CPU_DEVICE_RANDOM unsigned int curand_poisson(State *state, double lambda)
{
    if (lambda < cpu_device::poisson_few)
        return cpu_device::poisson_of_products(state, (float)lambda);
    if (lambda > cpu_device::poisson_many)
        return cpu_device::poisson_of_normal(lambda, curand_normal_double(state));
    return cpu_device::poisson_by_rejection(state, (float)lambda);
}

CPU_DEVICE_RANDOM uint4 curand_poisson4(curandStatePhilox4_32_10 *state, double lambda)
{
    if (lambda > cpu_device::poisson_many) {
        const double4 z = curand_normal4_double(state);
        return make_uint4(cpu_device::poisson_of_normal(lambda, z.x), cpu_device::poisson_of_normal(lambda, z.y),
                          cpu_device::poisson_of_normal(lambda, z.z), cpu_device::poisson_of_normal(lambda, z.w));
    }
    const unsigned int a = curand_poisson(state, lambda), b = curand_poisson(state, lambda);
    const unsigned int c = curand_poisson(state, lambda), d = curand_poisson(state, lambda);
    return make_uint4(a, b, c, d);
}

#include "cpu_device/sobol.h"
typedef struct curandStateSobol32 curandStateSobol32_t;

// --- what there is not ---

struct curandStateScrambledSobol32 {
};
struct curandStateSobol64 {
};
struct curandStateScrambledSobol64 {
};
struct curandStateMtgp32 {
};
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;
typedef struct curandStateMtgp32 curandStateMtgp32_t;

namespace cpu_device
{
template <class State> inline constexpr bool is_missing_state =
    std::is_same_v<State, curandStateScrambledSobol32> || std::is_same_v<State, curandStateSobol64> ||
    std::is_same_v<State, curandStateScrambledSobol64> || std::is_same_v<State, curandStateMtgp32>;
template <class State> using if_missing = std::enable_if_t<is_missing_state<State>, int>;
#define CPU_DEVICE_NO_GENERATOR                                                                                        \
    static_assert(!cpu_device::is_missing_state<State>,                                                                \
                  "the CPU device has no scrambled Sobol, Sobol of 64 bits and MTGP32 generators: use "                \
                  "curandStateSobol32_t or curandStatePhilox4_32_10_t")
} // namespace cpu_device

template <class Vectors, class State, cpu_device::if_missing<State> = 0>
__device__ void curand_init(Vectors, unsigned int, State *)
{
    CPU_DEVICE_NO_GENERATOR;
}
template <class Vectors, class Scramble, class State, cpu_device::if_missing<State> = 0>
__device__ void curand_init(Vectors, Scramble, unsigned int, State *)
{
    CPU_DEVICE_NO_GENERATOR;
}
template <class State, cpu_device::if_missing<State> = 0> __device__ unsigned int curand(State *)
{
    CPU_DEVICE_NO_GENERATOR;
    return 0;
}
template <class State, cpu_device::if_missing<State> = 0> __device__ float curand_uniform(State *)
{
    CPU_DEVICE_NO_GENERATOR;
    return 0;
}
template <class State, cpu_device::if_missing<State> = 0> __device__ float curand_normal(State *)
{
    CPU_DEVICE_NO_GENERATOR;
    return 0;
}
#undef CPU_DEVICE_NO_GENERATOR
#undef CPU_DEVICE_RANDOM

#include "cpu_device/letters_shown.h"
