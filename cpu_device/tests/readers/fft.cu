// SPDX-License-Identifier: MIT
// fft.cu: radix-2 FFT with bit reversal, forward and back
// Feature: cuComplex.h, __brev, sincospif, one launch for each stage
#include <cuComplex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef cuFloatComplex Complex;

__global__ void bitReverse(const Complex *in, Complex *out, int log2n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[__brev(i) >> (32 - log2n)] = in[i];
}

__global__ void butterfly(Complex *data, int half, float sign)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned k = t % half, lo = t / half * 2 * half + k, hi = lo + half;
    float s, c;
    sincospif(sign * (float)k / half, &s, &c);
    Complex u = data[lo], v = cuCmulf(data[hi], make_cuFloatComplex(c, s));
    data[lo] = cuCaddf(u, v);
    data[hi] = cuCsubf(u, v);
}

__global__ void scale(Complex *data, float f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i].x *= f;
    data[i].y *= f;
}

static void fft(Complex *d_out, Complex *d_in, int log2n, bool inverse)
{
    int n = 1 << log2n;
    bitReverse<<<n / 256, 256>>>(d_in, d_out, log2n);
    for (int half = 1; half < n; half *= 2)
        butterfly<<<n / 2 / 128, 128>>>(d_out, half, inverse ? 1.f : -1.f);
    if (inverse)
        scale<<<n / 256, 256>>>(d_out, 1.f / n);
}

int main(int argc, char **argv)
{
    const int log2n = argc > 1 ? atoi(argv[1]) : 16, n = 1 << log2n, f1 = 37, f2 = n / 4 + 3;
    Complex *h = (Complex *)malloc(n * sizeof(Complex)), *r = (Complex *)malloc(n * sizeof(Complex)), *d, *e;
    for (int i = 0; i < n; i++)
        h[i] = make_cuFloatComplex((float)(cos(2 * M_PI * f1 * i / n) + 0.5 * sin(2 * M_PI * ((long)f2 * i % n) / n)),
                                   0.f);
    cudaMalloc((void **)&d, n * sizeof(Complex));
    cudaMalloc((void **)&e, n * sizeof(Complex));
    cudaMemcpy(d, h, n * sizeof(Complex), cudaMemcpyHostToDevice);
    fft(e, d, log2n, false);
    cudaMemcpy(r, e, n * sizeof(Complex), cudaMemcpyDeviceToHost);
    double peak1 = cuCabsf(r[f1]) / n, peak2 = cuCabsf(r[f2]) / n, rest = 0;
    for (int i = 1; i < n / 2; i++)
        if (i != f1 && i != f2)
            rest = fmax(rest, cuCabsf(r[i]) / n);
    fft(d, e, log2n, true);
    cudaMemcpy(r, d, n * sizeof(Complex), cudaMemcpyDeviceToHost);
    double back = 0;
    for (int i = 0; i < n; i++)
        back = fmax(back, cuCabsf(cuCsubf(r[i], h[i])));
    printf("peaks %.4f %.4f, rest %.2g, back %.2g\n", peak1, peak2, rest, back);
    cudaFree(d);
    cudaFree(e);
    free(h);
    free(r);
    return !(fabs(peak1 - .5) < 1e-4 && fabs(peak2 - .25) < 1e-4 && rest < 1e-5 && back < 1e-4);
}
