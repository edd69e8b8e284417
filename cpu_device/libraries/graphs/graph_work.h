// SPDX-License-Identifier: MIT
// What the functions that make, change and ask graphs share: lists of nodes, and the makers of their work.
#pragma once

#include <algorithm>

#include "../../src/api/api.h"
#include "../../src/run/graph_buffers.h"

namespace cpu_device
{
using node_list = std::vector<CUgraphNode_st *>;

// Whether all nodes are of one graph, and each occurs once.
inline bool read_nodes(const CUgraph_st *graph, const cudaGraphNode_t *nodes, size_t count, node_list &list)
{
    if (count > 0 && nodes == nullptr)
        return false;
    for (size_t i = 0; i < count; ++i) {
        if (!is_live(nodes[i]) || nodes[i]->graph != graph ||
            std::find(list.begin(), list.end(), nodes[i]) != list.end())
            return false;
        list.push_back(nodes[i]);
    }
    return true;
}

// Returns a list as CUDA does: only its size if `to` is null; else as many entries as fit, and nulls after the last
// one.
template <class T> cudaError_t give_list(const std::vector<T> &list, T *to, size_t *count)
{
    if (count == nullptr)
        return remember(cudaErrorInvalidValue);
    if (to != nullptr)
        for (size_t i = 0; i < *count; ++i)
            to[i] = i < list.size() ? list[i] : T();
    *count = to == nullptr ? list.size() : std::min(*count, list.size());
    return cudaSuccess;
}

// What every cudaGraphAdd...Node does. `make` gives the work, and an error.
template <class Make> cudaError_t add(cudaGraphNode_t *result, cudaGraph_t graph, const cudaGraphNode_t *after,
                                      size_t count, cudaGraphNodeType type, Make make)
{
    auto op = std::make_shared<operation>();
    if (cudaError_t error = make(*op))
        return error;
    std::lock_guard<std::mutex> lock(the_device().mutex);
    node_list needs;
    if (result == nullptr || !is_live(graph) || !read_nodes(graph, after, count, needs))
        return remember(cudaErrorInvalidValue);
    *result = add_node(*graph, type, needs);
    if (op->work || op->kernel) {
        (*result)->work = op;
        watch_buffers_of(op);
    }
    return cudaSuccess;
}

inline cudaError_t nothing(operation &)
{
    return cudaSuccess;
}

// Gives a node of this type other work.
template <class Make> cudaError_t change(CUgraphNode_st *node, cudaGraphNodeType type, Make make)
{
    {
        std::lock_guard<std::mutex> lock(the_device().mutex);
        if (!is_live(node) || node->type != type)
            return remember(cudaErrorInvalidValue);
    }
    auto op = std::make_shared<operation>();
    if (cudaError_t error = make(*op))
        return error;
    std::lock_guard<std::mutex> lock(the_device().mutex);
    node->work = op;
    watch_buffers_of(op);
    return cudaSuccess;
}

inline CUgraphNode_st *copy_in(const CUgraph_st &graph, const CUgraphNode_st *node)
{
    for (const auto &own : graph.nodes) {
        if (own->copy_of == node)
            return own.get();
        if (own->child != nullptr)
            if (CUgraphNode_st *found = copy_in(*own->child, node))
                return found;
        for (const auto &body : own->bodies)
            if (CUgraphNode_st *found = copy_in(*body, node))
                return found;
    }
    return nullptr;
}

// The node of an executable graph that was made of this one; null: there is none.
inline CUgraphNode_st *node_in(cudaGraphExec_t exec, cudaGraphNode_t node)
{
    std::lock_guard<std::mutex> lock(the_device().mutex);
    return is_live(exec) ? copy_in(*exec->graph, node) : nullptr;
}

// Makers of work.
inline auto copy_maker(void *to, const void *from, size_t size, cudaMemcpyKind kind, const copy_call &call)
{
    return [=](operation &op) {
        if (size == 0)
            return refuse(cudaErrorInvalidValue, "A copy of 0 bytes.");
        return make_copy(op, linear(to, size), linear(from, size), {size, 1, 1}, kind, false, call);
    };
}

inline auto volume_maker(const cudaMemcpy3DParms *parameters, const copy_call &call)
{
    return [=](operation &op) {
        if (parameters == nullptr)
            return refuse(cudaErrorInvalidValue, "A null pointer in place of the parameters.");
        if (parameters->srcArray != nullptr || parameters->dstArray != nullptr)
            return refuse(cudaErrorNotSupported,
                          "The CPU device has no copies of arrays as nodes of graphs: use memory "
                          "from cudaMalloc().");
        const cudaExtent &size = parameters->extent;
        if (size.width == 0 || size.height == 0 || size.depth == 0)
            return refuse(cudaErrorInvalidValue, "A copy of 0 bytes.");
        return make_copy(op, pitched(parameters->dstPtr, parameters->dstPos),
                         pitched(parameters->srcPtr, parameters->srcPos), {size.width, size.height, size.depth},
                         parameters->kind, false, call);
    };
}

inline auto fill_maker(const cudaMemsetParams *parameters, const copy_call &call)
{
    return [=](operation &op) {
        if (parameters == nullptr || parameters->width == 0 || parameters->height == 0 ||
            (parameters->elementSize != 1 && parameters->elementSize != 2 && parameters->elementSize != 4) ||
            (uintptr_t)parameters->dst % parameters->elementSize != 0)
            return refuse(cudaErrorInvalidValue,
                          parameters == nullptr
                              ? "A null pointer in place of the parameters."
                              : "A fill of 0 elements, or of elements of other than 1, 2 or 4 bytes, or not "
                                "at a multiple of that.");
        return make_fill(op, linear(parameters->dst, parameters->pitch), parameters->value, parameters->elementSize,
                         {parameters->width * parameters->elementSize, parameters->height, 1}, call);
    };
}

inline auto host_maker(const cudaHostNodeParams *parameters, const copy_call &call)
{
    return [=](operation &op) {
        if (parameters == nullptr || parameters->fn == nullptr)
            return refuse(cudaErrorInvalidValue, "A null pointer in place of the function.");
        op.type = cudaGraphNodeTypeHost;
        auto made_of = std::make_shared<node_parameters>();
        made_of->host = *parameters;
        made_of->host_call = call;
        op.parameters = std::move(made_of);
        op.work = [function = parameters->fn, data = parameters->userData] { call_host([=] { function(data); }); };
        return cudaSuccess;
    };
}

// Pairs the nodes of two graphs in the order in which they were made. With the lock held.
cudaGraphExecUpdateResultInfo compare(const CUgraph_st &old, const CUgraph_st &fresh);
// The old graph, of the same form, gets the work of the fresh one.
void take_over(const CUgraph_st &old, const CUgraph_st &fresh);
} // namespace cpu_device
