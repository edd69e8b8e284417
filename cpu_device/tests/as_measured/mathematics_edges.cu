// SPDX-License-Identifier: MIT
// mathematics_edges: the functions of math.h on NaN, infinities and zeros, and where the result is exact.
#include <cmath>

#include "probe.h"

INPUTS(floats, float, NAN, -NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 1.0f)
INPUTS(doubles, double, NAN, -NAN, INFINITY, -INFINITY, 0.0, -0.0, 1.0)
INPUTS(halves_of_2, float, 0.0f, 0.5f, 1.0f, 1.5f, 2.0f, 2.5f, -0.5f, -1.0f, 1e9f)

// The argument is made of x, where a function's result of 1 is not exact.
#define EDGES(function, argument)                                                                                      \
    PROBE(function##_of_float, floats, function((float)(argument)))                                                    \
    PROBE(function##_of_double, doubles, function((double)(argument)))
EDGES(sqrt, x)
EDGES(rsqrt, x)
EDGES(cbrt, x)
EDGES(exp2, x)
EDGES(exp, x == 1 ? 1000 : x)
EDGES(exp10, x == 1 ? 1000 : x)
EDGES(expm1, x == 1 ? -1000 : x)
EDGES(log, x)
EDGES(log2, x)
EDGES(log10, x)
EDGES(log1p, x == 1 ? -1 : x)
EDGES(sin, x == 1 ? 0 : x)
EDGES(cos, x == 1 ? 0 : x)
EDGES(tan, x == 1 ? 0 : x)
EDGES(asin, x == 1 ? 2 : x)
EDGES(acos, x)
EDGES(atan, x == 1 || isinf(x) ? 0 : x)
EDGES(sinh, x == 1 ? 1000 : x)
EDGES(cosh, x == 1 ? 1000 : x)
EDGES(tanh, x == 1 ? 1000 : x)
EDGES(asinh, x == 1 ? 0 : x)
EDGES(acosh, x)
EDGES(atanh, x)
EDGES(erf, x == 1 ? 100 : x)
EDGES(erfc, x == 1 ? 100 : x)
EDGES(lgamma, x)
EDGES(tgamma, x)
PROBE2(pow_of_floats, floats, powf(x, y))
PROBE2(pow_of_doubles, doubles, pow(x, y))
PROBE2(hypot_of_floats, floats, x == 1 && y == 1 ? 0 : hypotf(x, y))
PROBE2(fmod_of_floats, floats, fmodf(x, y))
PROBE2(atan2_signs, floats, signbit(atan2f(x, y)))
PROBE(sinpi_of_halves, halves_of_2, sinpif(x))
PROBE(cospi_of_halves, halves_of_2, cospif(x))
PROBE(pow_2, halves_of_2, powf(2, x * 2))
