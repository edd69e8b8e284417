// SPDX-License-Identifier: MIT
// pocl_cuda.cu [NAME...]: the kernels of pocl_kernels.h in CUDA; for pocl.sh, which compares them with their twins in
// OpenCL.

#include <string.h>

#include "pocl_kernels.h"
#include "pocl_peer.h"

typedef void kernel_function(const float *, const float *, float *, int);
static kernel_function *const functions[peer_count] = {saxpy,     stencil,    product,     row_sums, column_sums,
                                                       nbody,     mandelbrot, convolution, tree_sum, dot_product,
                                                       transpose, histogram,  scan};

static void check(cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "pocl_cuda: %s\n", cudaGetErrorString(error));
    exit(1);
}

static void run(int number)
{
    const struct peer_kernel *kernel = &peer_kernels[number];
    float *a = allocate_floats(kernel->inputs), *b = allocate_floats(kernel->inputs);
    float *results = allocate_floats(kernel->results), *dev_a, *dev_b, *dev_results;
    fill_inputs(a, b, kernel->inputs);
    check(cudaMalloc(&dev_a, kernel->inputs * sizeof *a));
    check(cudaMalloc(&dev_b, kernel->inputs * sizeof *b));
    check(cudaMalloc(&dev_results, kernel->results * sizeof *results));
    check(cudaMemcpy(dev_a, a, kernel->inputs * sizeof *a, cudaMemcpyHostToDevice));
    check(cudaMemcpy(dev_b, b, kernel->inputs * sizeof *b, cudaMemcpyHostToDevice));
    check(cudaMemset(dev_results, 0, kernel->results * sizeof *results));

    double least = 1e99;
    for (int i = 0; i < peer_launches; ++i) {
        double begin = seconds_now();
        functions[number]<<<dim3(kernel->blocks[0], kernel->blocks[1]), dim3(kernel->threads[0], kernel->threads[1])>>>(
            dev_a, dev_b, dev_results, kernel->n);
        check(cudaGetLastError());
        check(cudaDeviceSynchronize());
        double took = seconds_now() - begin;
        if (i > 0 && took < least)
            least = took;
    }

    check(cudaMemcpy(results, dev_results, kernel->results * sizeof *results, cudaMemcpyDeviceToHost));
    print_peer(kernel, least, results);
    check(cudaFree(dev_a));
    check(cudaFree(dev_b));
    check(cudaFree(dev_results));
    free(a);
    free(b);
    free(results);
}

int main(int argc, char **argv)
{
    for (int i = 0; i < peer_count; ++i) {
        int wanted = argc == 1;
        for (int k = 1; k < argc; ++k)
            wanted |= strcmp(argv[k], peer_kernels[i].name) == 0;
        if (wanted)
            run(i);
    }
    return 0;
}
