// SPDX-License-Identifier: MIT
// What pocl_cuda.cu and pocl_opencl.c share: the launches, the inputs, and what is printed of each launch.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct peer_kernel {
    const char *name;
    unsigned blocks[2], threads[2];
    int n;         // the kernel's last argument
    size_t inputs; // elements of a and of b
    size_t results;
};

static const struct peer_kernel peer_kernels[] = {
    {"saxpy", {1 << 16, 1}, {256, 1}, 1 << 24, 1 << 24, 1 << 24},
    {"stencil", {128, 128}, {16, 16}, 2048, 1 << 22, 1 << 22},
    {"product", {32, 32}, {16, 16}, 512, 1 << 18, 1 << 18},
    {"row_sums", {16, 1}, {256, 1}, 4096, 1 << 24, 4096},
    {"column_sums", {16, 1}, {256, 1}, 4096, 1 << 24, 4096},
    {"nbody", {32, 1}, {256, 1}, 8192, 8192, 8192},
    {"mandelbrot", {64, 64}, {16, 16}, 1024, 1, 1 << 20},
    {"convolution", {128, 128}, {16, 16}, 2048, 1 << 22, 1 << 22},
    {"tree_sum", {1 << 16, 1}, {256, 1}, 1 << 24, 1 << 24, 1 << 16},
    {"dot_product", {256, 1}, {256, 1}, 1 << 24, 1 << 24, 256},
    {"transpose", {128, 128}, {16, 16}, 2048, 1 << 22, 1 << 22},
    {"histogram", {256, 1}, {256, 1}, 1 << 22, 1 << 22, 1 << 16},
    {"scan", {1 << 14, 1}, {256, 1}, 1 << 22, 1 << 22, 1 << 22},
};
enum { peer_count = sizeof peer_kernels / sizeof *peer_kernels, peer_launches = 6 }; // the first is not timed

// Small whole numbers, whose sums are exact.
static void fill_inputs(float *a, float *b, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        a[i] = (float)(i * 7 % 256);
        b[i] = (float)(i * 3 % 5);
    }
}

// Processor time of all threads of the process, so that other processes do not count.
static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// The kernel's name, the least processor time of a launch, and the sum of the results, which the script compares.
static void print_peer(const struct peer_kernel *kernel, double seconds, const float *results)
{
    double sum = 0;
    for (size_t i = 0; i < kernel->results; ++i)
        sum += (double)results[i];
    printf("%s %.6f %.9g\n", kernel->name, seconds, sum);
}

static float *allocate_floats(size_t count)
{
    float *all = (float *)calloc(count, sizeof *all);
    if (all == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return all;
}
