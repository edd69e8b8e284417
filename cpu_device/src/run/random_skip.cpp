// SPDX-License-Identifier: MIT
// How the generators of curand_kernel.h skip ahead: both are linear, so to take 2^k steps is to multiply by a matrix,
// the 2^k-th power of that of one step. The powers are made when one is first asked for.
#include <cstring>

#include "../../include/cpu_device/interface.h"

namespace cpu_device
{
namespace
{
// --- XORWOW: 160 bits, over the field of two elements ---

struct xorwow_words {
    uint32_t v[5];
};

// What becomes of each single bit.
struct xorwow_matrix {
    xorwow_words of_bit[160];

    xorwow_words times(const xorwow_words &x) const
    {
        xorwow_words product = {};
        for (unsigned i = 0; i < 160; ++i)
            if (x.v[i / 32] >> i % 32 & 1)
                for (unsigned k = 0; k < 5; ++k)
                    product.v[k] ^= of_bit[i].v[k];
        return product;
    }
};

xorwow_words xorwow_step(const xorwow_words &x)
{
    const uint32_t first = x.v[0] ^ x.v[0] >> 2, last = x.v[4];
    return {{x.v[1], x.v[2], x.v[3], x.v[4], last ^ last << 4 ^ first ^ first << 1}};
}

constexpr unsigned xorwow_powers = 67 + 64;

const xorwow_matrix *make_xorwow_powers()
{
    xorwow_matrix *powers = new xorwow_matrix[xorwow_powers];
    for (unsigned i = 0; i < 160; ++i) {
        xorwow_words bit = {};
        bit.v[i / 32] = 1u << i % 32;
        powers[0].of_bit[i] = xorwow_step(bit);
    }
    for (unsigned k = 1; k < xorwow_powers; ++k)
        for (unsigned i = 0; i < 160; ++i)
            powers[k].of_bit[i] = powers[k - 1].times(powers[k - 1].of_bit[i]);
    return powers;
}

// --- MRG32k3a: two times three numbers, modulo two primes ---

constexpr uint64_t mrg_modulus[2] = {4294967087u, 4294944443u};

struct mrg_matrix {
    uint64_t of[3][3];
};

constexpr unsigned mrg_powers = 127 + 64;
struct mrg_power_table {
    mrg_matrix of[2][mrg_powers];
};

const mrg_power_table *make_mrg_powers()
{
    mrg_power_table *powers = new mrg_power_table;
    powers->of[0][0] = {{{0, 1, 0}, {0, 0, 1}, {mrg_modulus[0] - 810728, 1403580, 0}}};
    powers->of[1][0] = {{{0, 1, 0}, {0, 0, 1}, {mrg_modulus[1] - 1370589, 0, 527612}}};
    for (unsigned part = 0; part < 2; ++part)
        for (unsigned k = 1; k < mrg_powers; ++k) {
            const mrg_matrix &root = powers->of[part][k - 1];
            for (unsigned i = 0; i < 3; ++i)
                for (unsigned j = 0; j < 3; ++j) {
                    uint64_t sum = 0;
                    for (unsigned l = 0; l < 3; ++l)
                        sum += root.of[i][l] * root.of[l][j] % mrg_modulus[part];
                    powers->of[part][k].of[i][j] = sum % mrg_modulus[part];
                }
        }
    return powers;
}

void multiply(const mrg_matrix &by, uint64_t modulus, uint32_t s[3])
{
    uint32_t product[3];
    for (unsigned i = 0; i < 3; ++i) {
        uint64_t sum = 0;
        for (unsigned j = 0; j < 3; ++j)
            sum += by.of[i][j] * s[j] % modulus;
        product[i] = (uint32_t)(sum % modulus);
    }
    memcpy(s, product, sizeof product);
}
} // namespace
} // namespace cpu_device

using namespace cpu_device;

void cpu_device_xorwow_skip(uint32_t v[5], uint64_t n, unsigned shift)
{
    static const xorwow_matrix *const powers = make_xorwow_powers();
    xorwow_words x;
    memcpy(x.v, v, sizeof x.v);
    for (unsigned k = shift; n != 0; ++k, n >>= 1)
        if (n & 1)
            x = powers[k].times(x);
    memcpy(v, x.v, sizeof x.v);
}

void cpu_device_mrg_skip(uint32_t s1[3], uint32_t s2[3], uint64_t n, unsigned shift)
{
    static const mrg_power_table *const powers = make_mrg_powers();
    for (unsigned k = shift; n != 0; ++k, n >>= 1)
        if (n & 1) {
            multiply(powers->of[0][k], mrg_modulus[0], s1);
            multiply(powers->of[1][k], mrg_modulus[1], s2);
        }
}
