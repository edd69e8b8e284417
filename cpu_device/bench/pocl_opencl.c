// SPDX-License-Identifier: MIT
// pocl_opencl.c KERNELS [NAME...]: the kernels of pocl_kernels.h, whose path is KERNELS, in OpenCL; for pocl.sh.

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <string.h>

#include "pocl_peer.h"

static void check(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "pocl_opencl: %s: OpenCL error %d\n", what, error);
    exit(1);
}

static char *read_text(const char *path)
{
    static char text[1 << 16];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "pocl_opencl: can't read %s\n", path);
        exit(1);
    }
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static cl_mem make_buffer(cl_context context, cl_mem_flags flags, size_t count, float *contents)
{
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, flags, count * sizeof(float), contents, &error);
    check(error, "buffer");
    return buffer;
}

static double time_launch(cl_command_queue queue, cl_kernel function, const struct peer_kernel *kernel)
{
    const size_t local[2] = {kernel->threads[0], kernel->threads[1]};
    const size_t global[2] = {local[0] * kernel->blocks[0], local[1] * kernel->blocks[1]};
    double least = 1e99;
    for (int i = 0; i < peer_launches; ++i) {
        double begin = seconds_now();
        check(clEnqueueNDRangeKernel(queue, function, 2, NULL, global, local, 0, NULL, NULL), "launch");
        check(clFinish(queue), "finish");
        double took = seconds_now() - begin;
        if (i > 0 && took < least)
            least = took;
    }
    return least;
}

static void run(cl_context context, cl_command_queue queue, cl_program program, const struct peer_kernel *kernel)
{
    float *a = allocate_floats(kernel->inputs), *b = allocate_floats(kernel->inputs);
    float *results = allocate_floats(kernel->results);
    fill_inputs(a, b, kernel->inputs);
    cl_mem arguments[3] = {make_buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, kernel->inputs, a),
                           make_buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, kernel->inputs, b),
                           make_buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, kernel->results, results)};
    cl_int error;
    cl_kernel function = clCreateKernel(program, kernel->name, &error);
    check(error, kernel->name);
    for (cl_uint i = 0; i < 3; ++i)
        check(clSetKernelArg(function, i, sizeof arguments[i], &arguments[i]), "argument");
    check(clSetKernelArg(function, 3, sizeof kernel->n, &kernel->n), "argument");
    double least = time_launch(queue, function, kernel);
    check(
        clEnqueueReadBuffer(queue, arguments[2], CL_TRUE, 0, kernel->results * sizeof *results, results, 0, NULL, NULL),
        "read");
    print_peer(kernel, least, results);
    for (int i = 0; i < 3; ++i)
        clReleaseMemObject(arguments[i]);
    clReleaseKernel(function);
    free(a);
    free(b);
    free(results);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: pocl_opencl KERNELS [NAME...]\n");
        return 2;
    }
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL), "device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "queue");
    const char *text = read_text(argv[1]);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    check(error, "program");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");

    for (int i = 0; i < peer_count; ++i) {
        int wanted = argc == 2;
        for (int k = 2; k < argc; ++k)
            wanted |= strcmp(argv[k], peer_kernels[i].name) == 0;
        if (wanted)
            run(context, queue, program, &peer_kernels[i]);
    }
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
