// SPDX-License-Identifier: MIT
// float_functions.cu: float and double functions: the exactly rounded ones to the last bit, the others to five digits.

#include <math.h>
#include <stdio.h>

#include "../handle_error.h"

const int exact = 30, rough = 43;

__global__ void exactly_rounded(double *out, float x, float y, float z, double d)
{
    *out++ = x + y;
    *out++ = __fadd_rn(x, y);
    *out++ = __fsub_rn(x, y);
    *out++ = __fmul_rn(x, y);
    *out++ = __fdiv_rn(x, y);
    *out++ = __frcp_rn(y);
    *out++ = __fsqrt_rn(x);
    *out++ = __fmaf_rn(x, y, z);
    *out++ = __fadd_rn(__fmul_rn(x, y), z); // not the same
    *out++ = fmaf(x, y, z);
    *out++ = x / y;
    *out++ = sqrtf(x);
    *out++ = __dadd_rn(d, 1e-9);
    *out++ = __dmul_rn(d, d);
    *out++ = __ddiv_rn(d, 3);
    *out++ = __dsqrt_rn(d);
    *out++ = __fma_rn(d, d, -d);
    *out++ = sqrt(d);
    *out++ = floorf(-x) + ceilf(x) + truncf(-x) + roundf(2.5f * x);
    *out++ = rintf(2.5f) + nearbyintf(3.5f) + rint(-0.5 - x);
    *out++ = fminf(x, y) + fmaxf(x, y) + fabsf(-z) + copysignf(3, -x);
    *out++ = fmodf(x * 10, y) + remainderf(x * 10, y);
    *out++ = fminf(NAN, x) + fmaxf(x, NAN) + min(x, y) + max(d, (double)x);
    *out++ = ldexpf(x, 5) + scalbnf(y, -3) + ilogbf(x * 1000);
    *out++ = isnan(x - x) + 2 * isnan(NAN) + 4 * isinf(x / (x - x)) + 8 * isfinite(x) + 16 * signbit(-x);
    *out++ = fdimf(x, y) + fdimf(y, x) + lrintf(x) + llroundf(y);
    *out++ = __saturatef(x) + __saturatef(-x) + __saturatef(y / 64);
    *out++ = 1e-45f * 1; // denormal numbers stay
    *out++ = x * 1e-44f;
    *out++ = (double)(float)d;
}

__global__ void to_five_digits(double *out, float x, double d)
{
    float s, c, whole;
    double ds, dc;
    int exponent;
    sincosf(x, &s, &c);
    sincos(d, &ds, &dc);
    *out++ = sinf(x), *out++ = cosf(x), *out++ = tanf(x), *out++ = s, *out++ = c;
    *out++ = asinf(x / 4), *out++ = acosf(x / 5), *out++ = atanf(x), *out++ = atan2f(-x, 2);
    *out++ = expf(x), *out++ = exp2f(x), *out++ = exp10f(x), *out++ = expm1f(x / 100);
    *out++ = logf(x), *out++ = log2f(x), *out++ = log10f(x), *out++ = log1pf(x);
    *out++ = powf(x, 3.3f), *out++ = cbrtf(x), *out++ = rsqrtf(x), *out++ = hypotf(x, 4);
    *out++ = sinhf(x), *out++ = coshf(x), *out++ = tanhf(x), *out++ = erff(x), *out++ = tgammaf(x);
    *out++ = sinpif(x), *out++ = cospif(x), *out++ = normcdff(-x), *out++ = norm3df(x, 2, 3);
    *out++ = __sinf(x) + __cosf(x), *out++ = __expf(x), *out++ = __logf(x), *out++ = __powf(x, 2.5f),
    *out++ = __fdividef(x, 7);
    *out++ = sin(d) + cos(d) + exp(d) + log(d) + pow(d, 1.7) + rsqrt(d), *out++ = ds + dc;
    *out++ = modff(x, &whole), *out++ = whole;
    *out++ = frexpf(x, &exponent), *out++ = exponent;
    *out++ = rcbrtf(x) + rhypotf(x, 1), *out++ = sinpi(d) + cospi(d);
}

int main(void)
{
    double out[rough], *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof out));
    exactly_rounded<<<1, 1>>>(dev_out, 1.1f, 3.3f, -3.63f, 2.2);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, exact * sizeof *out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < exact; i++)
        printf("%.17g\n", out[i]);
    // chosen so that an error of a few units in the last place changes no digit that is shown
    const float arguments[] = {0.23f, 1.42f, 2.6f};
    for (float x : arguments) {
        to_five_digits<<<1, 1>>>(dev_out, x, x + 0.05);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
        for (int i = 0; i < rough; i++)
            printf("%.5g%c", out[i], i < rough - 1 ? ' ' : '\n');
    }
    HANDLE_ERROR(cudaFree(dev_out));
    return 0;
}
