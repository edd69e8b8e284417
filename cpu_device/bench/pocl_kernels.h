// SPDX-License-Identifier: MIT
// The kernels of pocl.sh, one text for CUDA and for OpenCL C. pocl_peer.h has their sizes.

#ifdef __OPENCL_VERSION__
#define KERNEL kernel void
#define GLOBAL global
#define SHARED local
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#define COUNT_UP(address) atomic_add(address, 1)
#define THREAD_X (int)get_local_id(0)
#define THREAD_Y (int)get_local_id(1)
#define BLOCK_X (int)get_group_id(0)
#define BLOCK_Y (int)get_group_id(1)
#define GLOBAL_X (int)get_global_id(0)
#define GLOBAL_Y (int)get_global_id(1)
#define ALL_THREADS (int)get_global_size(0)
#else
#define KERNEL __global__ void
#define GLOBAL
#define SHARED __shared__
#define BARRIER __syncthreads()
#define COUNT_UP(address) atomicAdd(address, 1)
#define THREAD_X (int)threadIdx.x
#define THREAD_Y (int)threadIdx.y
#define BLOCK_X (int)blockIdx.x
#define BLOCK_Y (int)blockIdx.y
#define GLOBAL_X (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define GLOBAL_Y (int)(blockIdx.y * blockDim.y + threadIdx.y)
#define ALL_THREADS (int)(gridDim.x * blockDim.x)
#endif

// --- without barriers ---

KERNEL saxpy(GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c, int n)
{
    int i = GLOBAL_X;
    if (i < n)
        c[i] = 2.0f * a[i] + c[i];
}

KERNEL stencil(GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c, int n)
{
    int x = GLOBAL_X, y = GLOBAL_Y;
    if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
        c[y * n + x] =
            0.2f * (a[y * n + x] + a[y * n + x - 1] + a[y * n + x + 1] + a[(y - 1) * n + x] + a[(y + 1) * n + x]);
}

KERNEL product(GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c, int n)
{
    int column = GLOBAL_X, row = GLOBAL_Y;
    float sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

KERNEL row_sums(GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c, int n)
{
    int row = GLOBAL_X;
    float sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k];
    c[row] = sum;
}

KERNEL column_sums(GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c, int n)
{
    int column = GLOBAL_X;
    float sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[k * n + column];
    c[column] = sum;
}

// Bodies in a line: the force on each.
KERNEL nbody(GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c, int n)
{
    int i = GLOBAL_X;
    float force = 0;
    for (int k = 0; k < n; ++k) {
        float away = a[k] - a[i], square = away * away + 1.0f;
        force += b[k] * away / (square * sqrt(square));
    }
    c[i] = force;
}

KERNEL mandelbrot(GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c, int n)
{
    int column = GLOBAL_X, row = GLOBAL_Y, steps = 0;
    float real = 3.0f * column / n - 2.0f, imaginary = 2.0f * row / n - 1.0f, x = 0, y = 0;
    while (steps < 200 && x * x + y * y < 4.0f) {
        float next = x * x - y * y + real;
        y = 2.0f * x * y + imaginary;
        x = next;
        ++steps;
    }
    c[row * n + column] = steps;
}

KERNEL convolution(GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c, int n)
{
    int x = GLOBAL_X, y = GLOBAL_Y;
    float sum = 0;
    for (int j = -2; j <= 2; ++j)
        for (int i = -2; i <= 2; ++i)
            if (x + i >= 0 && x + i < n && y + j >= 0 && y + j < n)
                sum += a[(y + j) * n + x + i] * b[(j + 2) * 5 + i + 2];
    c[y * n + x] = sum;
}

// --- with barriers ---

KERNEL tree_sum(GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c, int n)
{
    SHARED float cache[256];
    int me = THREAD_X;
    cache[me] = a[GLOBAL_X];
    BARRIER;
    for (int i = 128; i != 0; i /= 2) {
        if (me < i)
            cache[me] += cache[me + i];
        BARRIER;
    }
    if (me == 0)
        c[BLOCK_X] = cache[0];
}

KERNEL dot_product(GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c, int n)
{
    SHARED float cache[256];
    int me = THREAD_X;
    float sum = 0;
    for (int i = GLOBAL_X; i < n; i += ALL_THREADS)
        sum += a[i] * b[i];
    cache[me] = sum;
    BARRIER;
    for (int i = 128; i != 0; i /= 2) {
        if (me < i)
            cache[me] += cache[me + i];
        BARRIER;
    }
    if (me == 0)
        c[BLOCK_X] = cache[0];
}

KERNEL transpose(GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c, int n)
{
    SHARED float tile[16][17];
    tile[THREAD_Y][THREAD_X] = a[GLOBAL_Y * n + GLOBAL_X];
    BARRIER;
    c[(BLOCK_X * 16 + THREAD_Y) * n + BLOCK_Y * 16 + THREAD_X] = tile[THREAD_X][THREAD_Y];
}

KERNEL histogram(GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c, int n)
{
    SHARED int bins[256];
    int me = THREAD_X;
    bins[me] = 0;
    BARRIER;
    for (int i = GLOBAL_X; i < n; i += ALL_THREADS)
        COUNT_UP(&bins[(int)a[i] & 255]);
    BARRIER;
    c[BLOCK_X * 256 + me] = bins[me];
}

// The running sums of each block's elements.
KERNEL scan(GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c, int n)
{
    SHARED float cache[256];
    int me = THREAD_X;
    cache[me] = a[GLOBAL_X];
    BARRIER;
    for (int i = 1; i < 256; i *= 2) {
        float before = me >= i ? cache[me - i] : 0;
        BARRIER;
        cache[me] += before;
        BARRIER;
    }
    c[GLOBAL_X] = cache[me];
}
