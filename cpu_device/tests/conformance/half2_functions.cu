// SPDX-License-Identifier: MIT
// half2_functions.cu: pairs of half: arithmetic, comparisons in their five forms, putting together and taking apart.
#include <cuda_fp16.h>
#include <stdio.h>

__host__ __device__ inline unsigned bits(half2 v)
{
    return __half_as_ushort(v.x) | (unsigned)__half_as_ushort(v.y) << 16;
}

__host__ __device__ inline void packing()
{
    const half2 v = __floats2half2_rn(1.5f, -2.25f), w = make_half2(__float2half(3), __float2half(0.1f));
    printf("%08x %08x %08x %08x\n", bits(v), bits(w), bits(__half2half2(v.y)), bits(__float2half2_rn(0.3f)));
    printf("%08x %08x %08x\n", bits(__low2half2(v)), bits(__high2half2(v)), bits(__lowhigh2highlow(v)));
    printf("%08x %08x %08x\n", bits(__lows2half2(v, w)), bits(__highs2half2(v, w)), bits(__halves2half2(w.y, v.x)));
    printf("%g %g %g %g\n", __low2float(v), __high2float(v), __half2float(__low2half(w)), __half2float(__high2half(w)));
    const float2 f = __half22float2(w);
    printf("%.9g %.9g %08x\n", f.x, f.y, bits(__float22half2_rn(make_float2(-0.0f, 1e6f))));
}

__global__ void arithmetic()
{
    const half2 a = __floats2half2_rn(0.75f, -3.0f), b = __floats2half2_rn(0.3f, 7.0f),
                c = __floats2half2_rn(-1, 0.01f);
    printf("%08x %08x %08x %08x\n", bits(a + b), bits(a - b), bits(a * b), bits(a / b));
    printf("%08x %08x %08x %08x\n", bits(__hadd2(a, b)), bits(__hsub2(a, b)), bits(__hmul2(a, b)), bits(__h2div(b, a)));
    printf("%08x %08x %08x\n", bits(__hadd2_sat(a, b)), bits(__hsub2_sat(a, b)), bits(__hmul2_sat(a, b)));
    printf("%08x %08x %08x\n", bits(__hfma2(a, b, c)), bits(__hfma2_sat(a, b, c)), bits(__hfma2_relu(a, b, c)));
    printf("%08x %08x %08x\n", bits(__hadd2_rn(a, c)), bits(__hcmadd(a, b, c)), bits(__hneg2(a)));
    printf("%08x %08x %08x\n", bits(__habs2(a)), bits(__hmax2(a, b)), bits(__hmin2(a, b)));
    half2 v = a;
    v += b;
    printf("%08x\n", bits(v));
    v *= __floats2half2_rn(2, 4);
    v -= c;
    v /= __floats2half2_rn(0.5f, -0.5f);
    printf("%08x %d\n", bits(v), v == v);
    ++v;
    printf("%08x %08x\n", bits(v--), bits(-a));
}

__global__ void comparisons()
{
    const half nan = CUDART_NAN_FP16, inf = CUDART_INF_FP16;
    const half2 values[] = {__floats2half2_rn(1, 2),       __floats2half2_rn(2, 1),
                            __floats2half2_rn(1, 2),       __halves2half2(__float2half(1), nan),
                            __halves2half2(inf, nan),      __floats2half2_rn(-0.0f, 0.0f),
                            __floats2half2_rn(0.0f, -0.0f)};
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++) {
            const half2 a = values[i], b = values[j];
            unsigned scalar = 0, both = 0, pairs = 0, masks = 0;
#define COMPARE(name)                                                                                                  \
    scalar = scalar << 1 | __h##name(a.x, b.y);                                                                        \
    both = both << 1 | __hb##name##2(a, b);                                                                            \
    pairs = pairs * 31 + bits(__h##name##2(a, b));                                                                     \
    masks = masks * 31 + __h##name##2_mask(a, b)
            COMPARE(eq);
            COMPARE(ne);
            COMPARE(lt);
            COMPARE(le);
            COMPARE(gt);
            COMPARE(ge);
            COMPARE(equ);
            COMPARE(neu);
            COMPARE(ltu);
            COMPARE(leu);
            COMPARE(gtu);
            COMPARE(geu);
            printf("%d %d: %03x %03x %08x %08x %d%d ", i, j, scalar, both, pairs, masks, a < b, a != b);
            printf("%08x %08x ", bits(__hmax2(a, b)), bits(__hmin2(a, b)));
            printf("%08x\n", bits(__hmax2_nan(a, b)) ^ bits(__hmin2_nan(a, b)));
        }
    printf("%08x %d %d\n", bits(__hisnan2(values[4])), __hisnan(nan), __hisinf(inf));
}

__global__ void pack()
{
    packing();
}

int main()
{
    packing();
    fflush(stdout);
    pack<<<1, 1>>>();
    arithmetic<<<1, 1>>>();
    comparisons<<<1, 1>>>();
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
