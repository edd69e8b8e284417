// SPDX-License-Identifier: MIT
// textbook_vectors: sums and products of vectors and matrices, signals, polynomials.
#include "textbook.h"

TEXTBOOK(saxpy, 1)
{
    out[i] = 2.5f * a[i] + b[i];
}

TEXTBOOK(axpby, 1)
{
    out[i] = 1.3f * a[i] + 0.7f * b[i];
}

TEXTBOOK(polynomial, 1)
{
    const float v = b[i];
    out[i] = ((0.3f * v + 1.7f) * v - 0.2f) * v + 0.9f;
}

TEXTBOOK(dot_of_block, 1)
{
    __shared__ float cache[256];
    cache[threadIdx.x] = a[i] * b[i];
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if ((int)threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
    }
    out[i] = cache[0] + a[i];
}

TEXTBOOK(product, 1)
{
    float sum = 0;
    for (int k = 0; k < width; ++k)
        sum += a[y * width + k] * b[k * width + x];
    out[i] = sum;
}

TEXTBOOK(product_by_tiles, 1)
{
    __shared__ float tile_a[4][width], tile_b[16][width];
    float sum = 0;
    tile_a[threadIdx.x / width][x] = a[i];
    for (int begin = 0; begin < width; begin += 16) {
        for (int k = threadIdx.x; k < 16 * width; k += blockDim.x)
            tile_b[k / width][k % width] = b[begin * width + k];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += tile_a[threadIdx.x / width][begin + k] * tile_b[k][x];
        __syncthreads();
    }
    out[i] = sum;
}

TEXTBOOK(row_norm, 1)
{
    float sum = 0;
    for (int k = 0; k < width; ++k)
        sum += b[y * width + k] * b[y * width + k];
    out[i] = b[i] / sqrtf(sum);
}

TEXTBOOK(complex_product, 1)
{
    const int pair = i & ~1;
    const float ar = a[pair], ai = a[pair + 1], br = b[pair], bi = b[pair + 1];
    out[i] = i & 1 ? ar * bi + ai * br : ar * br - ai * bi;
}

TEXTBOOK(cross_product, 1)
{
    const int u = (i + 1) % count, v = (i + 2) % count;
    out[i] = a[u] * b[v] - a[v] * b[u];
}

TEXTBOOK(determinant, 1)
{
    const float p = a[i], q = b[i], r = a[(i + 1) % count], s = b[(i + 1) % count], t = a[(i + 2) % count];
    out[i] = p * (s * t - q * r) - q * (r * t - p * s) + r * (r * q - s * p);
}

TEXTBOOK(gram_schmidt, 1)
{
    float dot = 0, norm = 0;
    for (int k = 0; k < width; ++k) {
        dot += a[k] * b[y * width + k];
        norm += a[k] * a[k];
    }
    out[i] = b[i] - dot / norm * a[x];
}

TEXTBOOK(jacobi, 20)
{
    float sum = 0;
    for (int k = 0; k < width; ++k)
        if (k != x)
            sum += b[(x * width + k) % count] * a[y * width + k];
    out[i] = (0.5f - 0.01f * sum) / (2.0f + b[x * width + x]);
}

TEXTBOOK(fir_filter, 1)
{
    const float taps[5] = {0.1f, 0.25f, 0.3f, 0.25f, 0.1f};
    float sum = 0;
    for (int k = 0; k < 5; ++k)
        sum += taps[k] * b[(i + k) % count];
    out[i] = sum;
}

TEXTBOOK(iir_filter, 1)
{
    float before = 0;
    for (int k = 0; k <= x; ++k)
        before = 0.2f * b[y * width + k] + 0.8f * before;
    out[i] = before;
}

TEXTBOOK(fourier_by_definition, 1)
{
    float real = 0, imaginary = 0;
    for (int k = 0; k < width; ++k) {
        float s, c;
        sincosf(-6.2831853f * x * k / width, &s, &c);
        real += b[y * width + k] * c;
        imaginary += b[y * width + k] * s;
    }
    out[i] = sqrtf(real * real + imaginary * imaginary);
}

TEXTBOOK(fft_butterfly, 6)
{
    const int pair = i ^ 1;
    const float w = b[i % 128], v = b[(i + 7) % 128];
    const float upper = a[i & ~1], lower = a[pair | 1];
    out[i] = i & 1 ? upper - (w * lower - v * upper) : upper + (w * lower - v * upper);
}

TEXTBOOK(haar_wavelet, 6)
{
    const float p = a[(2 * i) % count], q = a[(2 * i + 1) % count];
    out[i] = i < count / 2 ? (p + q) * 0.70710678f : (p - q) * 0.70710678f;
}

TEXTBOOK(cosine_transform, 1)
{
    float sum = 0;
    for (int k = 0; k < 8; ++k)
        sum += b[(i & ~7) + k] * cosf(3.14159265f * (k + 0.5f) * (i & 7) / 8);
    out[i] = 0.5f * sum;
}

TEXTBOOK(running_variance, 1)
{
    float mean = 0, m2 = 0;
    for (int k = 0; k <= x; ++k) {
        const float delta = b[y * width + k] - mean;
        mean += delta / (k + 1);
        m2 += delta * (b[y * width + k] - mean);
    }
    out[i] = m2 / (x + 1);
}

TEXTBOOK(kahan_sum, 1)
{
    float sum = 0, lost = 0;
    for (int k = 0; k <= x; ++k) {
        const float value = a[y * width + k] * b[k] - lost, next = sum + value;
        lost = (next - sum) - value;
        sum = next;
    }
    out[i] = sum;
}
