// SPDX-License-Identifier: MIT
// graph_vector_gone.cu: a capture records a copy from a vector, and the vector is gone when the graph is launched.
// CPU exits 3
// CPU finds gone-buffer
// CPU says cudaMemcpyAsync() at graph_vector_gone.cu:{copy} made it a node of the graph that is launched at
// CPU says graph_vector_gone.cu:{launch}
// all exits 0
#include <stdio.h>
#include <vector>

const int n = 1024;

static cudaError_t record(int *dev, const int *from, cudaStream_t stream, cudaGraphExec_t *exec)
{
    cudaGraph_t graph;
    if (cudaError_t error = cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal))
        return error;
    cudaMemcpyAsync(dev, from, n * sizeof(int), cudaMemcpyHostToDevice, stream); // {copy}
    if (cudaError_t error = cudaStreamEndCapture(stream, &graph))
        return error;
    const cudaError_t error = cudaGraphInstantiate(exec, graph, 0);
    cudaGraphDestroy(graph);
    return error;
}

int main()
{
    int *dev, last = -1;
    cudaStream_t stream;
    cudaGraphExec_t exec;
    if (cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess ||
        cudaMemset(dev, 0, n * sizeof(int)) != cudaSuccess)
        return 1;
    {
#ifdef FIXED
        static
#endif
            std::vector<int>
                values(n, 7);
        if (record(dev, values.data(), stream, &exec) != cudaSuccess)
            return 1;
    }
    cudaGraphLaunch(exec, stream); // {launch}
    cudaStreamSynchronize(stream);
    cudaMemcpy(&last, dev + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("%s\n", last == 7 ? "right" : "wrong");
    cudaGraphExecDestroy(exec);
    cudaStreamDestroy(stream);
    return cudaFree(dev) != cudaSuccess;
}
