// SPDX-License-Identifier: MIT
// graph_copies.cu: nodes of a graph that copy rows, pitched rows and volumes, and to and from variables of the device.

#include <stdio.h>

#include "../handle_error.h"

const int width = 20, height = 6, depth = 3;

__device__ int table[4] = {1, 2, 3, 4};

__global__ void twice(char *memory, size_t pitch, int rows)
{
    for (int row = 0; row < rows; row++)
        memory[row * pitch + threadIdx.x] *= 2;
}

__global__ void sum_up(int *sum)
{
    *sum = table[0] + table[1] + table[2] + table[3];
}

int main(void)
{
    static char from[depth][height][width], to[depth][height][width];
    for (int z = 0; z < depth; z++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                from[z][y][x] = (char)(z * 20 + y * 3 + x % 3);
    char *volume;
    int *sum, host_sum = 0, fresh[2] = {100, 200}, first[2] = {0, 0};
    size_t pitch;
    HANDLE_ERROR(cudaMallocPitch((void **)&volume, &pitch, width, height * depth));
    HANDLE_ERROR(cudaMalloc((void **)&sum, sizeof *sum));
    cudaGraph_t graph;
    HANDLE_ERROR(cudaGraphCreate(&graph, 0));

    cudaMemcpy3DParms in = {};
    in.srcPtr = make_cudaPitchedPtr(from, width, width, height);
    in.dstPtr = make_cudaPitchedPtr(volume, pitch, width, height);
    in.extent = make_cudaExtent(width, height, depth);
    in.kind = cudaMemcpyHostToDevice;
    cudaGraphNode_t copy_in, kernel, copy_out, set_table, add_table, get_sum, get_table;
    HANDLE_ERROR(cudaGraphAddMemcpyNode(&copy_in, graph, NULL, 0, &in));
    int rows = height * depth;
    void *arguments[] = {&volume, &pitch, &rows};
    cudaKernelNodeParams params = {};
    params.func = (void *)twice;
    params.gridDim = dim3(1);
    params.blockDim = dim3(width);
    params.kernelParams = arguments;
    HANDLE_ERROR(cudaGraphAddKernelNode(&kernel, graph, &copy_in, 1, &params));
    // of each slice, a part of rows 1 and 2
    cudaMemcpy3DParms out = {};
    out.srcPtr = make_cudaPitchedPtr(volume, pitch, width, height);
    out.srcPos = make_cudaPos(5, 1, 0);
    out.dstPtr = make_cudaPitchedPtr(to, width, width, height);
    out.dstPos = make_cudaPos(5, 1, 0);
    out.extent = make_cudaExtent(10, 2, depth);
    out.kind = cudaMemcpyDeviceToHost;
    HANDLE_ERROR(cudaGraphAddMemcpyNode(&copy_out, graph, &kernel, 1, &out));

    HANDLE_ERROR(cudaGraphAddMemcpyNodeToSymbol(&set_table, graph, NULL, 0, table, fresh, sizeof fresh, 2 * sizeof(int),
                                                cudaMemcpyHostToDevice));
    void *sum_arguments[] = {&sum};
    params.func = (void *)sum_up;
    params.blockDim = dim3(1);
    params.kernelParams = sum_arguments;
    HANDLE_ERROR(cudaGraphAddKernelNode(&add_table, graph, &set_table, 1, &params));
    HANDLE_ERROR(cudaGraphAddMemcpyNode1D(&get_sum, graph, &add_table, 1, &host_sum, sum, sizeof host_sum,
                                          cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaGraphAddMemcpyNodeFromSymbol(&get_table, graph, NULL, 0, first, table, sizeof first, 0,
                                                  cudaMemcpyDeviceToHost));

    cudaGraphExec_t exec;
    HANDLE_ERROR(cudaGraphInstantiate(&exec, graph, 0));
    HANDLE_ERROR(cudaGraphLaunch(exec, 0));
    HANDLE_ERROR(cudaDeviceSynchronize());
    int wrong = 0;
    for (int z = 0; z < depth; z++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                bool copied = x >= 5 && x < 15 && (y == 1 || y == 2);
                wrong += to[z][y][x] != (copied ? 2 * from[z][y][x] : 0);
            }
    printf("wrong bytes: %d; one that is right: %d\n", wrong, to[2][2][6]);
    printf("the table: %d %d, and its sum %d\n", first[0], first[1], host_sum);

    // what is instantiated goes on with its own volume
    out.srcPos = out.dstPos = make_cudaPos(0, 0, 1);
    out.extent = make_cudaExtent(width, 1, 1);
    printf("%s\n", cudaGetErrorName(cudaGraphExecMemcpyNodeSetParams(exec, copy_out, &out)));
    cudaGetLastError();

    HANDLE_ERROR(cudaGraphExecDestroy(exec));
    HANDLE_ERROR(cudaGraphDestroy(graph));
    HANDLE_ERROR(cudaFree(volume));
    HANDLE_ERROR(cudaFree(sum));
    return 0;
}
