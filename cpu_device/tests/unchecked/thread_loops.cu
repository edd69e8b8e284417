// SPDX-License-Identifier: MIT
// thread_loops.cu [NAME...]: kernels whose threads never wait, or only at barriers of the whole block, in the shapes in
// which people write them. Without the checks they run as loops over the threads of a block. Prints a checksum of what
// each has stored; thread_loops.sh compares those with the checks, where each thread runs by itself.

#include <stdio.h>
#include <string.h>

enum { N = 5000 };

__device__ float polynomial(float x, float y)
{
    return x * y + 3.0f * x + sqrtf(fabsf(y) + 1.0f);
}

__device__ unsigned factorial(unsigned n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

__device__ unsigned row_of(const uint3 &thread)
{
    return thread.y + 7 * thread.z;
}

// --- kernels: out has N floats, in has N ---

__global__ void guarded(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2.0f * in[i] + out[i];
}

__global__ void returns_early(float *out, const float *in, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    if (in[i] > 100.0f) {
        out[i] = -1.0f;
        return;
    }
    out[i] = polynomial(in[i], (float)i);
}

__global__ void strides(float *out, const float *in, int n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < (unsigned)n; i += gridDim.x * blockDim.x)
        out[i] += in[i] * in[n - 1 - i];
}

__global__ void changes_arguments(float *out, const float *in, int n)
{
    n -= threadIdx.x;
    out += blockIdx.x * blockDim.x;
    float sum = 0;
    while (n > 4900)
        sum += in[--n];
    if (blockIdx.x * blockDim.x + threadIdx.x < N)
        out[threadIdx.x] = sum;
}

__global__ void in_three_dimensions(float *out, const float *in, int n)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = row_of(threadIdx);
    unsigned i = y * blockDim.x * gridDim.x + x;
    if (i < (unsigned)n)
        out[i] = in[i] + 100 * threadIdx.z + 10 * threadIdx.y;
}

// Each thread reads what the one before it has stored: threads run in order.
__global__ void hands_on(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && threadIdx.x > 0)
        out[i] = out[i - 1] + in[i];
}

__global__ void scatters(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[(int)in[i] * 17 % N] = i;
}

__global__ void keeps_an_array(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float last[8] = {};
    for (int k = 0; k < 20; ++k)
        last[k * (i + 1) % 8] += in[(i + k) % N];
    if (i < n)
        for (int k = 0; k < 8; ++k)
            out[i] = out[i] * 0.5f + last[k];
}

__global__ void calls_itself(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = factorial((unsigned)in[i] % 7) + in[i];
}

__global__ void chooses(float *out, const float *in, int n)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    switch ((int)in[i] % 4) {
    case 0: out[i] = 1.0f / in[i]; break;
    case 1: out[i] = expf(-in[i]); break;
    case 2: out[i] = (float)((int)in[i] / 3 << 2); break;
    default: out[i] = out[i] / 0.0f - INFINITY; // a NaN
    }
}

// Each element of the shared array is used by one thread alone.
__global__ void has_own_shared(float *out, const float *in, int n)
{
    __shared__ float mine[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    mine[threadIdx.x] = in[i % N];
    mine[threadIdx.x] *= 3.0f;
    if (i < n)
        out[i] = mine[threadIdx.x];
}

__global__ void reads_only(float *out, const float *__restrict__ in, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < (size_t)n && i > 0)
        out[i] = __ldg(in + i - 1) * 0.25f + __ldg(in + i) * 0.5f + __ldg(in + i + 1) * 0.25f;
}

// --- with barriers ---

__global__ void sums_up(float *out, const float *in, int n)
{
    __shared__ float cache[256];
    unsigned me = threadIdx.x, i = blockIdx.x * blockDim.x + me;
    cache[me] = i < (unsigned)n ? in[i] : 0;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (me < half)
            cache[me] += cache[me + half];
        __syncthreads();
    }
    if (me == 0)
        out[blockIdx.x] = cache[0];
}

// A value of each kind lives across a barrier, in a loop that all threads leave together.
__global__ void keeps_values(float *out, const float *in, int n)
{
    extern __shared__ float tile[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *from = in + (i < n ? i : 0);
    double sum = *from;
    unsigned char small = (unsigned char)i;
    long long large = 1000000007ll * i;
    bool odd = false;
    for (int round = 0; round < 5; ++round) {
        tile[threadIdx.x] = (float)sum + small;
        __syncthreads();
        float other = tile[(threadIdx.x + 7 * round + 1) % blockDim.x];
        if (odd != (threadIdx.x % 3 == 0))
            sum += other * *from;
        small += (unsigned char)other;
        large ^= large >> 3;
        odd = !odd;
        __syncthreads();
    }
    if (i < n)
        out[i] = (float)sum + small + (float)(large % 1000) + odd;
}

// The address of the memory lives across the barrier.
__global__ void reverses(float *out, const float *in, int n)
{
    extern __shared__ float tile[];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__device__ float around(float *tile, float mine)
{
    tile[threadIdx.y * 8 + threadIdx.x] = mine;
    __syncthreads();
    float sum = tile[threadIdx.y * 8 + (threadIdx.x + 1) % 8] + tile[(threadIdx.y + 1) % 8 * 8 + threadIdx.x];
    __syncthreads();
    return sum;
}

// Barriers in a function, and under a condition that is the same for the whole block.
__global__ void calls_barriers(float *out, const float *in, int n)
{
    __shared__ float tile[64];
    int i = blockIdx.x * 64 + threadIdx.y * 8 + threadIdx.x;
    float value = i < n ? in[i] : 1;
    if (blockIdx.x % 2 == 0)
        value = around(tile, value);
    value = around(tile, value + 1);
    if (i < n)
        out[i] = value;
}

// Threads differ in how often they go round before the barrier, and in how often the block does.
__global__ void goes_round(float *out, const float *in, int n)
{
    __shared__ float parts[128];
    float sum = 0;
    for (int begin = 0; begin < n; begin += 1000 * gridDim.x) {
        float part = 0;
        for (int i = begin + threadIdx.x; i < begin + 1000 && i < n; i += blockDim.x)
            part += in[i];
        parts[threadIdx.x] = part;
        __syncthreads();
        for (int i = 0; i < (int)(threadIdx.x % 4); ++i)
            sum += parts[(threadIdx.x + i) % blockDim.x];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// These stay fibers: threads that leave before a barrier; a barrier that counts; an array of each thread's own; a
// warp's function.
__global__ void stays_a_fiber(float *out, const float *in, int n)
{
    __shared__ float cache[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float last[4] = {in[i % N], 1, 2, 3};
    cache[threadIdx.x] = last[i % 4];
    int count = __syncthreads_count(last[0] > 50);
    last[(i + 1) % 4] = cache[255 - threadIdx.x];
    __syncthreads();
    float sum = __shfl_down_sync(0xffffffff, last[(i + 3) % 4], 1);
    if (i < n)
        out[i] = last[0] + last[1] + last[2] + last[3] + count + sum;
}

__global__ void transposes(float *out, const float *in, int n)
{
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[(y * 64 + x) % N];
    __syncthreads();
    out[((blockIdx.x * 16 + threadIdx.y) * 64 + blockIdx.y * 16 + threadIdx.x) % N] = tile[threadIdx.x][threadIdx.y];
}

// One thread stores to the null pointer.
__global__ void goes_astray(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *to = i == 291 ? nullptr : out;
    to[i] = in[i]; // bad
}

__global__ void goes_astray_later(float *out, const float *in, int n)
{
    __shared__ float cache[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cache[threadIdx.x] = in[i];
    __syncthreads();
    float *to = i == 291 ? nullptr : out;
    to[i] = cache[255 - threadIdx.x]; // bad, after a barrier
}

// One thread divides by zero, and goes on.
__global__ void divides(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += (float)(n / (i - 291)); // division
}

typedef void kernel_function(float *, const float *, int);
static const struct {
    const char *name;
    kernel_function *function;
    dim3 blocks, threads;
} kernels[] = {
    {"guarded", guarded, dim3(20), dim3(256)},
    {"guarded-37", guarded, dim3(137), dim3(37)},
    {"guarded-1", guarded, dim3(5001), dim3(1)},
    {"guarded-1024", guarded, dim3(5), dim3(1024)},
    {"guarded-many", guarded, dim3(1200000), dim3(1)},
    {"returns_early", returns_early, dim3(20), dim3(256)},
    {"strides", strides, dim3(3), dim3(96)},
    {"changes_arguments", changes_arguments, dim3(19), dim3(256)},
    {"in_three_dimensions", in_three_dimensions, dim3(6), dim3(9, 7, 5)},
    {"hands_on", hands_on, dim3(20), dim3(256)},
    {"scatters", scatters, dim3(1), dim3(1000)},
    {"keeps_an_array", keeps_an_array, dim3(20), dim3(256)},
    {"calls_itself", calls_itself, dim3(20), dim3(256)},
    {"chooses", chooses, dim3(20), dim3(256)},
    {"has_own_shared", has_own_shared, dim3(20), dim3(256)},
    {"reads_only", reads_only, dim3(20), dim3(256)},
    {"sums_up", sums_up, dim3(20), dim3(256)},
    {"sums_up-64", sums_up, dim3(79), dim3(64)},
    {"keeps_values", keeps_values, dim3(5), dim3(1000)},
    {"keeps_values-3", keeps_values, dim3(200), dim3(5, 5, 1)},
    {"reverses", reverses, dim3(1), dim3(1000)},
    {"calls_barriers", calls_barriers, dim3(79), dim3(8, 8)},
    {"goes_round", goes_round, dim3(3), dim3(128)},
    {"stays_a_fiber", stays_a_fiber, dim3(20), dim3(256)},
    {"transposes", transposes, dim3(4, 4), dim3(16, 16)},
    {"divides", divides, dim3(2), dim3(256)},
    {"goes_astray", goes_astray, dim3(2), dim3(256)},
    {"goes_astray_later", goes_astray_later, dim3(2), dim3(256)},
};

static int run(int number)
{
    static float in[N], out[N];
    float *dev_in, *dev_out;
    for (int i = 0; i < N; ++i) {
        in[i] = (float)(i * 37 % 113);
        out[i] = (float)(i % 5);
    }
    cudaMalloc(&dev_in, sizeof in);
    cudaMalloc(&dev_out, sizeof out);
    cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_out, out, sizeof out, cudaMemcpyHostToDevice);
    kernels[number].function<<<kernels[number].blocks, kernels[number].threads, 4096>>>(dev_out, dev_in, N);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_in);
    cudaFree(dev_out);
    unsigned sum = 0;
    for (int i = 0; i < N; ++i) {
        unsigned bits;
        memcpy(&bits, &out[i], sizeof bits);
        sum = (sum ^ bits) * 16777619u;
    }
    printf("%s: %s, %08x\n", kernels[number].name, cudaGetErrorName(error), sum);
    return error != cudaSuccess;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 0; i < (int)(sizeof kernels / sizeof *kernels); ++i) {
        bool wanted =
            argc == 1 && strncmp(kernels[i].name, "goes_astray", 11) != 0 && strcmp(kernels[i].name, "divides") != 0;
        for (int k = 1; k < argc; ++k)
            wanted |= strcmp(argv[k], kernels[i].name) == 0;
        if (wanted)
            failed |= run(i);
    }
    return failed;
}
