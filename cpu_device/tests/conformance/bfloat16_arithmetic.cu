// SPDX-License-Identifier: MIT
// bfloat16_arithmetic.cu: sums, products, quotients and the like of bfloat16, each rounded once. All 65536 numbers
// against 16 others, as a hash of the results' bits.
// Compiled with: -arch=sm_80
#include <cuda_bf16.h>
#include <stdio.h>

const int operations = 14;

__device__ nv_bfloat16 operation(int number, nv_bfloat16 a, nv_bfloat16 b)
{
    const nv_bfloat16 c =
        __ushort_as_bfloat16((unsigned short)(__bfloat16_as_ushort(a) * 31 + __bfloat16_as_ushort(b)));
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
    const unsigned special[] = {0x8000, 0x3f80, 0x0001, 0x807f, 0x0080, 0x7f7f, 0xff80, 0x7fc0, 0x3f81};
    return i < 9 ? special[i] : (i * 40503u + 12345u) & 0xffff;
}

// The hash of number a: of what it makes with all others. NaN counts as one number.
__global__ void hash(unsigned *out, int number)
{
    const unsigned a = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned h = 2166136261u;
    for (int i = 0; i < 16; i++) {
        const nv_bfloat16 result =
            operation(number, __ushort_as_bfloat16((unsigned short)a), __ushort_as_bfloat16(other(i)));
        h = (h ^ (__hisnan(result) ? 0x7fff : __bfloat16_as_ushort(result))) * 16777619u;
    }
    out[a] = h;
}

__global__ void single()
{
    const nv_bfloat16 one = 1.0f, big = CUDART_MAX_NORMAL_BF16, tiny = CUDART_MIN_DENORM_BF16;
    const nv_bfloat16 odd = __ushort_as_bfloat16(0x3f83);
    printf("1 + 2^-8 = %04x, 1.023 + 2^-8 = %04x\n", __bfloat16_as_ushort(one + nv_bfloat16(0x1p-8f)),
           __bfloat16_as_ushort(odd + nv_bfloat16(0x1p-8f)));
    printf("max + 2^118 = %04x, max + 2^119 = %04x\n", __bfloat16_as_ushort(big + nv_bfloat16(0x1p118f)),
           __bfloat16_as_ushort(big + nv_bfloat16(0x1p119f)));
    printf("tiny / 2 = %04x, 3 tiny / 2 = %04x\n", __bfloat16_as_ushort(tiny / nv_bfloat16(2)),
           __bfloat16_as_ushort(nv_bfloat16(3) * tiny / nv_bfloat16(2)));
    const nv_bfloat16 x = 1.0625f; // whose square is in the middle between two numbers
    printf("%04x %04x %04x\n", __bfloat16_as_ushort(__hfma(x, x, tiny)), __bfloat16_as_ushort(__hfma(x, x, -tiny)),
           __bfloat16_as_ushort(__hfma(x, x, CUDART_ZERO_BF16)));
    printf("fma: %04x, in two steps: %04x\n", __bfloat16_as_ushort(__hfma(odd, odd, -one)),
           __bfloat16_as_ushort(__hadd_rn(__hmul_rn(odd, odd), -one)));
    printf("inf - inf = %04x, 0 / 0 = %04x, 1 / 0 = %04x\n", __bfloat16_as_ushort(CUDART_INF_BF16 - CUDART_INF_BF16),
           __bfloat16_as_ushort(CUDART_ZERO_BF16 / CUDART_ZERO_BF16), __bfloat16_as_ushort(one / CUDART_NEG_ZERO_BF16));
    nv_bfloat16 h = 0.5f;
    h += nv_bfloat16(1);
    h *= nv_bfloat16(3);
    h -= nv_bfloat16(0.25f);
    h /= nv_bfloat16(2);
    const nv_bfloat16 before = h++, after = --h;
    printf("%g %g %g %g %d %d %d\n", (float)h, (float)before, (float)after, (float)-h, h > one, h == one, h != h);
    printf("%04x %04x %d %d %d\n", __bfloat16_as_ushort(__habs(-h)), __bfloat16_as_ushort(__hneg(h)),
           __hisinf(CUDART_INF_BF16), __hisinf(-CUDART_INF_BF16), __hisinf(big));
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
