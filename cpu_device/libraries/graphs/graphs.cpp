// SPDX-License-Identifier: MIT
// Captures, graphs and executable graphs.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "../../src/api/api.h"
#include "../../src/check/host_copies.h"
#include "../../src/platform/source_line.h"
#include "../../src/platform/symbols.h"
#include "../../src/say/report.h"

using namespace cpu_device;

namespace
{
using node_list = std::vector<CUgraphNode_st *>;

// Whether all nodes are of one graph, and each occurs once.
bool read_nodes(const CUgraph_st *graph, const cudaGraphNode_t *nodes, size_t count, node_list &list)
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
template <class T> cudaError_t give(const std::vector<T> &list, T *to, size_t *count)
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
template <class Make> cudaError_t add(cudaGraphNode_t *result, cudaGraph_t graph, const cudaGraphNode_t *behind,
                                      size_t count, cudaGraphNodeType type, Make make)
{
    auto op = std::make_shared<operation>();
    if (cudaError_t error = make(*op))
        return error;
    std::lock_guard<std::mutex> lock(the_device().mutex);
    node_list needs;
    if (result == nullptr || !is_live(graph) || !read_nodes(graph, behind, count, needs))
        return remember(cudaErrorInvalidValue);
    *result = add_node(*graph, type, needs);
    if (op->work || op->kernel)
        (*result)->work = op;
    return cudaSuccess;
}

cudaError_t nothing(operation &)
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
    return cudaSuccess;
}

CUgraphNode_st *copy_in(const CUgraph_st &graph, const CUgraphNode_st *node)
{
    for (const auto &own : graph.nodes) {
        if (own->copy_of == node)
            return own.get();
        if (own->child != nullptr)
            if (CUgraphNode_st *found = copy_in(*own->child, node))
                return found;
    }
    return nullptr;
}

// The node of an executable graph that was made of this one; null: there is none.
CUgraphNode_st *node_in(cudaGraphExec_t exec, cudaGraphNode_t node)
{
    std::lock_guard<std::mutex> lock(the_device().mutex);
    return is_live(exec) ? copy_in(*exec->graph, node) : nullptr;
}

// Makers of work.
auto copy_maker(void *to, const void *from, size_t size, cudaMemcpyKind kind, const copy_call &call)
{
    return [=](operation &op) {
        if (size == 0)
            return refuse(cudaErrorInvalidValue, "A copy of 0 bytes.");
        return make_copy(op, linear(to, size), linear(from, size), {size, 1, 1}, kind, false, call);
    };
}

auto volume_maker(const cudaMemcpy3DParms *what, const copy_call &call)
{
    return [=](operation &op) {
        if (what == nullptr)
            return refuse(cudaErrorInvalidValue, "A null pointer in place of the parameters.");
        if (what->srcArray != nullptr || what->dstArray != nullptr)
            return refuse(cudaErrorNotSupported,
                          "The CPU device has no copies of arrays as nodes of graphs: use memory "
                          "from cudaMalloc().");
        const cudaExtent &size = what->extent;
        if (size.width == 0 || size.height == 0 || size.depth == 0)
            return refuse(cudaErrorInvalidValue, "A copy of 0 bytes.");
        return make_copy(op, pitched(what->dstPtr, what->dstPos), pitched(what->srcPtr, what->srcPos),
                         {size.width, size.height, size.depth}, what->kind, false, call);
    };
}

auto fill_maker(const cudaMemsetParams *what, const copy_call &call)
{
    return [=](operation &op) {
        if (what == nullptr || what->width == 0 || what->height == 0 ||
            (what->elementSize != 1 && what->elementSize != 2 && what->elementSize != 4) ||
            (uintptr_t)what->dst % what->elementSize != 0)
            return refuse(cudaErrorInvalidValue,
                          what == nullptr
                              ? "A null pointer in place of the parameters."
                              : "A fill of 0 elements, or of elements of other than 1, 2 or 4 bytes, or not "
                                "at a multiple of that.");
        return make_fill(op, linear(what->dst, what->pitch), what->value, what->elementSize,
                         {what->width * what->elementSize, what->height, 1}, call);
    };
}

auto host_maker(const cudaHostNodeParams *what)
{
    return [=](operation &op) {
        if (what == nullptr || what->fn == nullptr)
            return refuse(cudaErrorInvalidValue, "A null pointer in place of the function.");
        op.type = cudaGraphNodeTypeHost;
        auto made_of = std::make_shared<node_parameters>();
        made_of->host = *what;
        op.parameters = std::move(made_of);
        op.work = [function = what->fn, data = what->userData] { call_host([=] { function(data); }); };
        return cudaSuccess;
    };
}

// Why a graph cannot be launched now; "": it can.
std::string why_not(const CUgraph_st &graph, const device &d)
{
    for (const auto &node : graph.nodes) {
        std::string why;
        if (node->child != nullptr)
            why = why_not(*node->child, d);
        else if (node->event != nullptr && !d.events.count(node->event))
            why = tr("An event of the graph is destroyed.");
        else if (node->enabled && node->work != nullptr && node->work->kernel == nullptr)
            why = why_gone(node->work->uses);
        if (!why.empty() && node->work != nullptr && node->work->uses.call.function != nullptr)
            why += format(" That is the graph's %s()%s.", node->work->uses.call.function,
                          at_line(static_cast<const char *>(node->work->uses.call.caller) - 1).c_str());
        if (!why.empty())
            return why;
    }
    return "";
}

size_t place_of(const CUgraphNode_st *node)
{
    const auto &nodes = node->graph->nodes;
    return (size_t)(std::find_if(nodes.begin(), nodes.end(), [=](const auto &n) { return n.get() == node; }) -
                    nodes.begin());
}

// Pairs the nodes in the order in which they were made. With the lock held.
cudaGraphExecUpdateResultInfo compare(const CUgraph_st &old, const CUgraph_st &fresh)
{
    if (old.nodes.size() != fresh.nodes.size())
        return {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
    for (size_t i = 0; i < fresh.nodes.size(); ++i) {
        const CUgraphNode_st &a = *old.nodes[i];
        CUgraphNode_st &b = *fresh.nodes[i];
        if (a.needs.size() != b.needs.size())
            return {cudaGraphExecUpdateErrorTopologyChanged, &b, nullptr};
        for (CUgraphNode_st *needed : b.needs)
            if (std::none_of(a.needs.begin(), a.needs.end(),
                             [&](const CUgraphNode_st *one) { return place_of(one) == place_of(needed); }))
                return {cudaGraphExecUpdateErrorTopologyChanged, &b, needed};
        if (a.type != b.type)
            return {cudaGraphExecUpdateErrorNodeTypeChanged, &b, nullptr};
        if (a.child != nullptr) {
            cudaGraphExecUpdateResultInfo inner = compare(*a.child, *b.child);
            if (inner.result != cudaGraphExecUpdateSuccess)
                return inner;
        }
    }
    return {cudaGraphExecUpdateSuccess, nullptr, nullptr};
}

void take_over(const CUgraph_st &old, const CUgraph_st &fresh)
{
    for (size_t i = 0; i < fresh.nodes.size(); ++i) {
        old.nodes[i]->work = fresh.nodes[i]->work;
        old.nodes[i]->event = fresh.nodes[i]->event;
        if (old.nodes[i]->child != nullptr)
            take_over(*old.nodes[i]->child, *fresh.nodes[i]->child);
    }
}

const char *const type_names[] = {"kernel",     "memcpy",       "memset", "host", "graph",      "empty",
                                  "event wait", "event record", "",       "",     "allocation", "free"};

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
    }
}
} // namespace

// --- captures ---

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t handle, cudaGraph_t graph, const cudaGraphNode_t *behind,
                                          const cudaGraphEdgeData *, size_t count, cudaStreamCaptureMode mode)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.stream_of(handle);
    node_list needs;
    if (stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    if (!is_live(graph) || !read_nodes(graph, behind, count, needs) || mode > cudaStreamCaptureModeRelaxed)
        return remember(cudaErrorInvalidValue);
    return remember(begin_capture(*stream, mode, graph, needs));
}

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.stream_of(handle);
    if (stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    if (d.is_default(*stream))
        return refuse(cudaErrorStreamCaptureUnsupported, "The default stream cannot be captured: create a stream.");
    if (mode > cudaStreamCaptureModeRelaxed)
        return remember(cudaErrorInvalidValue);
    return remember(begin_capture(*stream, mode, nullptr, {}));
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t *graph)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.stream_of(handle);
    if (stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    if (graph == nullptr)
        return remember(cudaErrorInvalidValue);
    *graph = nullptr;
    std::string loose;
    const cudaError_t error = end_capture(*stream, graph, loose);
    if (error == cudaErrorStreamCaptureUnjoined)
        return refuse(error, loose + tr(" was captured in another stream, and this stream does not wait for it: call "
                                        "cudaEventRecord() after it there, and cudaStreamWaitEvent() here."));
    return remember(error);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus *status)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.stream_of(handle);
    if (stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    if (status == nullptr)
        return remember(cudaErrorInvalidValue);
    return remember(capture_status(*stream, d, *status));
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus *status, unsigned long long *id,
                                     cudaGraph_t *graph, const cudaGraphNode_t **nodes, const cudaGraphEdgeData **edges,
                                     size_t *count)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.stream_of(handle);
    if (stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    if (status == nullptr)
        return remember(cudaErrorInvalidValue);
    if (cudaError_t error = capture_status(*stream, d, *status))
        return remember(error);
    if (*status != cudaStreamCaptureStatusActive)
        return cudaSuccess;
    if (id != nullptr)
        *id = stream->capture->id;
    if (graph != nullptr)
        *graph = stream->capture->graph;
    if (nodes != nullptr)
        *nodes = stream->captured.data();
    if (edges != nullptr)
        *edges = nullptr;
    if (count != nullptr)
        *count = stream->captured.size();
    return cudaSuccess;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode)
{
    if (mode == nullptr || *mode > cudaStreamCaptureModeRelaxed)
        return remember(cudaErrorInvalidValue);
    exchange_capture_mode(*mode);
    return cudaSuccess;
}

// --- graphs ---

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

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *behind, size_t count)
{
    RETURN_IF_REFUSED();
    return add(node, graph, behind, count, cudaGraphNodeTypeEmpty, nothing);
}

cudaError_t cpu_device_graph_add_kernel(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *behind,
                                        size_t count, const cudaKernelNodeParams *what, const char *file, int line)
{
    call_begins("cudaGraphAddKernelNode", __builtin_return_address(0));
    return add(node, graph, behind, count, cudaGraphNodeTypeKernel,
               [=](operation &op) { return make_kernel(op, what, file, line); });
}

cudaError_t cpu_device_graph_set_kernel(const cudaGraphExec_t *exec, cudaGraphNode_t node,
                                        const cudaKernelNodeParams *what, const char *file, int line)
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
    const bool same = before != nullptr && what != nullptr && what->kernelParams == nullptr && what->extra == nullptr &&
                      is_body_of(before->kernel.type, what->func);
    return change(own, cudaGraphNodeTypeKernel, [=](operation &op) {
        return same ? make_kernel_again(op, *before, *what, file, line) : make_kernel(op, what, file, line);
    });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams *what)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(node) || what == nullptr || node->work == nullptr || node->work->kernel == nullptr)
        return remember(cudaErrorInvalidValue);
    const grid_launch &l = *node->work->kernel;
    *what = {const_cast<void *>(kernel_of_body(l.kernel.type)),
             l.grid(),
             l.block(),
             (unsigned)l.dynamic_shared,
             nullptr,
             nullptr};
    return cudaSuccess;
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *behind,
                                     size_t count, void *to, const void *from, size_t size, cudaMemcpyKind kind)
{
    RETURN_IF_REFUSED();
    return add(node, graph, behind, count, cudaGraphNodeTypeMemcpy, copy_maker(to, from, size, kind, THIS_CALL));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *behind,
                                   size_t count, const cudaMemcpy3DParms *what)
{
    RETURN_IF_REFUSED();
    return add(node, graph, behind, count, cudaGraphNodeTypeMemcpy, volume_maker(what, THIS_CALL));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *behind,
                                   size_t count, const cudaMemsetParams *what)
{
    RETURN_IF_REFUSED();
    return add(node, graph, behind, count, cudaGraphNodeTypeMemset, fill_maker(what, THIS_CALL));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *behind, size_t count,
                                 const cudaHostNodeParams *what)
{
    RETURN_IF_REFUSED();
    return add(node, graph, behind, count, cudaGraphNodeTypeHost, host_maker(what));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *behind,
                                       size_t count, cudaGraph_t child)
{
    RETURN_IF_REFUSED();
    {
        std::lock_guard<std::mutex> lock(the_device().mutex);
        if (!is_live(child) || child == graph)
            return remember(cudaErrorInvalidValue);
    }
    if (cudaError_t error = add(node, graph, behind, count, cudaGraphNodeTypeGraph, nothing))
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

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms *what)
{
    RETURN_IF_REFUSED();
    return give_parameters(node, cudaGraphNodeTypeMemcpy, what, [=](const node_parameters &p) { *what = p.copy; });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams *what)
{
    RETURN_IF_REFUSED();
    return give_parameters(node, cudaGraphNodeTypeMemset, what, [=](const node_parameters &p) { *what = p.fill; });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams *what)
{
    RETURN_IF_REFUSED();
    return give_parameters(node, cudaGraphNodeTypeHost, what, [=](const node_parameters &p) { *what = p.host; });
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
cudaError_t add_event_node(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *behind, size_t count,
                           cudaGraphNodeType type, cudaEvent_t event)
{
    {
        std::lock_guard<std::mutex> lock(the_device().mutex);
        if (!the_device().events.count(event))
            return remember(cudaErrorInvalidResourceHandle);
    }
    if (cudaError_t error = add(node, graph, behind, count, type, nothing))
        return error;
    (*node)->event = event;
    return cudaSuccess;
}
} // namespace

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *behind,
                                        size_t count, cudaEvent_t event)
{
    RETURN_IF_REFUSED();
    return add_event_node(node, graph, behind, count, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *behind,
                                      size_t count, cudaEvent_t event)
{
    RETURN_IF_REFUSED();
    return add_event_node(node, graph, behind, count, cudaGraphNodeTypeWaitEvent, event);
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
    return give(list, nodes, count);
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
    give(ends, to, &same);
    give(begins, from, count);
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
    if (cudaError_t error = give(node->needs, needs, count))
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

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms *what)
{
    RETURN_IF_REFUSED();
    return change(node, cudaGraphNodeTypeMemcpy, volume_maker(what, THIS_CALL));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from, size_t size,
                                           cudaMemcpyKind kind)
{
    RETURN_IF_REFUSED();
    return change(node, cudaGraphNodeTypeMemcpy, copy_maker(to, from, size, kind, THIS_CALL));
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams *what)
{
    RETURN_IF_REFUSED();
    return change(node, cudaGraphNodeTypeMemset, fill_maker(what, THIS_CALL));
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams *what)
{
    RETURN_IF_REFUSED();
    return change(node, cudaGraphNodeTypeHost, host_maker(what));
}

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

// --- executable graphs ---

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (exec == nullptr || !is_live(graph) || flags >= 2 * cudaGraphInstantiateFlagUseNodePriority)
        return remember(cudaErrorInvalidValue);
    if (flags & cudaGraphInstantiateFlagDeviceLaunch)
        return refuse(cudaErrorNotSupported, "The CPU device has no launches of graphs in kernels: launch it on the "
                                             "host.");
    *exec = instantiate(*graph, flags);
    return *exec != nullptr ? cudaSuccess : refuse(cudaErrorInvalidValue, "The edges of the graph form a cycle.");
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    return cudaGraphInstantiate(exec, graph, flags);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemcpy3DParms *what)
{
    RETURN_IF_REFUSED();
    if (what != nullptr && (what->extent.height > 1 || what->extent.depth > 1 || what->srcPos.y + what->srcPos.z > 0 ||
                            what->dstPos.y + what->dstPos.z > 0))
        return refuse(cudaErrorInvalidValue, "An executable graph takes copies of one dimension alone.");
    return change(node_in(exec, node), cudaGraphNodeTypeMemcpy, volume_maker(what, THIS_CALL));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const void *from,
                                               size_t size, cudaMemcpyKind kind)
{
    RETURN_IF_REFUSED();
    return change(node_in(exec, node), cudaGraphNodeTypeMemcpy, copy_maker(to, from, size, kind, THIS_CALL));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemsetParams *what)
{
    RETURN_IF_REFUSED();
    return change(node_in(exec, node), cudaGraphNodeTypeMemset, fill_maker(what, THIS_CALL));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaHostNodeParams *what)
{
    RETURN_IF_REFUSED();
    return change(node_in(exec, node), cudaGraphNodeTypeHost, host_maker(what));
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int enabled)
{
    RETURN_IF_REFUSED();
    CUgraphNode_st *own = node_in(exec, node);
    if (own == nullptr || own->type > cudaGraphNodeTypeMemset)
        return remember(cudaErrorInvalidValue);
    own->enabled = enabled != 0;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int *enabled)
{
    RETURN_IF_REFUSED();
    const CUgraphNode_st *own = node_in(exec, node);
    if (own == nullptr || own->type > cudaGraphNodeTypeMemset || enabled == nullptr)
        return remember(cudaErrorInvalidValue);
    *enabled = own->enabled;
    return cudaSuccess;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(exec) || !is_live(graph) || result == nullptr)
        return remember(cudaErrorInvalidValue);
    *result = compare(*exec->graph, *graph);
    if (result->result != cudaGraphExecUpdateSuccess)
        return refuse(cudaErrorGraphExecUpdateFailure,
                      result->result == cudaGraphExecUpdateErrorTopologyChanged
                          ? "The graphs have other nodes or edges: instantiate the new one."
                          : "The graphs have nodes of other types: instantiate the new one.");
    take_over(*exec->graph, *graph);
    return cudaSuccess;
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(exec) || flags == nullptr)
        return remember(cudaErrorInvalidValue);
    *flags = exec->flags;
    return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t handle)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    if (!is_live(exec))
        return remember(cudaErrorInvalidValue);
    return remember(d.stream_of(handle) != nullptr ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

namespace
{
// Whether a node copies to or from a local variable of a function that has returned; reports it. The caller has this
// frame.
bool uses_gone_local(const CUgraph_st &graph, const void *frame, const void *caller)
{
    for (const auto &node : graph.nodes) {
        if (node->work == nullptr || node->type != cudaGraphNodeTypeMemcpy || node->work->parameters == nullptr)
            continue;
        const copy_call &call = node->work->uses.call;
        const cudaMemcpy3DParms &copy = node->work->parameters->copy;
        const bool to = is_gone_local(call, copy.dstPtr.ptr, frame);
        if (!to && !is_gone_local(call, copy.srcPtr.ptr, frame))
            continue;
        const std::string line = at_line(static_cast<const char *>(call.caller) - 1);
        report_once("local:" + line, diagnosis(report_kind::gone_local, to ? "to" : "from")
                                         .where(call.at())
                                         .say("%s()%s made it a node of the graph that is launched%s", call.function,
                                              line.c_str(), at_line(caller).c_str())
                                         .say("Use memory that lives as long as the graph."));
        return true;
    }
    return false;
}
} // namespace

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t handle)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.stream_of(handle);
    if (!is_live(exec))
        return remember(cudaErrorInvalidValue);
    if (stream == nullptr)
        return remember(cudaErrorInvalidResourceHandle);
    if (stream->capture != nullptr) {
        stream->capture->invalid = true;
        return refuse(cudaErrorStreamCaptureUnsupported,
                      "The stream is captured: add the graph by cudaGraphAddChildGraphNode() instead.");
    }
    if (cudaError_t forbidden = captures_forbid(*stream, d))
        return remember(forbidden);
    const std::string why = why_not(*exec->graph, d);
    if (!why.empty())
        return refuse(cudaErrorInvalidValue, why);
    if (setting.check && uses_gone_local(*exec->graph, __builtin_frame_address(0), CALLER))
        return refused_and_reported(cudaErrorInvalidValue);
    launch(*exec, stream, d);
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::unique_lock<std::mutex> lock(d.mutex);
    if (!is_live(exec))
        return remember(cudaErrorInvalidValue);
    destroy(exec, d, lock);
    return cudaSuccess;
}
