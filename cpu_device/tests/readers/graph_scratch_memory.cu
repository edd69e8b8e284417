// SPDX-License-Identifier: MIT
// graph_scratch_memory.cu: a normalization as a graph that allocates its own scratch memory, launched for many pictures
// Feature: memory nodes (allocate, use in two branches, free), cudaGraphExecMemcpyNodeSetParams1D between launches
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
template <typename T> void check(T result, char const *const func, const char *const file, int const line)
{
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, static_cast<unsigned int>(result),
                cudaGetErrorName(result), func);
        exit(EXIT_FAILURE);
    }
}

#define THREADS_PER_BLOCK 256

typedef struct {
    int lowest, highest;
} range_t;

__global__ void block_lowest(const int *picture, int n, int *partial)
{
    __shared__ int s[THREADS_PER_BLOCK];
    int best = 0x7fffffff;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        best = min(best, picture[i]);
    s[threadIdx.x] = best;
    for (int half = THREADS_PER_BLOCK / 2; half > 0; half >>= 1) {
        __syncthreads();
        if (threadIdx.x < half)
            s[threadIdx.x] = min(s[threadIdx.x], s[threadIdx.x + half]);
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = s[0];
}

__global__ void block_highest(const int *picture, int n, int *partial)
{
    __shared__ int s[THREADS_PER_BLOCK];
    int best = -0x7fffffff;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        best = max(best, picture[i]);
    s[threadIdx.x] = best;
    for (int half = THREADS_PER_BLOCK / 2; half > 0; half >>= 1) {
        __syncthreads();
        if (threadIdx.x < half)
            s[threadIdx.x] = max(s[threadIdx.x], s[threadIdx.x + half]);
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = s[0];
}

__global__ void find_range(const int *lowest, const int *highest, int blocks, range_t *range)
{
    range_t r = {lowest[0], highest[0]};
    for (int i = 1; i < blocks; i++) {
        r.lowest = min(r.lowest, lowest[i]);
        r.highest = max(r.highest, highest[i]);
    }
    *range = r;
}

__global__ void stretch(const int *picture, int n, const range_t *range, unsigned char *out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = (unsigned char)(255LL * (picture[i] - range->lowest) / max(1, range->highest - range->lowest));
}

static cudaGraphNode_t add_kernel(cudaGraph_t graph, std::vector<cudaGraphNode_t> dependencies, void *func, dim3 grid,
                                  dim3 block, void **args)
{
    cudaKernelNodeParams p = {0};
    p.func = func;
    p.gridDim = grid;
    p.blockDim = block;
    p.kernelParams = args;
    cudaGraphNode_t node;
    checkCudaErrors(cudaGraphAddKernelNode(&node, graph, dependencies.data(), dependencies.size(), &p));
    return node;
}

static cudaGraphNode_t add_allocation(cudaGraph_t graph, size_t bytes, void **pointer)
{
    cudaMemAllocNodeParams p;
    memset(&p, 0, sizeof(p));
    p.bytesize = bytes;
    p.poolProps.allocType = cudaMemAllocationTypePinned;
    p.poolProps.location.id = 0;
    p.poolProps.location.type = cudaMemLocationTypeDevice;
    cudaGraphNode_t node;
    checkCudaErrors(cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &p));
    *pointer = p.dptr;
    return node;
}

int main()
{
    int n = 50000, blocks = 16, driver = 0;
    checkCudaErrors(cudaDriverGetVersion(&driver));
    if (driver < 11040)
        return 0;
    int *picture;
    unsigned char *out;
    checkCudaErrors(cudaMalloc(&picture, n * sizeof(int)));
    checkCudaErrors(cudaMalloc(&out, n));
    std::vector<std::vector<int>> pictures;
    for (int k = 0; k < 5; k++) {
        pictures.push_back(std::vector<int>(n));
        for (int i = 0; i < n; i++)
            pictures[k][i] = (int)((i * 2654435761u >> 12) % (1000u * (k + 1))) - 300 * k;
    }

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStream_t stream;
    checkCudaErrors(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    checkCudaErrors(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t copy, frees[3];
    checkCudaErrors(cudaGraphAddMemcpyNode1D(&copy, graph, NULL, 0, picture, pictures[0].data(), n * sizeof(int),
                                             cudaMemcpyHostToDevice));
    int *lowest, *highest;
    range_t *range;
    cudaGraphNode_t has_lowest = add_allocation(graph, blocks * sizeof(int), (void **)&lowest);
    cudaGraphNode_t has_highest = add_allocation(graph, blocks * sizeof(int), (void **)&highest);
    cudaGraphNode_t has_range = add_allocation(graph, sizeof(range_t), (void **)&range);
    void *low[] = {&picture, &n, &lowest}, *high[] = {&picture, &n, &highest};
    void *both[] = {&lowest, &highest, &blocks, &range}, *all[] = {&picture, &n, &range, &out};
    cudaGraphNode_t a = add_kernel(graph, {copy, has_lowest}, (void *)block_lowest, blocks, THREADS_PER_BLOCK, low);
    cudaGraphNode_t b = add_kernel(graph, {copy, has_highest}, (void *)block_highest, blocks, THREADS_PER_BLOCK, high);
    cudaGraphNode_t r = add_kernel(graph, {a, b, has_range}, (void *)find_range, 1, 1, both);
    cudaGraphNode_t last = add_kernel(graph, {r}, (void *)stretch, blocks, THREADS_PER_BLOCK, all);
    checkCudaErrors(cudaGraphAddMemFreeNode(&frees[0], graph, &r, 1, lowest));
    checkCudaErrors(cudaGraphAddMemFreeNode(&frees[1], graph, &r, 1, highest));
    checkCudaErrors(cudaGraphAddMemFreeNode(&frees[2], graph, &last, 1, range));
    checkCudaErrors(cudaGraphInstantiate(&exec, graph, 0));

    int wrong = 0;
    std::vector<unsigned char> result(n);
    for (auto &p : pictures) {
        checkCudaErrors(
            cudaGraphExecMemcpyNodeSetParams1D(exec, copy, picture, p.data(), n * sizeof(int), cudaMemcpyHostToDevice));
        checkCudaErrors(cudaGraphLaunch(exec, stream));
        checkCudaErrors(cudaMemcpyAsync(result.data(), out, n, cudaMemcpyDeviceToHost, stream));
        checkCudaErrors(cudaStreamSynchronize(stream));
        auto [mn, mx] = std::minmax_element(p.begin(), p.end());
        for (int i = 0; i < n; i++)
            wrong += result[i] != (unsigned char)(255LL * (p[i] - *mn) / (*mx - *mn));
    }
    printf("%d pictures, %d pixels wrong\n", (int)pictures.size(), wrong);
    unsigned long long used = 0;
    checkCudaErrors(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &used));
    checkCudaErrors(cudaGraphExecDestroy(exec));
    checkCudaErrors(cudaGraphDestroy(graph));
    checkCudaErrors(cudaDeviceGraphMemTrim(0));
    checkCudaErrors(cudaStreamDestroy(stream));
    checkCudaErrors(cudaFree(picture));
    checkCudaErrors(cudaFree(out));
    return wrong != 0 || used == 0;
}
