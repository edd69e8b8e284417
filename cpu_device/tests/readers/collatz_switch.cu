// SPDX-License-Identifier: MIT
// collatz_switch.cu: a small machine of states in a graph: a loop around a switch, whose bodies are kernels
// Feature: conditional nodes of two kinds, one in the other; cudaGraphAddNode for all nodes; the graph cloned by
// updates
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static inline void ok(cudaError_t e, int line)
{
    if (e != cudaSuccess) {
        std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorName(e));
        std::exit(1);
    }
}
#define OK(e) ok((e), __LINE__)

struct machine {
    unsigned long long n;
    unsigned steps, odd, even;
};

__global__ void choose(machine *m, cudaGraphConditionalHandle loop, cudaGraphConditionalHandle state)
{
    const bool stop = m->n == 1 || m->steps >= 1000;
    cudaGraphSetConditional(loop, !stop);
    cudaGraphSetConditional(state, stop ? 2 : (unsigned)(m->n % 2)); // of the two bodies none
    m->steps += !stop;
}
__global__ void halve(machine *m)
{
    m->n /= 2;
    m->even++;
}
__global__ void triple(machine *m)
{
    m->n = 3 * m->n + 1;
    m->odd++;
}

template <class... P, class... A>
static cudaGraphNode_t kernel(cudaGraph_t graph, const cudaGraphNode_t *after, void (*f)(P...), A... args)
{
    void *pointers[] = {&args...};
    cudaGraphNodeParams p = {};
    p.type = cudaGraphNodeTypeKernel;
    p.kernel.func = (void *)f;
    p.kernel.gridDim = dim3(1);
    p.kernel.blockDim = dim3(1);
    p.kernel.kernelParams = pointers;
    cudaGraphNode_t node;
    OK(cudaGraphAddNode(&node, graph, after, nullptr, after != nullptr, &p));
    return node;
}

static cudaGraphNode_t branch(cudaGraph_t graph, const cudaGraphNode_t *after, cudaGraphConditionalHandle handle,
                              cudaGraphConditionalNodeType type, unsigned bodies, cudaGraph_t **out)
{
    cudaGraphNodeParams p = {};
    p.type = cudaGraphNodeTypeConditional;
    p.conditional.handle = handle;
    p.conditional.type = type;
    p.conditional.size = bodies;
    cudaGraphNode_t node;
    OK(cudaGraphAddNode(&node, graph, after, nullptr, after != nullptr, &p));
    *out = p.conditional.phGraph_out;
    return node;
}

int main()
{
    machine *m;
    OK(cudaMallocManaged(&m, sizeof *m));
    cudaGraph_t graph, *body, *cases;
    cudaGraphConditionalHandle loop, state;
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphConditionalHandleCreate(&loop, graph, 1, cudaGraphCondAssignDefault));
    OK(cudaGraphConditionalHandleCreate(&state, graph));
    branch(graph, nullptr, loop, cudaGraphCondTypeWhile, 1, &body);
    cudaGraphNode_t chosen = kernel(body[0], nullptr, choose, m, loop, state);
    branch(body[0], &chosen, state, cudaGraphCondTypeSwitch, 2, &cases);
    kernel(cases[0], nullptr, halve, m);
    kernel(cases[1], nullptr, triple, m);
    cudaGraphExec_t exec;
    OK(cudaGraphInstantiate(&exec, graph, 0));

    int wrong = 0;
    for (unsigned long long begin : {1ull, 6ull, 27ull, 97ull}) {
        *m = {begin, 0, 0, 0};
        OK(cudaGraphLaunch(exec, 0));
        OK(cudaDeviceSynchronize());
        unsigned steps = 0, odd = 0;
        for (unsigned long long n = begin; n != 1; n = n % 2 ? 3 * n + 1 : n / 2, steps++)
            odd += n % 2;
        std::printf("%llu: %u steps, %u of them from odd numbers\n", begin, m->steps, m->odd);
        wrong += m->n != 1 || m->steps != steps || m->odd != odd || m->even != steps - odd;
    }
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaFree(m));
    return wrong;
}
