// SPDX-License-Identifier: MIT
// half_arithmetic.cu: sums, products, quotients and the like of half, each rounded once. All 65536 numbers against 16
// others, as a hash of the results' bits.
#include <cuda_fp16.h>
#include <stdio.h>

const int operations = 14;

__device__ half operation(int number, half a, half b)
{
    const half c = __ushort_as_half((unsigned short)(__half_as_ushort(a) * 31 + __half_as_ushort(b)));
    switch (number) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    case 3: return a / b;
    case 4: return __hfma(a, b, c);
    case 5: return __hadd_sat(a, b);
    case 6: return __hsub_sat(a, b);
    case 7: return __hmul_sat(a, b);
    case 8: return __hfma_sat(a, b, c);
    case 9: return __hfma_relu(a, b, c);
    case 10: return __hmax(a, b);
    case 11: return __hmin(a, b);
    case 12: return __hmax_nan(a, b);
    default: return __hmin_nan(a, b);
    }
}

__device__ unsigned other(int i) // large and small numbers, subnormal ones, infinity and NaN
{
    const unsigned special[] = {0x8000, 0x3c00, 0x0001, 0x83ff, 0x0400, 0x7bff, 0xfc00, 0x7e00, 0x3c01};
    return i < 9 ? special[i] : (i * 40503u + 12345u) & 0xffff;
}

// The hash of number a: of what it makes with all others. NaN counts as one number.
__global__ void hash(unsigned *out, int number)
{
    const unsigned a = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned h = 2166136261u;
    for (int i = 0; i < 16; i++) {
        const half result = operation(number, __ushort_as_half((unsigned short)a), __ushort_as_half(other(i)));
        h = (h ^ (__hisnan(result) ? 0x7fff : __half_as_ushort(result))) * 16777619u;
    }
    out[a] = h;
}

__global__ void single()
{
    const half one = 1.0f, big = 65504.0f, tiny = CUDART_MIN_DENORM_FP16, odd = __ushort_as_half(0x3c03);
    printf("1 + 2^-11 = %04x, 1.003 + 2^-11 = %04x\n", __half_as_ushort(one + half(0x1p-11f)),
           __half_as_ushort(odd + half(0x1p-11f)));
    printf("65504 + 15 = %04x, 65504 + 16 = %04x\n", __half_as_ushort(big + half(15)),
           __half_as_ushort(big + half(16)));
    printf("tiny / 2 = %04x, 3 tiny / 2 = %04x\n", __half_as_ushort(tiny / half(2)),
           __half_as_ushort(half(3) * tiny / half(2)));
    printf("fma: %04x, in two steps: %04x\n", __half_as_ushort(__hfma(odd, odd, -one)),
           __half_as_ushort(__hadd_rn(__hmul_rn(odd, odd), -one)));
    printf("inf - inf = %04x, 0 / 0 = %04x, 1 / 0 = %04x\n", __half_as_ushort(CUDART_INF_FP16 - CUDART_INF_FP16),
           __half_as_ushort(CUDART_ZERO_FP16 / CUDART_ZERO_FP16), __half_as_ushort(one / CUDART_NEG_ZERO_FP16));
    half h = 0.5f;
    h += half(1);
    h *= half(3);
    h -= half(0.25f);
    h /= half(2);
    const half before = h++, after = --h;
    printf("%g %g %g %g %d %d %d\n", (float)h, (float)before, (float)after, (float)-h, h > one, h == one, h != h);
    printf("%04x %04x %d %d %d\n", __half_as_ushort(__habs(-h)), __half_as_ushort(__hneg(h)), __hisinf(CUDART_INF_FP16),
           __hisinf(-CUDART_INF_FP16), __hisinf(big));
}

int main()
{
    static unsigned out[65536];
    unsigned *dev_out;
    cudaMalloc(&dev_out, sizeof out);
    for (int number = 0; number < operations; number++) {
        hash<<<256, 256>>>(dev_out, number);
        cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
        unsigned all = 2166136261u;
        for (unsigned h : out)
            all = (all ^ h) * 16777619u;
        printf("operation %d: %08x\n", number, all);
    }
    single<<<1, 1>>>();
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(dev_out);
    return 0;
}
