// SPDX-License-Identifier: MIT
// launches.cu: what a launch costs, on the CPU device and on a GPU, from the call to the end of the synchronization.
//
// Two kernels of the chapter against the same work as a plain loop on one core, and empty kernels from 2^10 to 2^24
// threads, where the cost of a thread and the memory of the process must not depend on the number of threads.
// Medians; the smallest and the largest time in brackets. docs/results/launches-cpu.txt was made by bench/record.sh.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

const int N = 33 * 1024, blocks = 32, threads = 256;
const int dim = 1024, side = 16;
const float pi = 3.1415926535897932f, period = 128.0f;

__global__ void dot(const float *a, const float *b, float *c)
{
    __shared__ float cache[threads];
    float sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < N; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if ((int)threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        c[blockIdx.x] = cache[0];
}

__host__ __device__ float green(int x, int y)
{
    return 255 * (sinf(x * 2.0f * pi / period) + 1.0f) * (sinf(y * 2.0f * pi / period) + 1.0f) / 4.0f;
}

__global__ void bitmap(uchar4 *pixels)
{
    __shared__ float shared[side][side];
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    shared[threadIdx.x][threadIdx.y] = green(x, y);
    __syncthreads();
    pixels[x + y * dim] = make_uchar4(0, (unsigned char)shared[side - 1 - threadIdx.x][side - 1 - threadIdx.y], 0, 255);
}

__global__ void empty() {}

static double now()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

struct timing {
    double median, min, max; // milliseconds
};

// Times work(), once to warm up and then `repeat` times.
template <class Work> struct timing measure(int repeat, Work work)
{
    double *times = (double *)malloc(repeat * sizeof(double));
    HANDLE_NULL(times);
    work();
    for (int i = 0; i < repeat; ++i) {
        double start = now();
        work();
        times[i] = now() - start;
    }
    double middle = median(times, repeat); // sorts them
    struct timing t = {middle, times[0], times[repeat - 1]};
    free(times);
    return t;
}

static void compare(const char *name, struct timing kernel, struct timing loop)
{
    printf("%-34s %8.3f ms [%.3f to %.3f]\n", name, kernel.median, kernel.min, kernel.max);
    printf("%-34s %8.3f ms [%.3f to %.3f], ratio %.1f\n", "  the same as a loop on one core", loop.median, loop.min,
           loop.max, kernel.median / loop.median);
}

int main(int argc, char **argv)
{
    int repeat = 200;
    const struct option_spec options[] = {{"repeat", "N", "times each launch N times (200)", option_count, &repeat},
                                          {}};
    parse_options(argc, argv, "The time of whole launches.", options);

    cudaDeviceProp properties;
    HANDLE_ERROR(cudaGetDeviceProperties(&properties, 0));
    printf("device: %s\n", properties.name);

    static float a[N], b[N], parts[blocks];
    static uchar4 image[dim * dim];
    float *dev_a, *dev_b, *dev_parts;
    uchar4 *dev_image;
    for (int i = 0; i < N; ++i) {
        a[i] = i;
        b[i] = 2 * i;
    }
    HANDLE_ERROR(cudaMalloc(&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc(&dev_b, sizeof b));
    HANDLE_ERROR(cudaMalloc(&dev_parts, sizeof parts));
    HANDLE_ERROR(cudaMalloc(&dev_image, sizeof image));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, sizeof b, cudaMemcpyHostToDevice));

    struct timing kernel = measure(repeat, [&] {
        dot<<<blocks, threads>>>(dev_a, dev_b, dev_parts);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaDeviceSynchronize());
    });
    volatile float sum;
    struct timing loop = measure(repeat, [&] {
        float s = 0;
        for (int i = 0; i < N; ++i)
            s += a[i] * b[i];
        sum = s;
    });
    compare("dot, 32 blocks of 256", kernel, loop);
    HANDLE_ERROR(cudaMemcpy(parts, dev_parts, sizeof parts, cudaMemcpyDeviceToHost));
    double total = 0, exact = (N - 1.0) * N * (2.0 * N - 1) / 3;
    for (int i = 0; i < blocks; ++i)
        total += parts[i];
    int verified = fabs(total - exact) <= 1e-5 * exact;

    kernel = measure(repeat / 4 + 1, [&] {
        bitmap<<<dim3(dim / side, dim / side), dim3(side, side)>>>(dev_image);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaDeviceSynchronize());
    });
    loop = measure(repeat / 4 + 1, [&] {
        for (int y = 0; y < dim; ++y)
            for (int x = 0; x < dim; ++x) {
                int from_x = x / side * side + side - 1 - x % side, from_y = y / side * side + side - 1 - y % side;
                image[x + y * dim] = make_uchar4(0, (unsigned char)green(from_x, from_y), 0, 255);
            }
    });
    compare("bitmap 1024x1024, blocks of 16x16", kernel, loop);
    static uchar4 from_device[dim * dim];
    HANDLE_ERROR(cudaMemcpy(from_device, dev_image, sizeof image, cudaMemcpyDeviceToHost));
    for (int i = 0; i < dim * dim; ++i)
        verified &= abs(image[i].y - from_device[i].y) <= 1 && from_device[i].w == 255;

    printf("\nempty kernel, blocks of 256      time of a thread   memory of the process, at most\n");
    for (int log = 10; log <= 24; log += 2) {
        kernel = measure(log < 20 ? repeat : 9, [&] {
            empty<<<(1 << log) / threads, threads>>>();
            HANDLE_ERROR(cudaGetLastError());
            HANDLE_ERROR(cudaDeviceSynchronize());
        });
        struct rusage usage;
        getrusage(RUSAGE_SELF, &usage);
        printf("2^%d threads %22.3f ms %11.2f ns %15ld MB\n", log, kernel.median, kernel.median * 1e6 / (1 << log),
               usage.ru_maxrss / 1024);
    }

    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_parts));
    HANDLE_ERROR(cudaFree(dev_image));
    if (!verified)
        fprintf(stderr, "%s: a result is wrong\n", program_name());
    return verified ? EXIT_SUCCESS : EXIT_FAILURE;
}
