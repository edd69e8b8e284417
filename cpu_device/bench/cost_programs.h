// SPDX-License-Identifier: MIT
// cost_programs.h: what textbooks let a GPU do, at a size that is given, for cost.cu. Each program stores its times and
// returns whether the result was right. All results are whole numbers, so they are compared exactly.
#pragma once

#include "cost.h"

// --- matrix products ---

inline float left_element(size_t i)
{
    return i % 7;
}

inline float right_element(size_t i)
{
    return i % 5;
}

__global__ void naive_product(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

const int product_side = 16;

__global__ void tiled_product(const float *a, const float *b, float *c, int n)
{
    __shared__ float left[product_side][product_side], right[product_side][product_side];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * product_side + y, column = blockIdx.x * product_side + x;
    float sum = 0;
    for (int first = 0; first < n; first += product_side) {
        left[y][x] = a[row * n + first + x];
        right[y][x] = b[(first + y) * n + column];
        __syncthreads();
        for (int k = 0; k < product_side; ++k)
            sum += left[y][k] * right[k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

typedef void product_kernel(const float *, const float *, float *, int);

static bool product(product_kernel *kernel, int side, int n, struct timing *timing)
{
    size_t all = (size_t)n * n;
    device_array<float> a(all), b(all), c(all);
    a.fill(left_element);
    b.fill(right_element);
    *timing = measure([&] { kernel<<<dim3(n / side, n / side), dim3(side, side)>>>(a.data, b.data, c.data, n); });
    auto element = [n](size_t i) {
        float sum = 0;
        for (size_t k = 0; k < (size_t)n; ++k)
            sum += left_element(i / n * n + k) * right_element(k * n + i % n);
        return sum;
    };
    return c.holds(element, 1009);
}

static bool product_16(int n, struct timing *timing)
{
    return product(naive_product, 16, n, timing);
}

static bool product_32(int n, struct timing *timing)
{
    return product(naive_product, 32, n, timing);
}

static bool product_tiled(int n, struct timing *timing)
{
    return product(tiled_product, product_side, n, timing);
}

// --- transpose ---

const int transpose_side = 32, transpose_rows = 8;

__global__ void transpose_tiles(const float *in, float *out, int n)
{
    __shared__ float tile[transpose_side][transpose_side + 1];
    int x = threadIdx.x, corner_x = blockIdx.x * transpose_side, corner_y = blockIdx.y * transpose_side;
    for (int y = threadIdx.y; y < transpose_side; y += transpose_rows)
        tile[y][x] = in[(corner_y + y) * n + corner_x + x];
    __syncthreads();
    for (int y = threadIdx.y; y < transpose_side; y += transpose_rows)
        out[(corner_x + y) * n + corner_y + x] = tile[x][y];
}

static bool transpose(int n, struct timing *timing)
{
    device_array<float> in((size_t)n * n), out((size_t)n * n);
    in.fill([](size_t i) { return (float)(i % 10007); });
    *timing = measure([&] {
        transpose_tiles<<<dim3(n / transpose_side, n / transpose_side), dim3(transpose_side, transpose_rows)>>>(
            in.data, out.data, n);
    });
    return out.holds([n](size_t i) { return (float)((i % n * n + i / n) % 10007); });
}

// --- histogram ---

const int bins = 256; // as many as threads in a block

inline unsigned char histogram_byte(size_t i)
{
    return (unsigned char)((i * i >> 5) + i);
}

__global__ void count_bytes(const unsigned char *bytes, int n, unsigned *counts)
{
    __shared__ unsigned mine[bins];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&mine[bytes[i]], 1u);
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

static bool histogram(int n, struct timing *timing)
{
    device_array<unsigned char> bytes(n);
    device_array<unsigned> counts(bins);
    bytes.fill(histogram_byte);
    *timing = measure([&] { counts.clear(); }, [&] { count_bytes<<<64, bins>>>(bytes.data, n, counts.data); });
    static unsigned right[bins];
    for (int i = 0; i < n; ++i)
        ++right[histogram_byte(i)];
    return counts.holds([](size_t i) { return right[i]; });
}

// --- stencil ---

__global__ void five_points(const float *in, float *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * n + x;
    if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
        out[i] = in[i - n] + in[i - 1] - 4 * in[i] + in[i + 1] + in[i + n];
    else
        out[i] = in[i];
}

static bool stencil(int n, struct timing *timing)
{
    const int side = 16;
    auto point = [](size_t i) { return (float)(i * i % 1013); };
    device_array<float> in((size_t)n * n), out((size_t)n * n);
    in.fill(point);
    *timing = measure([&] { five_points<<<dim3(n / side, n / side), dim3(side, side)>>>(in.data, out.data, n); });
    return out.holds([=](size_t i) {
        int x = i % n, y = i / n;
        if (x == 0 || x == n - 1 || y == 0 || y == n - 1)
            return point(i);
        return point(i - n) + point(i - 1) - 4 * point(i) + point(i + 1) + point(i + n);
    });
}

// --- scan: in each block, of the blocks' totals, and these added ---

const int scan_threads = 1024;

__global__ void scan_blocks(const unsigned *in, unsigned *out, unsigned *totals)
{
    __shared__ unsigned sums[2][scan_threads];
    int mine = threadIdx.x, now = 0;
    sums[now][mine] = in[blockIdx.x * blockDim.x + mine];
    __syncthreads();
    for (int distance = 1; distance < (int)blockDim.x; distance *= 2) {
        sums[1 - now][mine] = sums[now][mine] + (mine >= distance ? sums[now][mine - distance] : 0);
        now = 1 - now;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + mine] = sums[now][mine];
    if (totals != NULL && mine == (int)blockDim.x - 1)
        totals[blockIdx.x] = sums[now][mine];
}

__global__ void add_totals(unsigned *out, const unsigned *totals)
{
    if (blockIdx.x > 0)
        out[blockIdx.x * blockDim.x + threadIdx.x] += totals[blockIdx.x - 1];
}

static bool scan(int n, struct timing *timing)
{
    int blocks = n / scan_threads;
    device_array<unsigned> in(n), out(n), totals(blocks), sums(blocks);
    in.fill([](size_t i) { return (unsigned)(i % 11); });
    *timing = measure([&] {
        scan_blocks<<<blocks, scan_threads>>>(in.data, out.data, totals.data);
        scan_blocks<<<1, blocks>>>(totals.data, sums.data, NULL);
        add_totals<<<blocks, scan_threads>>>(out.data, sums.data);
    });
    unsigned sum = 0;
    return out.holds([&](size_t i) { return sum += i % 11; });
}

// --- sums ---

const int sum_threads = 256;

__device__ unsigned block_sum(unsigned value)
{
    __shared__ unsigned sums[sum_threads];
    sums[threadIdx.x] = value;
    __syncthreads();
    for (int half = sum_threads / 2; half > 0; half /= 2) {
        if ((int)threadIdx.x < half)
            sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    return sums[0];
}

// The block that comes last adds up what all have left.
__global__ void add_last(const unsigned *in, int n, unsigned *parts, unsigned *arrived, unsigned *result)
{
    __shared__ bool last;
    unsigned sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += in[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(arrived, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    sum = block_sum(threadIdx.x < gridDim.x ? parts[threadIdx.x] : 0);
    if (threadIdx.x == 0)
        *result = sum;
}

static bool last_block(int n, struct timing *timing)
{
    const int blocks = 64;
    device_array<unsigned> in(n), parts(blocks), arrived(1), result(1);
    in.fill([](size_t i) { return (unsigned)(i % 13); });
    *timing = measure([&] { arrived.clear(); },
                      [&] { add_last<<<blocks, sum_threads>>>(in.data, n, parts.data, arrived.data, result.data); });
    unsigned sum = 0;
    for (int i = 0; i < n; ++i)
        sum += i % 13;
    return result.holds([=](size_t) { return sum; });
}

__global__ void dot_parts(const float *a, const float *b, float *parts, int n)
{
    __shared__ float sums[sum_threads];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if ((int)threadIdx.x < half)
            sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        parts[blockIdx.x] = sums[0];
}

static bool dot(int n, struct timing *timing)
{
    int needed = (n + sum_threads - 1) / sum_threads, blocks = needed < 32 ? needed : 32;
    device_array<float> a(n), b(n), parts(blocks);
    a.fill([](size_t i) { return (float)(i % 3); });
    b.fill([](size_t i) { return (float)(i % 4); });
    *timing = measure([&] { dot_parts<<<blocks, sum_threads>>>(a.data, b.data, parts.data, n); });
    double sum = 0, right = 0;
    parts.each([&](size_t, float part) { sum += part; });
    for (int i = 0; i < n; ++i)
        right += i % 3 * (i % 4);
    return sum == right;
}

// --- bitmap ---

const int bitmap_side = 16;

__host__ __device__ inline unsigned char green(int x, int y)
{
    x = x % 128 - 64, y = y % 128 - 64;
    int height = 4096 - x * x - y * y;
    return (unsigned char)(height > 0 ? height / 17 : 0);
}

// A thread draws a pixel into shared memory, and stores that of the thread opposite.
__global__ void draw(uchar4 *pixels)
{
    __shared__ unsigned char drawn[bitmap_side][bitmap_side];
    int x = blockIdx.x * bitmap_side + threadIdx.x, y = blockIdx.y * bitmap_side + threadIdx.y;
    drawn[threadIdx.x][threadIdx.y] = green(x, y);
    __syncthreads();
    pixels[y * bitmap_side * gridDim.x + x] =
        make_uchar4(0, drawn[bitmap_side - 1 - threadIdx.x][bitmap_side - 1 - threadIdx.y], 0, 255);
}

static bool bitmap(int n, struct timing *timing)
{
    device_array<uchar4> pixels((size_t)n * n);
    *timing =
        measure([&] { draw<<<dim3(n / bitmap_side, n / bitmap_side), dim3(bitmap_side, bitmap_side)>>>(pixels.data); });
    bool right = true;
    pixels.each([&](size_t i, uchar4 pixel) {
        int x = i % n, y = i / n, side = bitmap_side;
        right = right && pixel.w == 255 &&
                pixel.y == green(x / side * side + side - 1 - x % side, y / side * side + side - 1 - y % side);
    });
    return right;
}
