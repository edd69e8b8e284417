// SPDX-License-Identifier: MIT
// Executable graphs: instantiation, updates and launches.
#include "../../src/check/host_copies.h"
#include "../../src/platform/source_line.h"
#include "../../src/say/report.h"
#include "graph_work.h"

using namespace cpu_device;

namespace
{
// Why a graph cannot be launched now; "": it can.
std::string why_not(const CUgraph_st &graph, const device &d)
{
    for (const auto &node : graph.nodes) {
        std::string why;
        for (const auto &body : node->bodies)
            why = why.empty() ? why_not(*body, d) : why;
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

size_t number_in_graph(const CUgraphNode_st *node)
{
    const auto &nodes = node->graph->nodes;
    return (size_t)(std::find_if(nodes.begin(), nodes.end(), [=](const auto &n) { return n.get() == node; }) -
                    nodes.begin());
}
} // namespace

namespace cpu_device
{
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
            if (std::none_of(a.needs.begin(), a.needs.end(), [&](const CUgraphNode_st *one) {
                    return number_in_graph(one) == number_in_graph(needed);
                }))
                return {cudaGraphExecUpdateErrorTopologyChanged, &b, needed};
        if (a.type != b.type)
            return {cudaGraphExecUpdateErrorNodeTypeChanged, &b, nullptr};
        if (a.child != nullptr) {
            cudaGraphExecUpdateResultInfo inner = compare(*a.child, *b.child);
            if (inner.result != cudaGraphExecUpdateSuccess)
                return inner;
        }
        if (a.bodies.size() != b.bodies.size())
            return {cudaGraphExecUpdateErrorTopologyChanged, &b, nullptr};
        for (size_t body = 0; body < a.bodies.size(); ++body) {
            cudaGraphExecUpdateResultInfo inner = compare(*a.bodies[body], *b.bodies[body]);
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
        for (size_t body = 0; body < old.nodes[i]->bodies.size(); ++body)
            take_over(*old.nodes[i]->bodies[body], *fresh.nodes[i]->bodies[body]);
    }
}
} // namespace cpu_device

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

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms *parameters)
{
    RETURN_IF_REFUSED();
    if (parameters != nullptr &&
        (parameters->extent.height > 1 || parameters->extent.depth > 1 ||
         parameters->srcPos.y + parameters->srcPos.z > 0 || parameters->dstPos.y + parameters->dstPos.z > 0))
        return refuse(cudaErrorInvalidValue, "An executable graph takes copies of one dimension alone.");
    return change(node_in(exec, node), cudaGraphNodeTypeMemcpy, volume_maker(parameters, THIS_CALL));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const void *from,
                                               size_t size, cudaMemcpyKind kind)
{
    RETURN_IF_REFUSED();
    return change(node_in(exec, node), cudaGraphNodeTypeMemcpy, copy_maker(to, from, size, kind, THIS_CALL));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams *parameters)
{
    RETURN_IF_REFUSED();
    return change(node_in(exec, node), cudaGraphNodeTypeMemset, fill_maker(parameters, THIS_CALL));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams *parameters)
{
    RETURN_IF_REFUSED();
    return change(node_in(exec, node), cudaGraphNodeTypeHost, host_maker(parameters, THIS_CALL));
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
    return remember(d.streams.of(handle) != nullptr ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

namespace
{
diagnosis made_a_node(report_kind kind, const char *subject, const copy_call &call, const void *caller)
{
    return diagnosis(kind, subject)
        .where(call.at())
        .say("%s()%s made it a node of the graph that is launched%s", call.function,
             at_line(static_cast<const char *>(call.caller) - 1).c_str(), at_line(caller).c_str())
        .say("Use memory that lives as long as the graph.");
}

// Whether the memory of a node, a copy or a host function, is gone; if so, it is reported.
bool uses_gone_memory(const CUgraphNode_st &node, const void *frame, const void *caller)
{
    const node_parameters &made_of = *node.work->parameters;
    const bool by_host = node.type == cudaGraphNodeTypeHost;
    const copy_call &call = by_host ? made_of.host_call : node.work->uses.call;
    const bool to = is_gone_local(call, by_host ? made_of.host.userData : made_of.copy.dstPtr.ptr, frame);
    if (to || (!by_host && is_gone_local(call, made_of.copy.srcPtr.ptr, frame))) {
        report_once("local:" + at_line(static_cast<const char *>(call.caller) - 1),
                    by_host ? made_a_node(report_kind::gone_local_of_function, "", call, caller)
                            : made_a_node(report_kind::gone_local, to ? "to" : "from", call, caller));
        return true;
    }
    const freed_buffer freed = freed_buffer_of(*node.work);
    if (!freed.was_freed)
        return false;
    report_once("buffer:" + at_line(static_cast<const char *>(call.caller) - 1),
                made_a_node(by_host ? report_kind::gone_buffer_of_function : report_kind::gone_buffer,
                            by_host           ? ""
                            : freed.is_target ? "to"
                                              : "from",
                            call, caller));
    return true;
}

// Whether a node copies to or from a local variable of a function that has returned, or memory of the host that was
// freed, or hands such memory to a host function; reports it. The caller has this frame.
bool uses_gone_memory(const CUgraph_st &graph, const void *frame, const void *caller)
{
    for (const auto &node : graph.nodes) {
        if (node->child != nullptr && uses_gone_memory(*node->child, frame, caller))
            return true;
        for (const auto &body : node->bodies)
            if (uses_gone_memory(*body, frame, caller))
                return true;
        if (node->enabled && node->work != nullptr && node->work->parameters != nullptr &&
            (node->type == cudaGraphNodeTypeHost || node->type == cudaGraphNodeTypeMemcpy) &&
            uses_gone_memory(*node, frame, caller))
            return true;
    }
    return false;
}
} // namespace

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t handle)
{
    RETURN_IF_REFUSED();
    device &d = the_device();
    std::unique_lock<std::mutex> lock(d.mutex);
    CUstream_st *stream = d.streams.of(handle);
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
    if (setting.check && uses_gone_memory(*exec->graph, __builtin_frame_address(0), CALLER))
        return refused_and_reported(cudaErrorInvalidValue);
    launch(*exec, stream, d, lock);
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
