// SPDX-License-Identifier: MIT
// Graphs: work that is queued as a whole, any number of times; and captures, which make a graph of the work queued in
// streams.
//
// A node keeps an operation that is never run itself: each launch of the graph queues another one like it. Independent
// nodes go into different streams, which belong to the executable graph. So the checks of streams hold for graphs: a
// missing edge is a race between streams.
//
// All of this is called with the device's lock held, unless a comment says otherwise.
#pragma once

#include <thread>

#include "device.h"

struct CUgraphNode_st {
    cudaGraphNodeType type;
    CUgraph_st *graph;
    std::vector<CUgraphNode_st *> needs; // the nodes that it depends on
    cpu_device::operation_pointer work;  // null: it does nothing
    CUevent_st *event = nullptr;         // that it records, or waits for
    std::unique_ptr<CUgraph_st> child;   // that it runs
    // For a conditional node: the graphs of which it runs one, and on what that depends. `handles` are the graphs as
    // the program knows them.
    std::vector<std::unique_ptr<CUgraph_st>> bodies;
    std::vector<CUgraph_st *> handles;
    cudaGraphConditionalNodeType kind = cudaGraphCondTypeIf;
    const unsigned *condition = nullptr;
    const CUgraphNode_st *copy_of = nullptr; // in a clone, and in an executable graph
    bool enabled = true;
};

struct CUgraph_st {
    CUgraph_st();
    ~CUgraph_st();
    CUgraph_st(const CUgraph_st &) = delete;

    std::vector<std::unique_ptr<CUgraphNode_st>> nodes;    // in the order in which they were made
    bool is_child = false;                                 // of a node, which owns it
    std::vector<std::pair<unsigned *, unsigned>> defaults; // of conditions, which each launch sets
};

struct CUgraphExec_st {
    std::unique_ptr<CUgraph_st> graph; // a copy of the program's
    unsigned long long flags;
    std::shared_ptr<cpu_device::event_mark> last; // at the end of the last launch
    // The streams that its nodes go into, and in the launch that is being queued, the mark of the last one there.
    struct lane {
        CUstream_st *stream;
        std::shared_ptr<cpu_device::event_mark> end;
    };
    std::vector<lane> lanes;
};

namespace cpu_device
{
// Whether the program may still use a graph, a node or an executable graph.
bool is_live(const CUgraph_st *graph);
bool is_live(const CUgraphNode_st *node);
bool is_live(const CUgraphExec_st *exec);

CUgraphNode_st *add_node(CUgraph_st &graph, cudaGraphNodeType type, const std::vector<CUgraphNode_st *> &needs);
void remove_node(CUgraphNode_st *node);
std::unique_ptr<CUgraph_st> copy_graph(const CUgraph_st &graph);
// The nodes in a topological order; empty if the edges form a cycle. The seed chooses the order; 0: the order in which
// they were made.
std::vector<CUgraphNode_st *> in_order(const CUgraph_st &graph, uint64_t seed);

// Null: the edges form a cycle.
CUgraphExec_st *instantiate(const CUgraph_st &graph, unsigned long long flags);
// Where the graph has conditional nodes, it waits for what comes before them.
void launch(CUgraphExec_st &exec, CUstream_st *stream, device &d, std::unique_lock<std::mutex> &lock);
void destroy(CUgraphExec_st *exec, device &d, std::unique_lock<std::mutex> &lock); // waits for its work

// --- captures ---

struct stream_capture {
    CUgraph_st *graph;
    std::unique_ptr<CUgraph_st> made; // unless the graph is the program's
    CUstream_st *origin;
    cudaStreamCaptureMode mode;
    std::thread::id by;
    unsigned long long id;
    bool invalid = false, ended = false;
    std::vector<CUstream_st *> streams;    // that it has reached
    std::vector<CUgraphNode_st *> without; // that came last in streams which have been destroyed since
};

cudaError_t begin_capture(CUstream_st &stream, cudaStreamCaptureMode mode, CUgraph_st *into,
                          const std::vector<CUgraphNode_st *> &after);
// Ends a capture and gives its graph. `loose`: the work that was not joined, as the beginning of a sentence.
cudaError_t end_capture(CUstream_st &stream, CUgraph_st **graph, std::string &loose);

// The capture of a stream, if there is one, fails.
void spoil_capture(CUstream_st &stream);
// The stream is about to be destroyed. This ends a capture that began in it; another one keeps its work.
void leave_capture(CUstream_st &stream);
cudaError_t capture_status(const CUstream_st &stream, device &d, cudaStreamCaptureStatus &status);

// An operation queued in a captured stream becomes a node.
cudaError_t capture_work(CUstream_st &stream, const operation_pointer &op);
cudaError_t capture_event(CUstream_st &stream, CUevent_st &event, bool external);
cudaError_t capture_wait(CUstream_st &stream, CUevent_st &event, bool external);

// These calls are not allowed during some captures; then they fail, and so does the capture:
// calls that use this stream, which is not captured itself;
cudaError_t captures_forbid(const CUstream_st &stream, device &d);
// calls that ask whether the work of a stream is over;
cudaError_t captures_forbid_sync(const CUstream_st &stream, device &d);
// the same for the whole device;
cudaError_t captures_forbid_device_sync();
// and calls that use no stream, and so would not become part of the graph.
cudaError_t captures_forbid_call();
// Sets the calling thread's capture mode for the last kind, and gives the old one.
void exchange_capture_mode(cudaStreamCaptureMode &mode);
} // namespace cpu_device
