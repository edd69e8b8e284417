// SPDX-License-Identifier: MIT
// half_functions.cu: roots, exponentials and the like of all 65536 numbers of half: how many results are not the
// nearest to the exact one, which the host computes in double, and the bits of the first of them.
#include <cuda_fp16.h>
#include <math.h>
#include <stdio.h>

const int functions = 16;
const char *const names[functions] = {"sqrt",  "rsqrt", "rcp", "exp",  "exp2", "exp10", "log",   "log2",
                                      "log10", "sin",   "cos", "tanh", "ceil", "floor", "trunc", "rint"};

template <class H> __device__ H compute(int function, H x);
#define COMPUTE(H, h)                                                                                                  \
    template <> __device__ H compute<H>(int function, H x)                                                             \
    {                                                                                                                  \
        switch (function) {                                                                                            \
        case 0: return h##sqrt(x);                                                                                     \
        case 1: return h##rsqrt(x);                                                                                    \
        case 2: return h##rcp(x);                                                                                      \
        case 3: return h##exp(x);                                                                                      \
        case 4: return h##exp2(x);                                                                                     \
        case 5: return h##exp10(x);                                                                                    \
        case 6: return h##log(x);                                                                                      \
        case 7: return h##log2(x);                                                                                     \
        case 8: return h##log10(x);                                                                                    \
        case 9: return h##sin(x);                                                                                      \
        case 10: return h##cos(x);                                                                                     \
        case 11: return h##tanh(x);                                                                                    \
        case 12: return h##ceil(x);                                                                                    \
        case 13: return h##floor(x);                                                                                   \
        case 14: return h##trunc(x);                                                                                   \
        default: return h##rint(x);                                                                                    \
        }                                                                                                              \
    }
COMPUTE(half, h)
COMPUTE(half2, h2)

double exact(int function, double x)
{
    switch (function) {
    case 0: return sqrt(x);
    case 1: return 1 / sqrt(x);
    case 2: return 1 / x;
    case 3: return exp(x);
    case 4: return exp2(x);
    case 5: return pow(10.0, x);
    case 6: return log(x);
    case 7: return log2(x);
    case 8: return log10(x);
    case 9: return sin(x);
    case 10: return cos(x);
    case 11: return tanh(x);
    case 12: return ceil(x);
    case 13: return floor(x);
    case 14: return trunc(x);
    default: return rint(x);
    }
}

// `pairs` is 1 where the function of pairs gives something else.
__global__ void all(unsigned short *out, int *pairs, int function)
{
    const unsigned short i = (unsigned short)(blockIdx.x * blockDim.x + threadIdx.x);
    const half x = __ushort_as_half(i), result = compute(function, x);
    const half2 two = compute(function, __halves2half2(__float2half(1), x));
    out[i] = __half_as_ushort(result);
    if (__half_as_ushort(two.y) != out[i])
        *pairs = 1;
}

int main()
{
    static unsigned short out[65536];
    unsigned short *dev_out;
    int *dev_pairs, pairs;
    cudaMalloc(&dev_out, sizeof out);
    cudaMalloc(&dev_pairs, sizeof pairs);
    cudaMemset(dev_pairs, 0, sizeof pairs);
    for (int function = 0; function < functions; function++) {
        all<<<256, 256>>>(dev_out, dev_pairs, function);
        cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
        int wrong = 0, first = 0;
        for (int i = 0; i < 65536; i++) {
            const double y = exact(function, __half2float(__ushort_as_half((unsigned short)i)));
            // where the exact value is all but in the middle between two numbers, either will do
            if (__half_as_ushort(__double2half(y * (1 - 0x1p-20))) != out[i] &&
                __half_as_ushort(__double2half(y * (1 + 0x1p-20))) != out[i] && wrong++ == 0)
                first = i;
        }
        printf("%s: %d of 65536 are not the nearest", names[function], wrong);
        printf(wrong ? ", the first one that of %04x: %04x\n" : "\n", first, out[first]);
    }
    cudaMemcpy(&pairs, dev_pairs, sizeof pairs, cudaMemcpyDeviceToHost);
    printf("pairs: %s\n%s\n", pairs ? "differ" : "the same", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(dev_out);
    cudaFree(dev_pairs);
    return 0;
}
