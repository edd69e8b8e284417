// SPDX-License-Identifier: MIT
// The direction vectors of Sobol's sequence in its first dimensions: S. Joe and F. Y. Kuo, Constructing Sobol sequences
// with better two-dimensional projections, SIAM J. Sci. Comput. 30 (2008), their set D6; those that cuRAND calls
// JOEKUO6.
#pragma once

#include <stddef.h>

namespace sobol
{
// A primitive polynomial of that degree, its inner coefficients as bits, and the first direction numbers.
struct dimension {
    unsigned degree, coefficients, first[7];
};
constexpr dimension after_the_first[] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
};
constexpr size_t dimensions = 1 + sizeof after_the_first / sizeof *after_the_first;

// Dimension number 0 is van der Corput's sequence.
inline void make_vectors(size_t number, unsigned (&vectors)[32])
{
    if (number == 0) {
        for (unsigned k = 0; k < 32; ++k)
            vectors[k] = 1u << (31 - k);
        return;
    }
    const dimension &d = after_the_first[number - 1];
    for (unsigned k = 0; k < 32; ++k) {
        if (k < d.degree) {
            vectors[k] = d.first[k] << (31 - k);
            continue;
        }
        vectors[k] = vectors[k - d.degree] ^ vectors[k - d.degree] >> d.degree;
        for (unsigned j = 1; j < d.degree; ++j)
            if (d.coefficients >> (d.degree - 1 - j) & 1)
                vectors[k] ^= vectors[k - j];
    }
}
} // namespace sobol
