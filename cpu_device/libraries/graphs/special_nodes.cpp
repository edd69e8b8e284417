// SPDX-License-Identifier: MIT
// Nodes that allocate and free memory, and conditional nodes. Memory of a graph is allocated when the node is made, and
// is the graph's for ever: to allocate and to free it count as writing to all of it, by which the order of work is
// checked. A condition lies in memory of its own, which kernels set by a plain store.
#include "../../src/memory/arena.h"
#include "../../src/run/graph.h"
#include "graph_work.h"

using namespace cpu_device;

namespace
{
struct graph_memory {
    size_t size;
    cudaMemAllocNodeParams made_of;
    bool freed = false; // by a node
};
std::mutex graph_memory_mutex;
std::map<const void *, graph_memory> &all_graph_memory = *new std::map<const void *, graph_memory>;
size_t graph_memory_used[most_devices], graph_memory_high[most_devices];

// The node of that type with this pointer; null: there is none.
const void *pointer_of(const CUgraphNode_st *node)
{
    return node->work != nullptr ? node->work->owned_memory : nullptr;
}

cudaError_t allocate_for_node(cudaMemAllocNodeParams &parameters, const copy_call &call)
{
    const cudaMemLocation &location = parameters.poolProps.location;
    parameters.dptr = nullptr;
    if (parameters.poolProps.allocType != cudaMemAllocationTypePinned || location.type != cudaMemLocationTypeDevice ||
        parameters.poolProps.handleTypes != cudaMemHandleTypeNone || parameters.bytesize == 0)
        return refuse(cudaErrorInvalidValue, "The properties must say cudaMemAllocationTypePinned and "
                                             "cudaMemLocationTypeDevice, no handle, and more than 0 bytes.");
    if (!is_device(location.id))
        return remember(cudaErrorInvalidDevice);
    if (cudaError_t error = allocate(&parameters.dptr, parameters.bytesize, memory_kind::device,
                                     static_cast<const char *>(call.caller) - 1, location.id, true))
        return error;
    belongs_to_graph(parameters.dptr, memory_origin::of_node);
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    allocation *a = m.find(parameters.dptr);
    for (size_t i = 0; i < parameters.accessDescCount && parameters.accessDescs != nullptr; ++i)
        if (parameters.accessDescs[i].flags != cudaMemAccessFlagsProtNone &&
            is_device(parameters.accessDescs[i].location.id))
            a->reachable_from |= 1u << parameters.accessDescs[i].location.id;
    return cudaSuccess;
}

void own(operation &op, const void *pointer, size_t size, const char *verb, const copy_call &call)
{
    several_streams = true;
    use_memory(op, pointer, size, verb, call);
    op.owned_memory = pointer;
    op.work = [] {};
}
} // namespace

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                     size_t count, cudaMemAllocNodeParams *parameters)
{
    RETURN_IF_REFUSED();
    if (parameters == nullptr)
        return remember(cudaErrorInvalidValue);
    const copy_call call = THIS_CALL;
    if (cudaError_t error = add(node, graph, after, count, cudaGraphNodeTypeMemAlloc, [&](operation &op) {
            if (cudaError_t failed = allocate_for_node(*parameters, call))
                return failed;
            own(op, parameters->dptr, parameters->bytesize, "allocates", call);
            return cudaSuccess;
        }))
        return error;
    std::lock_guard<std::mutex> lock(graph_memory_mutex);
    all_graph_memory[parameters->dptr] = {parameters->bytesize, *parameters};
    size_t &used = graph_memory_used[parameters->poolProps.location.id];
    used += parameters->bytesize;
    graph_memory_high[parameters->poolProps.location.id] =
        std::max(graph_memory_high[parameters->poolProps.location.id], used);
    return cudaSuccess;
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                    size_t count, void *pointer)
{
    RETURN_IF_REFUSED();
    const copy_call call = THIS_CALL;
    size_t size;
    {
        std::lock_guard<std::mutex> lock(graph_memory_mutex);
        const auto found = all_graph_memory.find(pointer);
        if (found == all_graph_memory.end() || found->second.freed)
            return refuse(cudaErrorInvalidValue, "This is no memory of a node that allocates, or another node frees it "
                                                 "already.");
        size = found->second.size;
    }
    if (cudaError_t error = add(node, graph, after, count, cudaGraphNodeTypeMemFree, [=](operation &op) {
            own(op, pointer, size, "frees", call);
            return cudaSuccess;
        }))
        return error;
    {
        std::lock_guard<std::mutex> lock(graph_memory_mutex);
        all_graph_memory[pointer].freed = true;
    }
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    if (allocation *a = m.find(pointer))
        a->not_a_leak = true;
    return cudaSuccess;
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams *parameters)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> order(the_device().mutex);
    if (!is_live(node) || node->type != cudaGraphNodeTypeMemAlloc || parameters == nullptr)
        return remember(cudaErrorInvalidValue);
    std::lock_guard<std::mutex> lock(graph_memory_mutex);
    const auto found = all_graph_memory.find(pointer_of(node));
    if (found == all_graph_memory.end())
        return refuse(cudaErrorNotSupported, "The CPU device does not keep what a captured cudaMallocAsync() was made "
                                             "of.");
    *parameters = found->second.made_of;
    return cudaSuccess;
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (!is_live(node) || node->type != cudaGraphNodeTypeMemFree || pointer == nullptr)
        return remember(cudaErrorInvalidValue);
    *static_cast<const void **>(pointer) = pointer_of(node);
    return cudaSuccess;
}

cudaError_t cudaDeviceGraphMemTrim(int device)
{
    RETURN_IF_REFUSED();
    return remember(is_device(device) ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void *value)
{
    RETURN_IF_REFUSED();
    if (value == nullptr || attribute > cudaGraphMemAttrReservedMemHigh)
        return remember(cudaErrorInvalidValue);
    if (!is_device(device))
        return remember(cudaErrorInvalidDevice);
    std::lock_guard<std::mutex> lock(graph_memory_mutex);
    const bool high = attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
    *static_cast<unsigned long long *>(value) = high ? graph_memory_high[device] : graph_memory_used[device];
    return cudaSuccess;
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void *value)
{
    RETURN_IF_REFUSED();
    if (value == nullptr || !is_device(device) || *static_cast<unsigned long long *>(value) != 0 ||
        (attribute != cudaGraphMemAttrUsedMemHigh && attribute != cudaGraphMemAttrReservedMemHigh))
        return refuse(cudaErrorInvalidValue, "Only the high-water marks can be set, and only to 0.");
    std::lock_guard<std::mutex> lock(graph_memory_mutex);
    graph_memory_high[device] = graph_memory_used[device];
    return cudaSuccess;
}

// --- conditional nodes ---

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph, unsigned int value,
                                             unsigned int flags)
{
    RETURN_IF_REFUSED();
    {
        std::lock_guard<std::mutex> lock(the_device().mutex);
        if (handle == nullptr || !is_live(graph) || flags > cudaGraphCondAssignDefault)
            return remember(cudaErrorInvalidValue);
    }
    void *where;
    if (cudaError_t error = allocate(&where, sizeof value, memory_kind::managed, CALLER))
        return error;
    {
        arena &m = the_arena();
        std::lock_guard<std::mutex> lock(m.mutex);
        allocation *a = m.find(where);
        a->origin = memory_origin::condition;
        a->not_a_leak = true;
    }
    std::lock_guard<std::mutex> lock(the_device().mutex);
    if (flags & cudaGraphCondAssignDefault)
        graph->defaults.push_back({static_cast<unsigned *>(where), value});
    *handle = reinterpret_cast<uintptr_t>(where);
    return cudaSuccess;
}

cudaError_t cpu_device_graph_add_conditional(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                             size_t count, cudaConditionalNodeParams *parameters)
{
    RETURN_IF_REFUSED();
    const unsigned most = parameters->type == cudaGraphCondTypeWhile ? 1
                          : parameters->type == cudaGraphCondTypeIf  ? 2
                                                                     : ~0u;
    if (parameters->type > cudaGraphCondTypeSwitch || parameters->size == 0 || parameters->size > most)
        return refuse(cudaErrorInvalidValue, "A loop has one body, an if one or two, and a switch one or more.");
    const auto *condition = reinterpret_cast<const unsigned *>(static_cast<uintptr_t>(parameters->handle));
    {
        arena &m = the_arena();
        std::lock_guard<std::mutex> lock(m.mutex);
        const allocation *a = m.find(condition);
        if (a == nullptr || a->origin != memory_origin::condition)
            return refuse(cudaErrorInvalidValue, "The handle does not come from cudaGraphConditionalHandleCreate().");
    }
    if (cudaError_t error = add(node, graph, after, count, cudaGraphNodeTypeConditional, nothing))
        return error;
    std::lock_guard<std::mutex> lock(the_device().mutex);
    CUgraphNode_st *made = *node;
    made->kind = parameters->type;
    made->condition = condition;
    for (unsigned i = 0; i < parameters->size; ++i) {
        made->bodies.push_back(std::make_unique<CUgraph_st>());
        made->bodies.back()->is_child = true;
        made->handles.push_back(made->bodies.back().get());
    }
    parameters->phGraph_out = made->handles.data();
    return cudaSuccess;
}
