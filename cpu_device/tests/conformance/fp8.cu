// SPDX-License-Identifier: MIT
// fp8.cu: conversions to and from numbers of 8 bits, e4m3 and e5m2, on the device and the host.
#include <cuda_fp8.h>
#include <stdio.h>

__host__ __device__ inline unsigned bits(float f)
{
    const __half h = __float2half(f); // exact, but for NaN, of which half has one here
    return __half_as_ushort(h);
}

// Each number as half, back again; the middle to the next one, and what lies beside it.
template <class T> __host__ __device__ unsigned all(__nv_fp8_interpretation_t kind, unsigned *first_wrong)
{
    unsigned h = 2166136261u;
    for (unsigned i = 0; i < 256; i++) {
        T x;
        x.__x = (__nv_fp8_storage_t)i;
        const float f = float(x);
        if (f == f && T(f).__x != i && *first_wrong == 256)
            *first_wrong = i;
        h = (h ^ bits(f)) * 16777619u;
        T next;
        next.__x = (__nv_fp8_storage_t)(i + 1);
        const float middle = (f + float(next)) / 2;
        for (int step = -1; step <= 1; step++) {
            const float near = middle + middle * step * 0x1p-23f;
            if (near != near)
                continue;
            h = (h ^ T(near).__x) * 16777619u;
            h = (h ^ __nv_cvt_float_to_fp8(near, __NV_NOSAT, kind)) * 16777619u;
            h = (h ^ __nv_cvt_double_to_fp8(middle + middle * step * 0x1p-52, __NV_SATFINITE, kind)) * 16777619u;
        }
    }
    return h;
}

template <class T> __host__ __device__ void some(__nv_fp8_interpretation_t kind)
{
    const float values[] = {448,      464,       465, 57344, 61439,    61440,      1e30f,
                            INFINITY, -INFINITY, NAN, -0.0f, 0x1p-10f, 0x1.8p-10f, 0x1p-17f};
    for (float f : values)
        printf("%02x %02x  ", T(f).__x, __nv_cvt_float_to_fp8(f, __NV_NOSAT, kind));
    printf("\n");
    printf("%02x %02x %02x %d %d %u %d\n", T(3).__x, T(-1000ll).__x, T(__float2half(0.3f)).__x, int(T(-3.5f)),
           (int)(signed char)(T(200.0f)), (unsigned)(unsigned char)(T(-2.0f)), (bool)T(0.0f));
}

__host__ __device__ inline void several()
{
    const __nv_fp8x2_e4m3 two(make_float2(1.1f, -300.0f));
    const __nv_fp8x4_e5m2 four(make_float4(0.1f, 5, -7, 100000));
    const __half2 h = __half2(two);
    const float2 f = float2(two);
    const float4 g = float4(four);
    printf("%04x %08x %04x %04x %g %g %g %g %g %g\n", two.__x, four.__x, __half_as_ushort(h.x), __half_as_ushort(h.y),
           f.x, f.y, g.x, g.y, g.z, g.w);
    printf("%04x %08x\n", __nv_fp8x2_e5m2(__floats2half2_rn(1.3f, 2.6f)).__x,
           __nv_fp8x4_e4m3(__floats2half2_rn(1.3f, 2.6f), __floats2half2_rn(-0.02f, 1000)).__x);
    printf("%04x %02x\n", __nv_cvt_float2_to_fp8x2(make_float2(500, 0.01f), __NV_SATFINITE, __NV_E4M3),
           __nv_cvt_bfloat16raw_to_fp8(__float2bfloat16(3.3f), __NV_SATFINITE, __NV_E5M2));
}

__host__ __device__ inline void convert()
{
    unsigned wrong[2] = {256, 256};
    const unsigned h = all<__nv_fp8_e4m3>(__NV_E4M3, &wrong[0]), g = all<__nv_fp8_e5m2>(__NV_E5M2, &wrong[1]);
    printf("%08x %u, %08x %u\n", h, wrong[0], g, wrong[1]);
    some<__nv_fp8_e4m3>(__NV_E4M3);
    some<__nv_fp8_e5m2>(__NV_E5M2);
    several();
}

__global__ void on_device()
{
    convert();
}

int main()
{
    convert();
    fflush(stdout);
    on_device<<<1, 1>>>();
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
