// SPDX-License-Identifier: MIT
// graph_nodes.cu: a graph made node by node, launched with changed parameters
// Feature: cudaGraphAddKernelNode, memcpy and host nodes, dependencies, cudaGraphExecKernelNodeSetParams
#include <cstdio>
#include <cstdlib>
#include <vector>
#define THREADS 256

__global__ void reduce(const float *in, double *partial, size_t n)
{
    __shared__ double tmp[THREADS];
    double sum = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)blockDim.x * gridDim.x)
        sum += in[i];
    tmp[threadIdx.x] = sum;
    __syncthreads();
    for (int i = THREADS / 2; i > 0; i >>= 1) {
        if (threadIdx.x < i)
            tmp[threadIdx.x] += tmp[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = tmp[0];
}
__global__ void reduceFinal(const double *partial, double *result, int blocks)
{
    double sum = 0;
    for (int i = 0; i < blocks; i++)
        sum += partial[i];
    *result = sum;
}
typedef struct callBackData {
    const char *fn_name;
    double *data, sum;
    int calls;
} callBackData_t;
void CUDART_CB hostNode(void *data)
{
    callBackData_t *tmp = (callBackData_t *)(data);
    tmp->sum += *tmp->data;
    *tmp->data = 0.0;
    tmp->calls++;
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? atoi(argv[1]) : 1 << 18;
    int blocks = 64;
    std::vector<float> h(n);
    double expected = 0, result_h = 0;
    for (size_t i = 0; i < n; i++)
        expected += h[i] = i % 10;
    float *in;
    double *partial, *result;
    cudaMalloc(&in, n * sizeof(float)), cudaMalloc(&partial, blocks * sizeof(double)),
        cudaMalloc(&result, sizeof(double));
    cudaGraph_t graph;
    cudaGraphNode_t copy, clear, kernel, last, back, host;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemcpyNode1D(&copy, graph, NULL, 0, in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemsetParams memset = {0};
    memset.dst = partial, memset.value = 0, memset.elementSize = sizeof(float), memset.width = blocks * 2,
    memset.height = 1;
    cudaGraphAddMemsetNode(&clear, graph, NULL, 0, &memset);
    cudaGraphNode_t both[] = {copy, clear};
    cudaKernelNodeParams params = {0};
    void *args[] = {(void *)&in, (void *)&partial, &n};
    params.func = (void *)reduce;
    params.gridDim = dim3(blocks, 1, 1);
    params.blockDim = dim3(THREADS, 1, 1);
    params.sharedMemBytes = 0;
    params.kernelParams = (void **)args;
    params.extra = NULL;
    cudaGraphAddKernelNode(&kernel, graph, both, 2, &params);
    cudaKernelNodeParams final_params = params;
    void *final_args[] = {&partial, &result, &blocks};
    final_params.func = (void *)reduceFinal, final_params.gridDim = dim3(1), final_params.blockDim = dim3(1);
    final_params.kernelParams = final_args;
    cudaGraphAddKernelNode(&last, graph, &kernel, 1, &final_params);
    cudaGraphAddMemcpyNode1D(&back, graph, &last, 1, &result_h, result, sizeof(double), cudaMemcpyDeviceToHost);
    callBackData_t data = {"graph", &result_h, 0.0, 0};
    cudaHostNodeParams hostParams = {0};
    hostParams.fn = hostNode, hostParams.userData = &data;
    cudaGraphAddHostNode(&host, graph, &back, 1, &hostParams);
    size_t numNodes = 0;
    cudaGraphGetNodes(graph, NULL, &numNodes);
    printf("Num of nodes in the graph created manually = %zu\n", numNodes);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, NULL, NULL, 0);
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    params.gridDim = dim3(blocks / 2); // the other partial sums stay zero
    cudaGraphExecKernelNodeSetParams(exec, kernel, &params);
    cudaGraphLaunch(exec, s);
    cudaError_t e = cudaStreamSynchronize(s);
    printf("%d calls, sum %.0f of %.0f\n", data.calls, data.sum, 4 * expected);
    cudaGraphExecDestroy(exec), cudaGraphDestroy(graph), cudaStreamDestroy(s);
    cudaFree(in), cudaFree(partial), cudaFree(result);
    return !(e == cudaSuccess && numNodes == 6 && data.calls == 4 && data.sum == 4 * expected);
}
