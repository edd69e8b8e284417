// SPDX-License-Identifier: MIT
// half_conversions.cu: from half to float and to integers, and back, in all roundings, on the device and the host.
#include <cuda_fp16.h>
#include <stdio.h>
#include <string.h>

#define HASH(h, value) h = (h ^ (unsigned long long)(value)) * 1099511628211ull
#define BITS(value) HASH(h, __half_as_ushort(value))

// All numbers of half.
__host__ __device__ inline unsigned long long widened(unsigned first, unsigned last)
{
    unsigned long long h = 14695981039346656037ull;
    for (unsigned i = first; i < last; i++) {
        const half x = __ushort_as_half((unsigned short)i);
        const float f = x;
        unsigned bits;
        memcpy(&bits, &f, sizeof bits);
        HASH(h, bits);
        HASH(h, (int)x), HASH(h, (unsigned)x), HASH(h, (short)x), HASH(h, (unsigned short)x), HASH(h, (signed char)x),
            HASH(h, (unsigned char)x), HASH(h, (long long)x), HASH(h, (unsigned long long)x), HASH(h, (bool)x);
    }
    return h;
}

__device__ unsigned long long all_roundings(unsigned first, unsigned last)
{
    unsigned long long h = 14695981039346656037ull;
    for (unsigned i = first; i < last; i++) {
        const half x = __ushort_as_half((unsigned short)i);
        HASH(h, __half2int_rn(x)), HASH(h, __half2int_rd(x)), HASH(h, __half2int_ru(x));
        HASH(h, __half2uint_rn(x)), HASH(h, __half2uint_rd(x)), HASH(h, __half2uint_ru(x));
        HASH(h, __half2short_rn(x)), HASH(h, __half2short_rd(x)), HASH(h, __half2short_ru(x));
        HASH(h, __half2ushort_rn(x)), HASH(h, __half2ushort_rd(x)), HASH(h, __half2ushort_ru(x));
        HASH(h, __half2ll_rn(x)), HASH(h, __half2ll_rd(x)), HASH(h, __half2ll_ru(x));
        HASH(h, __half2ull_rn(x)), HASH(h, __half2ull_rd(x)), HASH(h, __half2ull_ru(x));
    }
    return h;
}

// What lies at and beside each number and each middle between two, and the same in double.
__host__ __device__ inline unsigned long long narrowed(unsigned first, unsigned last)
{
    unsigned long long h = 14695981039346656037ull;
    for (unsigned i = first; i < last; i++) {
        const half low = __ushort_as_half((unsigned short)i), high = __ushort_as_half((unsigned short)(i + 1));
        const float middle = ((float)low + (float)high) / 2;
        if (isinf(middle) || isnan(middle)) // whose bits are the device's own
            continue;
        for (int step = -1; step <= 1; step++) {
            const float x = middle + middle * step * 0x1p-23f, y = (float)low + (float)low * step * 0x1p-23f;
            BITS(__float2half_rn(x)), BITS(__float2half_rz(x)), BITS(__float2half_rd(x)), BITS(__float2half_ru(x)),
                BITS(__float2half_rd(y)), BITS(__float2half_ru(y)),
                BITS(__double2half(middle + middle * step * 0x1p-52));
        }
    }
    return h;
}

__host__ __device__ inline unsigned long long of_integers()
{
    unsigned long long h = 14695981039346656037ull;
    for (int i = -70000; i < 70000; i += 7) {
        BITS(__int2half_rn(i)), BITS(__int2half_rz(i)), BITS(__int2half_rd(i)), BITS(__int2half_ru(i)),
            BITS(__short2half_rn((short)i)), BITS(__ushort2half_ru((unsigned short)i)), BITS(__uint2half_rn(i)),
            BITS(__uint2half_rz(i)), BITS(__ll2half_rd(i * 3ll)), BITS(__ull2half_rn(i + 70000ull)), BITS(half(i)),
            BITS(half((long)i));
    }
    return h;
}

__global__ void convert(unsigned long long *out)
{
    const unsigned first = threadIdx.x * 1024;
    out[threadIdx.x] = widened(first, first + 1024);
    out[64 + threadIdx.x] = all_roundings(first, first + 1024);
    out[128 + threadIdx.x] = narrowed(first, first + 1024);
    if (threadIdx.x == 0)
        out[192] = of_integers();
}

int main()
{
    const int ranges[] = {0, 30, 31, 32, 62, 63}; // infinity and NaN are in 31 and 63
    static unsigned long long out[193];
    unsigned long long *dev_out;
    cudaMalloc(&dev_out, sizeof out);
    convert<<<1, 64>>>(dev_out);
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    unsigned long long h[3] = {};
    for (int i = 0; i < 192; i++)
        HASH(h[i / 64], out[i]);
    printf("to float and integers %016llx, in all roundings %016llx, from float %016llx\n", h[0], h[1], h[2]);
    for (int r : ranges)
        printf("%d: %016llx %016llx %016llx\n", r, out[r], out[64 + r], out[128 + r]);
    printf("from integers %016llx\n", out[192]);
    printf("host: %d %d %d %d\n", widened(0, 1024) == out[0], widened(63 * 1024, 65536) == out[63],
           narrowed(29 * 1024, 30 * 1024) == out[128 + 29], of_integers() == out[192]);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(dev_out);
    return 0;
}
