// SPDX-License-Identifier: MIT
// Graphs: making, changing and asking them and their nodes.
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "graph_work.h"

using namespace cpu_device;

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags)
{
    RETURN_IF_REFUSED();
    if (graph == nullptr || flags != 0)
        return remember(cudaErrorInvalidValue);
    several_streams = true; // its nodes may go into several
    std::lock_guard<std::mutex> lock(the_device().mutex);
    *graph = new CUgraph_st;
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(graph) || graph->is_child)
        return remember(cudaErrorInvalidValue);
    delete graph;
    return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (clone == nullptr || !is_live(graph))
        return remember(cudaErrorInvalidValue);
    *clone = copy_graph(*graph).release();
    return cudaSuccess;
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count)
{
    RETURN_IF_REFUSED();
    return add(node, graph, after, count, cudaGraphNodeTypeEmpty, nothing);
}

cudaError_t cpu_device_graph_add_kernel(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                        size_t count, const cudaKernelNodeParams *parameters, const char *file,
                                        int line)
{
    call_begins("cudaGraphAddKernelNode", __builtin_return_address(0));
    return add(node, graph, after, count, cudaGraphNodeTypeKernel,
               [=](operation &op) { return make_kernel(op, parameters, file, line); });
}

cudaError_t cpu_device_graph_set_kernel(const cudaGraphExec_t *exec, cudaGraphNode_t node,
                                        const cudaKernelNodeParams *parameters, const char *file, int line)
{
    call_begins(exec != nullptr ? "cudaGraphExecKernelNodeSetParams" : "cudaGraphKernelNodeSetParams",
                __builtin_return_address(0));
    cudaGraphNode_t own = exec != nullptr ? node_in(*exec, node) : node;
    std::shared_ptr<grid_launch> before;
    {
        std::lock_guard<std::mutex> lock(the_device().mutex);
        if (is_live(own) && own->work != nullptr)
            before = own->work->kernel;
    }
    // cudaGraphKernelNodeGetParams() gives no arguments: null keeps the present ones.
    const bool same = before != nullptr && parameters != nullptr && parameters->kernelParams == nullptr &&
                      parameters->extra == nullptr && is_body_of(before->kernel.type, parameters->func);
    return change(own, cudaGraphNodeTypeKernel, [=](operation &op) {
        return same ? make_kernel_again(op, *before, *parameters, file, line) : make_kernel(op, parameters, file, line);
    });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams *parameters)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(node) || parameters == nullptr || node->work == nullptr || node->work->kernel == nullptr)
        return remember(cudaErrorInvalidValue);
    const grid_launch &l = *node->work->kernel;
    *parameters = {const_cast<void *>(kernel_of_body(l.kernel.type)),
                   l.grid(),
                   l.block(),
                   (unsigned)l.dynamic_shared,
                   nullptr,
                   nullptr};
    return cudaSuccess;
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                     size_t count, void *to, const void *from, size_t size, cudaMemcpyKind kind)
{
    RETURN_IF_REFUSED();
    return add(node, graph, after, count, cudaGraphNodeTypeMemcpy, copy_maker(to, from, size, kind, THIS_CALL));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                   const cudaMemcpy3DParms *parameters)
{
    RETURN_IF_REFUSED();
    return add(node, graph, after, count, cudaGraphNodeTypeMemcpy, volume_maker(parameters, THIS_CALL));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                   const cudaMemsetParams *parameters)
{
    RETURN_IF_REFUSED();
    return add(node, graph, after, count, cudaGraphNodeTypeMemset, fill_maker(parameters, THIS_CALL));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                 const cudaHostNodeParams *parameters)
{
    RETURN_IF_REFUSED();
    return add(node, graph, after, count, cudaGraphNodeTypeHost, host_maker(parameters, THIS_CALL));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                       size_t count, cudaGraph_t child)
{
    RETURN_IF_REFUSED();
    {
        std::lock_guard<std::mutex> lock(the_device().mutex);
        if (!is_live(child) || child == graph)
            return remember(cudaErrorInvalidValue);
    }
    if (cudaError_t error = add(node, graph, after, count, cudaGraphNodeTypeGraph, nothing))
        return error;
    std::lock_guard<std::mutex> lock(the_device().mutex);
    (*node)->child = copy_graph(*child);
    (*node)->child->is_child = true;
    return cudaSuccess;
}

namespace
{
// What a node of that type was made of: give(parameters) hands it out.
template <class Give>
cudaError_t give_parameters(cudaGraphNode_t node, cudaGraphNodeType type, const void *to, Give give)
{
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(node) || node->type != type || to == nullptr)
        return remember(cudaErrorInvalidValue);
    if (node->work == nullptr || node->work->parameters == nullptr || node->work->parameters->has_array)
        return refuse(cudaErrorNotSupported,
                      "The CPU device does not keep what the node of an array's copy was made of.");
    give(*node->work->parameters);
    return cudaSuccess;
}
} // namespace

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms *parameters)
{
    RETURN_IF_REFUSED();
    return give_parameters(node, cudaGraphNodeTypeMemcpy, parameters,
                           [=](const node_parameters &p) { *parameters = p.copy; });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams *parameters)
{
    RETURN_IF_REFUSED();
    return give_parameters(node, cudaGraphNodeTypeMemset, parameters,
                           [=](const node_parameters &p) { *parameters = p.fill; });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams *parameters)
{
    RETURN_IF_REFUSED();
    return give_parameters(node, cudaGraphNodeTypeHost, parameters,
                           [=](const node_parameters &p) { *parameters = p.host; });
}

namespace
{
cudaError_t give_event(cudaGraphNode_t node, cudaGraphNodeType type, cudaEvent_t *event)
{
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(node) || node->type != type || event == nullptr)
        return remember(cudaErrorInvalidValue);
    *event = node->event;
    return cudaSuccess;
}

cudaError_t set_event(cudaGraphNode_t node, cudaGraphNodeType type, cudaEvent_t event)
{
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(node) || node->type != type)
        return remember(cudaErrorInvalidValue);
    if (!the_device().events.count(event))
        return remember(cudaErrorInvalidResourceHandle);
    node->event = event;
    return cudaSuccess;
}
} // namespace

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
    RETURN_IF_REFUSED();
    return give_event(node, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
    RETURN_IF_REFUSED();
    return set_event(node, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
    RETURN_IF_REFUSED();
    return give_event(node, cudaGraphNodeTypeWaitEvent, event);
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
    RETURN_IF_REFUSED();
    return set_event(node, cudaGraphNodeTypeWaitEvent, event);
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event)
{
    RETURN_IF_REFUSED();
    return set_event(node_in(exec, node), cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event)
{
    RETURN_IF_REFUSED();
    return set_event(node_in(exec, node), cudaGraphNodeTypeWaitEvent, event);
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child)
{
    RETURN_IF_REFUSED();
    const CUgraphNode_st *own = node_in(exec, node);
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (own == nullptr || own->child == nullptr || !is_live(child))
        return remember(cudaErrorInvalidValue);
    if (compare(*own->child, *child).result != cudaGraphExecUpdateSuccess)
        return refuse(cudaErrorGraphExecUpdateFailure,
                      "The graphs have other nodes or edges, or nodes of other types.");
    take_over(*own->child, *child);
    return cudaSuccess;
}

namespace
{
cudaError_t add_event_node(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                           cudaGraphNodeType type, cudaEvent_t event)
{
    {
        std::lock_guard<std::mutex> lock(the_device().mutex);
        if (!the_device().events.count(event))
            return remember(cudaErrorInvalidResourceHandle);
    }
    if (cudaError_t error = add(node, graph, after, count, type, nothing))
        return error;
    (*node)->event = event;
    return cudaSuccess;
}
} // namespace

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                        size_t count, cudaEvent_t event)
{
    RETURN_IF_REFUSED();
    return add_event_node(node, graph, after, count, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                      size_t count, cudaEvent_t event)
{
    RETURN_IF_REFUSED();
    return add_event_node(node, graph, after, count, cudaGraphNodeTypeWaitEvent, event);
}

namespace
{
// Calls change(needs, from) for each edge, with the dependencies of its end so far. It returns why the edge is refused,
// or null.
template <class Change> cudaError_t for_each_edge(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                  const cudaGraphNode_t *to, size_t count, Change change)
{
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(graph) || (count > 0 && (from == nullptr || to == nullptr)))
        return remember(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; ++i) {
        node_list ends;
        if (!read_nodes(graph, from + i, 1, ends) || !read_nodes(graph, to + i, 1, ends))
            return remember(cudaErrorInvalidValue);
        if (const char *why = change(to[i]->needs, from[i]))
            return refuse(cudaErrorInvalidValue, why);
    }
    return cudaSuccess;
}
} // namespace

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                     const cudaGraphEdgeData *, size_t count)
{
    RETURN_IF_REFUSED();
    return for_each_edge(graph, from, to, count, [](node_list &needs, cudaGraphNode_t node) -> const char * {
        if (std::find(needs.begin(), needs.end(), node) != needs.end())
            return "This edge is there already.";
        needs.push_back(node);
        return nullptr;
    });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                        const cudaGraphEdgeData *, size_t count)
{
    RETURN_IF_REFUSED();
    return for_each_edge(graph, from, to, count, [](node_list &needs, cudaGraphNode_t node) -> const char * {
        auto edge = std::find(needs.begin(), needs.end(), node);
        if (edge == needs.end())
            return "There is no such edge.";
        needs.erase(edge);
        return nullptr;
    });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(node))
        return remember(cudaErrorInvalidValue);
    remove_node(node);
    return cudaSuccess;
}

namespace
{
template <class Predicate>
cudaError_t give_nodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count, Predicate wanted)
{
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(graph))
        return remember(cudaErrorInvalidValue);
    node_list list;
    for (const auto &node : graph->nodes)
        if (wanted(*node))
            list.push_back(node.get());
    return give_list(list, nodes, count);
}
} // namespace

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    RETURN_IF_REFUSED();
    return give_nodes(graph, nodes, count, [](const CUgraphNode_st &) { return true; });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    RETURN_IF_REFUSED();
    return give_nodes(graph, nodes, count, [](const CUgraphNode_st &node) { return node.needs.empty(); });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edges,
                              size_t *count)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(graph) || count == nullptr || (from == nullptr) != (to == nullptr))
        return remember(cudaErrorInvalidValue);
    node_list begins, ends;
    for (const auto &node : graph->nodes)
        for (CUgraphNode_st *needed : node->needs) {
            begins.push_back(needed);
            ends.push_back(node.get());
        }
    size_t same = *count;
    give_list(ends, to, &same);
    give_list(begins, from, count);
    if (edges != nullptr)
        std::fill(edges, edges + *count, cudaGraphEdgeData());
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *needs, cudaGraphEdgeData *edges,
                                         size_t *count)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(node))
        return remember(cudaErrorInvalidValue);
    if (cudaError_t error = give_list(node->needs, needs, count))
        return error;
    if (edges != nullptr)
        std::fill(edges, edges + *count, cudaGraphEdgeData());
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *edges,
                                           size_t *count)
{
    RETURN_IF_REFUSED();
    cudaGraph_t graph;
    {
        std::lock_guard<std::mutex> lock(the_device().mutex);
        if (!is_live(node))
            return remember(cudaErrorInvalidValue);
        graph = node->graph;
    }
    cudaError_t error = give_nodes(graph, nodes, count, [=](const CUgraphNode_st &other) {
        return std::find(other.needs.begin(), other.needs.end(), node) != other.needs.end();
    });
    if (error == cudaSuccess && edges != nullptr)
        std::fill(edges, edges + *count, cudaGraphEdgeData());
    return error;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType *type)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(node) || type == nullptr)
        return remember(cudaErrorInvalidValue);
    *type = node->type;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *found, cudaGraphNode_t node, cudaGraph_t clone)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_device().mutex);
    CUgraphNode_st *own = is_live(clone) ? copy_in(*clone, node) : nullptr;
    if (found == nullptr || own == nullptr)
        return remember(cudaErrorInvalidValue);
    *found = own;
    return cudaSuccess;
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(node) || node->child == nullptr || graph == nullptr)
        return remember(cudaErrorInvalidValue);
    *graph = node->child.get();
    return cudaSuccess;
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms *parameters)
{
    RETURN_IF_REFUSED();
    return change(node, cudaGraphNodeTypeMemcpy, volume_maker(parameters, THIS_CALL));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from, size_t size,
                                           cudaMemcpyKind kind)
{
    RETURN_IF_REFUSED();
    return change(node, cudaGraphNodeTypeMemcpy, copy_maker(to, from, size, kind, THIS_CALL));
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams *parameters)
{
    RETURN_IF_REFUSED();
    return change(node, cudaGraphNodeTypeMemset, fill_maker(parameters, THIS_CALL));
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams *parameters)
{
    RETURN_IF_REFUSED();
    return change(node, cudaGraphNodeTypeHost, host_maker(parameters, THIS_CALL));
}

namespace
{
const char *const type_names[] = {"kernel",       "memcpy", "memset", "host",       "graph", "empty", "event wait",
                                  "event record", "",       "",       "allocation", "free",  "",      "conditional"};

void print_dot(FILE *file, const CUgraph_st &graph)
{
    auto name = [](const CUgraphNode_st *node) { return format("\"%p\"", static_cast<const void *>(node)); };
    for (const auto &node : graph.nodes) {
        std::string label = type_names[node->type];
        if (node->work != nullptr && node->work->kernel != nullptr) {
            const launch_name &launch = node->work->kernel->record.name;
            label = format("%s<<<%llu, %u>>>\\n%s:%d", launch.kernel, (unsigned long long)node->work->kernel->blocks(),
                           node->work->kernel->threads(), launch.file, launch.line);
        }
        fprintf(file, "%s [label=\"%s\"];\n", name(node.get()).c_str(), label.c_str());
        for (const CUgraphNode_st *needed : node->needs)
            fprintf(file, "%s -> %s;\n", name(needed).c_str(), name(node.get()).c_str());
        if (node->child != nullptr) {
            fprintf(file, "subgraph \"cluster_%p\" {\nlabel=\"of a graph node\";\n", static_cast<void *>(node.get()));
            print_dot(file, *node->child);
            fprintf(file, "}\n");
        }
        for (const auto &body : node->bodies) {
            fprintf(file, "subgraph \"cluster_%p\" {\nlabel=\"of a conditional node\";\n",
                    static_cast<void *>(body.get()));
            print_dot(file, *body);
            fprintf(file, "}\n");
        }
    }
}
} // namespace

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(graph) || path == nullptr)
        return remember(cudaErrorInvalidValue);
    FILE *file = fopen(path, "w");
    if (file == nullptr)
        return refuse(cudaErrorOperatingSystem, format("%s: %s.", path, strerror(errno)));
    fprintf(file, "digraph graph_1 {\n");
    print_dot(file, *graph);
    fprintf(file, "}\n");
    return remember(fclose(file) == 0 ? cudaSuccess : cudaErrorOperatingSystem);
}
