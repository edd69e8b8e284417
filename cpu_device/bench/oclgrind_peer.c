// SPDX-License-Identifier: MIT
// oclgrind_peer.c: the two kernels of launches.cu in OpenCL, for the one other tool that runs kernels on a CPU and
// finds their races: oclgrind --data-races oclgrind_peer. Times whole launches in the same way and prints medians.

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { N = 33 * 1024, blocks = 32, threads = 256, dim = 1024, side = 16 };

static const char source[] =
    "kernel void dot_product(global const float *a, global const float *b, global float *c, int n) {\n"
    "    local float cache[256];\n"
    "    int me = get_local_id(0);\n"
    "    float sum = 0;\n"
    "    for (int i = get_global_id(0); i < n; i += get_global_size(0))\n"
    "        sum += a[i] * b[i];\n"
    "    cache[me] = sum;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int i = 128; i != 0; i /= 2) {\n"
    "        if (me < i)\n"
    "            cache[me] += cache[me + i];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (me == 0)\n"
    "        c[get_group_id(0)] = cache[0];\n"
    "}\n"
    "kernel void bitmap(global uchar4 *pixels) {\n"
    "    local float shared[16][16];\n"
    "    int x = get_global_id(0), y = get_global_id(1), i = get_local_id(0), j = get_local_id(1);\n"
    "    float turn = 2.0f * 3.1415926535897932f / 128.0f;\n"
    "    shared[i][j] = 255 * (sin(x * turn) + 1.0f) * (sin(y * turn) + 1.0f) / 4.0f;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    pixels[x + y * 1024] = (uchar4)(0, (uchar)shared[15 - i][15 - j], 0, 255);\n"
    "}\n";

static void check(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "oclgrind_peer: %s: OpenCL error %d\n", what, error);
    exit(1);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double time_launch(cl_command_queue queue, cl_kernel kernel, int dimensions, const size_t *global,
                          const size_t *local, int repeat)
{
    double *times = malloc((size_t)repeat * sizeof *times);
    if (times == NULL) {
        fprintf(stderr, "oclgrind_peer: out of memory\n");
        exit(1);
    }
    for (int i = -1; i < repeat; ++i) { // one to warm up
        struct timespec begin, end;
        clock_gettime(CLOCK_MONOTONIC, &begin);
        check(clEnqueueNDRangeKernel(queue, kernel, (cl_uint)dimensions, NULL, global, local, 0, NULL, NULL), "launch");
        check(clFinish(queue), "finish");
        clock_gettime(CLOCK_MONOTONIC, &end);
        if (i >= 0)
            times[i] = (end.tv_sec - begin.tv_sec) * 1e3 + (end.tv_nsec - begin.tv_nsec) * 1e-6;
    }
    qsort(times, (size_t)repeat, sizeof *times, ascending);
    double median = times[repeat / 2];
    free(times);
    return median;
}

int main(void)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    char name[200] = "";
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "queue");
    const char *text = source;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    check(error, "program");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");

    static float a[N], b[N], parts[blocks];
    for (int i = 0; i < N; ++i) {
        a[i] = (float)i;
        b[i] = 2.0f * (float)i;
    }
    cl_mem dev_a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof a, a, &error);
    cl_mem dev_b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof b, b, &error);
    cl_mem dev_parts = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof parts, NULL, &error);
    cl_mem dev_image = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * dim * dim, NULL, &error);
    check(error, "buffers");

    cl_int n = N;
    cl_kernel dot = clCreateKernel(program, "dot_product", &error), bitmap = clCreateKernel(program, "bitmap", &error);
    check(error, "kernels");
    clSetKernelArg(dot, 0, sizeof dev_a, &dev_a);
    clSetKernelArg(dot, 1, sizeof dev_b, &dev_b);
    clSetKernelArg(dot, 2, sizeof dev_parts, &dev_parts);
    clSetKernelArg(dot, 3, sizeof n, &n);
    clSetKernelArg(bitmap, 0, sizeof dev_image, &dev_image);

    printf("device: %s\n", name);
    printf("dot %.3f ms\n", time_launch(queue, dot, 1, (size_t[]){blocks * threads}, (size_t[]){threads}, 9));
    printf("bitmap %.3f ms\n", time_launch(queue, bitmap, 2, (size_t[]){dim, dim}, (size_t[]){side, side}, 3));

    check(clEnqueueReadBuffer(queue, dev_parts, CL_TRUE, 0, sizeof parts, parts, 0, NULL, NULL), "read");
    double total = 0, exact = (N - 1.0) * N * (2.0 * N - 1) / 3;
    for (int i = 0; i < blocks; ++i)
        total += parts[i];
    if (!(fabs(total - exact) <= 1e-5 * exact)) {
        fprintf(stderr, "oclgrind_peer: the dot product is wrong\n");
        return 1;
    }
    return 0;
}
