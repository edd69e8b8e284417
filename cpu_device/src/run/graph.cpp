// SPDX-License-Identifier: MIT
#include "graph.h"

#include <algorithm>
#include <utility>

#include "../platform/source_line.h"
#include "../say/report.h"
#include "graph_buffers.h"

namespace cpu_device
{
namespace
{
std::set<const void *> &live = *new std::set<const void *>; // graphs, nodes, executable graphs
std::vector<std::shared_ptr<stream_capture>> &captures = *new std::vector<std::shared_ptr<stream_capture>>;
std::atomic<bool> any_capture{false};
thread_local cudaStreamCaptureMode mode_of_thread = cudaStreamCaptureModeGlobal;

using marks = std::vector<std::shared_ptr<event_mark>>;

template <class T> bool has(const std::vector<T> &all, const T &one)
{
    return std::find(all.begin(), all.end(), one) != all.end();
}

template <class T> void add_new(std::vector<T> &all, const std::vector<T> &more)
{
    for (const T &one : more)
        if (!has(all, one))
            all.push_back(one);
}

operation_pointer another(const operation &like)
{
    auto op = std::make_shared<operation>();
    op->type = like.type;
    op->device = like.device;
    op->copy.has_variables = like.copy.has_variables;
    op->work = like.work;
    op->uses = like.uses;
    op->uses.in_graph = true;
    if (op->uses.taken.size != 0) // nothing is taken before the node runs
        op->uses.from = std::exchange(op->uses.taken, {});
    if (like.kernel != nullptr) {
        cpu_device_kernel kernel = like.kernel->kernel;
        kernel.closure = like.kernel->arguments;
        launch_name name = like.kernel->record.name;
        name.in_graph = true;
        op->kernel = std::make_shared<grid_launch>(kernel, name, like.kernel->dynamic_shared, next_seed());
        op->kernel->record.cooperative = like.kernel->record.cooperative;
        if (like.kernel->in_clusters != nullptr)
            op->kernel->set_clusters(like.kernel->in_clusters->shape());
        if (like.kernel->resident != nullptr)
            op->kernel->resident =
                std::make_unique<resident_blocks>(op->kernel->blocks(), the_device().cores(), op->kernel->seed);
    }
    return op;
}

// A stream of the device whose last work in this launch is one of the node's dependencies, or that has no work yet.
CUgraphExec_st::lane &lane_after(CUgraphExec_st &exec, const marks &before, int device_number, device &d)
{
    CUgraphExec_st::lane *unused = nullptr;
    for (CUgraphExec_st::lane &lane : exec.lanes) {
        if (lane.stream->device != device_number)
            continue;
        if (lane.end == nullptr)
            unused = &lane;
        else if (has(before, lane.end))
            return lane;
    }
    if (unused != nullptr)
        return *unused;
    exec.lanes.push_back({d.streams.make(false, device_number), nullptr});
    return exec.lanes.back();
}

marks queue_nodes(CUgraphExec_st &exec, const CUgraph_st &graph, const marks &before, device &d,
                  std::unique_lock<std::mutex> &lock);

// The condition, once what sets it is over.
unsigned condition_after(const CUgraphNode_st &node, const marks &before, device &d, std::unique_lock<std::mutex> &lock)
{
    d.wait(lock,
           [&] { return std::all_of(before.begin(), before.end(), [](const auto &mark) { return mark->done; }); });
    return d.sticky ? 0 : __atomic_load_n(node.condition, __ATOMIC_RELAXED);
}

// Runs the bodies of a conditional node. What comes after it is only queued when it is known what runs before, so that
// the order of work is known for the checks, too.
marks run_bodies(CUgraphExec_st &exec, const CUgraphNode_st &node, marks before, device &d,
                 std::unique_lock<std::mutex> &lock)
{
    unsigned value = condition_after(node, before, d, lock);
    if (node.kind == cudaGraphCondTypeWhile) {
        for (; value != 0; value = condition_after(node, before, d, lock))
            before = queue_nodes(exec, *node.bodies[0], before, d, lock);
        return before;
    }
    const size_t body = node.kind == cudaGraphCondTypeSwitch ? value : value != 0 ? 0 : 1;
    return body < node.bodies.size() ? queue_nodes(exec, *node.bodies[body], before, d, lock) : before;
}

// A mark after all of `before`; and the one at the end of the graph.
marks queue_nodes(CUgraphExec_st &exec, const CUgraph_st &graph, const marks &before, device &d,
                  std::unique_lock<std::mutex> &lock)
{
    std::map<const CUgraphNode_st *, marks> ends;
    std::set<const CUgraphNode_st *> needed;
    for (CUgraphNode_st *node : in_order(graph, next_seed())) {
        marks after, &end = ends[node];
        for (const CUgraphNode_st *other : node->needs) {
            add_new(after, ends[other]);
            needed.insert(other);
        }
        if (node->needs.empty())
            after = before;
        if (node->child != nullptr) {
            end = queue_nodes(exec, *node->child, after, d, lock);
            continue;
        }
        if (!node->bodies.empty()) {
            end = run_bodies(exec, *node, after, d, lock);
            continue;
        }
        end = after;
        if (node->type == cudaGraphNodeTypeWaitEvent && node->event->mark != nullptr)
            end.push_back(node->event->mark);
        const bool records = node->type == cudaGraphNodeTypeEventRecord;
        if ((node->work == nullptr && !records) || !node->enabled)
            continue;
        operation_pointer op = node->work != nullptr ? another(*node->work) : std::make_shared<operation>();
        op->leaves = std::make_shared<event_mark>();
        if (records)
            node->event->mark = op->leaves;
        CUgraphExec_st::lane &lane = lane_after(exec, after, op->device, d);
        lane.end = op->leaves;
        op->waits_for = std::move(after);
        end = {op->leaves};
        d.enqueue(lane.stream, op);
    }
    marks last;
    for (const auto &[node, end] : ends)
        if (!needed.count(node))
            add_new(last, end);
    return ends.empty() ? before : last;
}
} // namespace

// --- graphs ---

bool is_live(const CUgraph_st *graph)
{
    return live.count(graph);
}

bool is_live(const CUgraphNode_st *node)
{
    return live.count(node);
}

bool is_live(const CUgraphExec_st *exec)
{
    return live.count(exec);
}

CUgraphNode_st *add_node(CUgraph_st &graph, cudaGraphNodeType type, const std::vector<CUgraphNode_st *> &needs)
{
    graph.nodes.push_back(std::make_unique<CUgraphNode_st>());
    CUgraphNode_st *node = graph.nodes.back().get();
    node->type = type;
    node->graph = &graph;
    node->needs = needs;
    live.insert(node);
    return node;
}

void remove_node(CUgraphNode_st *node)
{
    auto &nodes = node->graph->nodes;
    for (const auto &other : nodes) {
        auto &needs = other->needs;
        needs.erase(std::remove(needs.begin(), needs.end(), node), needs.end());
    }
    live.erase(node);
    nodes.erase(std::find_if(nodes.begin(), nodes.end(), [=](const auto &n) { return n.get() == node; }));
}

std::unique_ptr<CUgraph_st> copy_graph(const CUgraph_st &graph)
{
    auto copy = std::make_unique<CUgraph_st>();
    copy->defaults = graph.defaults;
    std::map<const CUgraphNode_st *, CUgraphNode_st *> copies;
    for (const auto &node : graph.nodes) {
        CUgraphNode_st *made = copies[node.get()] = add_node(*copy, node->type, {});
        made->work = node->work;
        made->event = node->event;
        made->enabled = node->enabled;
        made->copy_of = node.get();
        if (node->child != nullptr) {
            made->child = copy_graph(*node->child);
            made->child->is_child = true;
        }
        made->kind = node->kind;
        made->condition = node->condition;
        for (const auto &body : node->bodies) {
            made->bodies.push_back(copy_graph(*body));
            made->bodies.back()->is_child = true;
            made->handles.push_back(made->bodies.back().get());
        }
    }
    for (const auto &node : graph.nodes)
        for (CUgraphNode_st *needed : node->needs)
            copies[node.get()]->needs.push_back(copies[needed]);
    return copy;
}

std::vector<CUgraphNode_st *> in_order(const CUgraph_st &graph, uint64_t seed)
{
    std::map<const CUgraphNode_st *, size_t> missing;
    std::map<const CUgraphNode_st *, std::vector<CUgraphNode_st *>> needed_by;
    std::vector<CUgraphNode_st *> ready, order;
    for (const auto &node : graph.nodes) {
        missing[node.get()] = node->needs.size();
        for (const CUgraphNode_st *other : node->needs)
            needed_by[other].push_back(node.get());
        if (node->needs.empty())
            ready.push_back(node.get());
    }
    while (!ready.empty()) {
        auto next = ready.begin() + (ptrdiff_t)(seed == 0 ? 0 : mix(seed + order.size()) % ready.size());
        order.push_back(*next);
        ready.erase(next);
        for (CUgraphNode_st *node : needed_by[order.back()])
            if (--missing[node] == 0)
                ready.push_back(node);
    }
    if (order.size() < graph.nodes.size())
        order.clear();
    return order;
}

CUgraphExec_st *instantiate(const CUgraph_st &graph, unsigned long long flags)
{
    if (!graph.nodes.empty() && in_order(graph, 0).empty())
        return nullptr;
    CUgraphExec_st *exec = new CUgraphExec_st{copy_graph(graph), flags, nullptr, {}};
    live.insert(exec);
    return exec;
}

void launch(CUgraphExec_st &exec, CUstream_st *stream, device &d, std::unique_lock<std::mutex> &lock)
{
    if (!exec.graph->defaults.empty() && exec.last != nullptr) // what runs still asks for the conditions
        d.wait(lock, [&] { return exec.last->done; });
    for (const auto &[condition, value] : exec.graph->defaults)
        __atomic_store_n(condition, value, __ATOMIC_RELAXED);
    // A launch waits for the last one of the same executable graph, even in another stream.
    auto begin = std::make_shared<operation>(), end = std::make_shared<operation>();
    begin->leaves = std::make_shared<event_mark>();
    end->leaves = std::make_shared<event_mark>();
    if (exec.last != nullptr)
        begin->waits_for.push_back(exec.last);
    d.enqueue(stream, begin);
    for (CUgraphExec_st::lane &lane : exec.lanes)
        lane.end = nullptr;
    end->waits_for = queue_nodes(exec, *exec.graph, {begin->leaves}, d, lock);
    exec.last = end->leaves;
    d.enqueue(stream, end);
}

void destroy(CUgraphExec_st *exec, device &d, std::unique_lock<std::mutex> &lock)
{
    live.erase(exec);
    for (const CUgraphExec_st::lane &lane : exec->lanes)
        d.delete_stream(lane.stream, lock);
    delete exec;
}

// --- captures ---

namespace
{
void invalidate(stream_capture &capture)
{
    capture.invalid = true;
}

void invalidate_if(const std::function<bool(const stream_capture &)> &concerned, cudaError_t &error, cudaError_t with)
{
    for (const auto &capture : captures)
        if (concerned(*capture)) {
            invalidate(*capture);
            error = with;
        }
}

// Whether the default stream waits for what it has captured.
bool is_of_blocking(const stream_capture &capture)
{
    return std::any_of(capture.streams.begin(), capture.streams.end(),
                       [](const CUstream_st *s) { return s->blocking; });
}

void join_capture(const std::shared_ptr<stream_capture> &capture, CUstream_st &stream)
{
    stream.capture = capture;
    capture->streams.push_back(&stream);
}

void end(const std::shared_ptr<stream_capture> capture)
{
    capture->ended = true;
    for (CUstream_st *reached : capture->streams) {
        reached->capture = nullptr;
        reached->captured.clear();
    }
    captures.erase(std::find(captures.begin(), captures.end(), capture));
    any_capture = !captures.empty();
}

std::string describe(const CUgraphNode_st &node)
{
    if (node.work == nullptr)
        return tr("A node of the graph");
    if (node.type == cudaGraphNodeTypeHost)
        return tr("A host function");
    if (node.work->kernel == nullptr)
        return format("%s()%s", node.work->uses.call.function,
                      at_line(static_cast<const char *>(node.work->uses.call.caller) - 1).c_str());
    const launch_name &name = node.work->kernel->record.name;
    return format("Kernel %s, launched at %s:%d,", name.kernel, name.file, name.line);
}

// Whether this node is among the nodes, or among what they depend on.
bool lies_before(const CUgraphNode_st *node, const std::vector<CUgraphNode_st *> &nodes,
                 std::set<const CUgraphNode_st *> &seen)
{
    return std::any_of(nodes.begin(), nodes.end(), [&](const CUgraphNode_st *one) {
        return one == node || (seen.insert(one).second && lies_before(node, one->needs, seen));
    });
}
} // namespace

cudaError_t begin_capture(CUstream_st &stream, cudaStreamCaptureMode mode, CUgraph_st *into,
                          const std::vector<CUgraphNode_st *> &after)
{
    static unsigned long long last_id = 0;
    if (stream.capture != nullptr)
        return cudaErrorIllegalState;
    auto capture = std::make_shared<stream_capture>();
    if (into == nullptr)
        capture->made = std::make_unique<CUgraph_st>();
    capture->graph = into != nullptr ? into : capture->made.get();
    capture->origin = &stream;
    capture->mode = mode;
    capture->by = std::this_thread::get_id();
    capture->id = ++last_id;
    join_capture(capture, stream);
    stream.captured = after;
    captures.push_back(capture);
    any_capture = true;
    return cudaSuccess;
}

cudaError_t end_capture(CUstream_st &stream, CUgraph_st **graph, std::string &loose)
{
    const std::shared_ptr<stream_capture> capture = stream.capture;
    if (capture == nullptr)
        return cudaErrorIllegalState;
    if (capture->origin != &stream) {
        invalidate(*capture);
        return cudaErrorStreamCaptureUnmatched;
    }
    const bool wrong_thread =
        capture->mode != cudaStreamCaptureModeRelaxed && capture->by != std::this_thread::get_id();
    if (!capture->invalid) {
        std::vector<CUgraphNode_st *> last = capture->without;
        for (const CUstream_st *other : capture->streams)
            last.insert(last.end(), other->captured.begin(), other->captured.end());
        for (const CUgraphNode_st *node : last) {
            std::set<const CUgraphNode_st *> seen;
            if (!lies_before(node, stream.captured, seen))
                loose = describe(*node);
        }
    }
    end(capture);
    if (wrong_thread)
        return cudaErrorStreamCaptureWrongThread;
    if (capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    if (!loose.empty())
        return cudaErrorStreamCaptureUnjoined;
    *graph = capture->graph;
    (void)capture->made.release(); // *graph has it
    return cudaSuccess;
}

void spoil_capture(CUstream_st &stream)
{
    if (stream.capture != nullptr)
        invalidate(*stream.capture);
}

void leave_capture(CUstream_st &stream)
{
    const std::shared_ptr<stream_capture> capture = stream.capture;
    if (capture == nullptr)
        return;
    if (capture->origin == &stream)
        end(capture);
    add_new(capture->without, stream.captured);
    auto &streams = capture->streams;
    streams.erase(std::remove(streams.begin(), streams.end(), &stream), streams.end());
}

cudaError_t capture_status(const CUstream_st &stream, device &d, cudaStreamCaptureStatus &status)
{
    if (d.streams.is_default(stream) &&
        std::any_of(captures.begin(), captures.end(), [](const auto &c) { return is_of_blocking(*c); }))
        return cudaErrorStreamCaptureImplicit;
    status = stream.capture == nullptr ? cudaStreamCaptureStatusNone
             : stream.capture->invalid ? cudaStreamCaptureStatusInvalidated
                                       : cudaStreamCaptureStatusActive;
    return cudaSuccess;
}

cudaError_t capture_work(CUstream_st &stream, const operation_pointer &op)
{
    stream_capture &capture = *stream.capture;
    if (capture.invalid)
        return cudaErrorStreamCaptureInvalidated;
    if (op->type == cudaGraphNodeTypeEmpty || op->even_broken) {
        invalidate(capture);
        return cudaErrorStreamCaptureUnsupported;
    }
    CUgraphNode_st *node = add_node(*capture.graph, op->type, stream.captured);
    node->work = op;
    watch_buffers_of(op);
    op->device = stream.device;
    stream.captured = {node};
    return cudaSuccess;
}

cudaError_t capture_event(CUstream_st &stream, CUevent_st &event, bool external)
{
    if (stream.capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    if (external) {
        CUgraphNode_st *node = add_node(*stream.capture->graph, cudaGraphNodeTypeEventRecord, stream.captured);
        node->event = &event;
        stream.captured = {node};
        return cudaSuccess;
    }
    event.capture = stream.capture;
    event.captured = stream.captured;
    return cudaSuccess;
}

cudaError_t capture_wait(CUstream_st &stream, CUevent_st &event, bool external)
{
    if (stream.capture != nullptr && stream.capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    if (stream.capture != nullptr && external) {
        CUgraphNode_st *node = add_node(*stream.capture->graph, cudaGraphNodeTypeWaitEvent, stream.captured);
        node->event = &event;
        stream.captured = {node};
        return cudaSuccess;
    }
    if (event.capture == nullptr) { // what it marks would be outside of the graph
        if (event.mark == nullptr)
            return cudaSuccess;
        invalidate(*stream.capture);
        return cudaErrorStreamCaptureIsolation;
    }
    if (event.capture->ended) {
        if (stream.capture != nullptr)
            invalidate(*stream.capture);
        return cudaErrorInvalidValue;
    }
    if (event.capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    if (stream.capture != nullptr && stream.capture != event.capture) {
        invalidate(*stream.capture);
        invalidate(*event.capture);
        return cudaErrorStreamCaptureMerge;
    }
    if (stream.capture == nullptr)
        join_capture(event.capture, stream);
    add_new(stream.captured, event.captured);
    return cudaSuccess;
}

cudaError_t captures_forbid(const CUstream_st &stream, device &d)
{
    cudaError_t error = cudaSuccess;
    if (any_capture && d.streams.is_default(stream))
        invalidate_if(is_of_blocking, error, cudaErrorStreamCaptureImplicit);
    return error;
}

cudaError_t captures_forbid_sync(const CUstream_st &stream, device &d)
{
    if (stream.capture != nullptr) {
        invalidate(*stream.capture);
        return cudaErrorStreamCaptureUnsupported;
    }
    const cudaError_t error = captures_forbid(stream, d);
    return error ? error : captures_forbid_call();
}

cudaError_t captures_forbid_device_sync()
{
    cudaError_t error = cudaSuccess;
    invalidate_if([](const stream_capture &) { return true; }, error, cudaErrorStreamCaptureUnsupported);
    return error;
}

cudaError_t captures_forbid_call()
{
    if (!any_capture || mode_of_thread == cudaStreamCaptureModeRelaxed)
        return cudaSuccess;
    cudaError_t error = cudaSuccess;
    const std::thread::id self = std::this_thread::get_id();
    invalidate_if(
        [=](const stream_capture &c) {
            return c.by == self
                       ? c.mode != cudaStreamCaptureModeRelaxed
                       : c.mode == cudaStreamCaptureModeGlobal && mode_of_thread == cudaStreamCaptureModeGlobal;
        },
        error, cudaErrorStreamCaptureUnsupported);
    return error;
}

void exchange_capture_mode(cudaStreamCaptureMode &mode)
{
    std::swap(mode, mode_of_thread);
}
} // namespace cpu_device

CUgraph_st::CUgraph_st()
{
    cpu_device::live.insert(this);
}

CUgraph_st::~CUgraph_st()
{
    cpu_device::live.erase(this);
    for (const auto &node : nodes)
        cpu_device::live.erase(node.get());
}
