// SPDX-License-Identifier: MIT
// The devices: the cores, which they share, and the streams that give them work. Each device has its own streams and
// its own memory.
//
// One lock guards all of it. An operation (a kernel, a copy, a mark of an event) waits in the queue of its stream; when
// it is at the front, and what it must wait for in other streams is done, it starts. Kernels and copies go to the
// cores; marks end at once. A core takes the blocks of a kernel one by one, without the lock.
//
// The locks of the library, in the order in which a thread that holds one may take others:
//
//     those of OpenGL's resources and of other processes' memory (libraries/opengl, libraries/ipc)
//     device::mutex              the queues          then those of the symbol table, made once, and of sampling
//     kernels' heap              memory/heap.cpp     then the arena
//     arena                      memory/arena.cpp    then reports
//     cells of the check between blocks              then release_logs
//     turns of the blocks that share a core, and their threads (run/resident_blocks.h, run/block_threads.h)
//     launch_findings, kernel output, counters, reports: a thread that holds one of these takes no other
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "../../include/driver_types.h"
#include "../check/order.h"
#include "../limits.h"
#include "launch.h"
#include "stream_table.h"

namespace cpu_device
{
// A mark that an event left in a stream.
struct event_mark {
    bool done = false;
    timespec time = {};
    work_clock clock; // what comes before it
};

// The device that the calling thread has chosen, and all of them.
extern __thread int current_device;
constexpr int every_device = -1;

// The parameters of a copy, a fill or a host function.
struct node_parameters {
    bool has_array = false;
    cudaMemcpy3DParms copy = {};
    cudaMemsetParams fill = {};
    cudaHostNodeParams host = {};
    copy_call host_call = {}; // that queued the host function, in a capture, or made it a node
};

// What the call that queues a copy or a fill waits for.
struct how_to_copy {
    bool pageable = false;      // it returns when the copy is over
    bool can_be_staged = false; // it may read the source first, and return
    bool promised = false;      // the API promises that the copy is complete when it returns
    bool within_device = false; // it does not wait
    bool waits_before = false;  // it returns when all earlier work in its stream is over
    bool has_variables = false; // __device__ variables are among what is copied
    work_clock before;          // the clock of the earlier work that it waits for
};

struct operation {
    uint64_t number; // in the order of the host's calls
    CUstream_st *stream;
    int device = current_device;                     // its stream's, once it has one
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty; // what a graph calls it
    std::shared_ptr<grid_launch> kernel;             // this, or work, or neither
    std::function<void()> work;
    std::shared_ptr<event_mark> leaves; // when it is over
    std::vector<std::shared_ptr<event_mark>> waits_for;

    memory_work uses;                   // of a copy, what it does to memory of the host
    work_clock clock;                   // what comes before its end
    const void *owned_memory = nullptr; // of the node that allocates or frees this
    how_to_copy copy;                   // of a copy or a fill
    bool is_event = false;              // it records one without a time, or waits for one
    bool by_host = false;               // the thread that queued it runs the work itself
    // What the work was made of, if it may become the node of a graph.
    std::shared_ptr<const node_parameters> parameters;
    unsigned joins = 0;       // devices, a bit each, with whose default streams it is in order too, if it is in one
    bool counted = false;     // among those that use variables
    bool even_broken = false; // the work is done even where a kernel has broken off
    bool started = false, done = false;
    bool ran = false;    // a kernel that has, but whose children may not
    bool ending = false; // a kernel whose last block has ended, or that is given up
    std::atomic<uint64_t> next_block{0};
    std::atomic<bool> broken{false};
    unsigned cores = 0;       // that run its blocks now
    bool crowded = false;     // its blocks wait for one another, so more run at once than there are cores
    unsigned cores_taken = 0; // by blocks that are all under way at once
};
using operation_pointer = std::shared_ptr<operation>;
struct stream_capture;
} // namespace cpu_device

struct CUevent_st {
    bool timing = true;
    int device = 0;
    std::shared_ptr<cpu_device::event_mark> mark; // the last one; none before the first cudaEventRecord

    // Recorded last in a stream that was captured: by which capture, and after which nodes.
    std::shared_ptr<cpu_device::stream_capture> capture;
    std::vector<CUgraphNode_st *> captured;
};

namespace cpu_device
{
// What the program has set for its kernels, or they have been launched with.
struct kernel_settings {
    struct dynamic_limit {
        size_t bytes;
        const void *set_at; // an instruction
    };
    std::map<const void *, dynamic_limit> dynamic_limits; // by kernel, from cudaFuncSetAttribute
    std::map<const void *, int> carveouts;                // likewise, in percent
    std::set<const void *> large_clusters;                // kernels that may have more than the portable size
    std::map<const char *, dim3> cluster_shapes;          // __cluster_dims__ of those launched so far, by type
    std::map<const char *, unsigned> bounds;              // __launch_bounds__ of these, by type
    std::atomic<bool> occupancy_asked{false}; // then a grid may count on it that so many blocks are under way
};

class device
{
  public:
    device();

    std::mutex mutex;

    // --- all of these with the lock held ---

    stream_table streams;
    void delete_stream(CUstream_st *stream, std::unique_lock<std::mutex> &lock);
    void wait_for(CUstream_st *stream, std::unique_lock<std::mutex> &lock); // for its work so far
    void enqueue(CUstream_st *stream, const operation_pointer &op);
    void finish(const operation_pointer &op);
    unsigned cores() const // that have started
    {
        return cores_ready_;
    }
    bool idle(int number = every_device) const; // nothing is queued
    // Whether a copy, a fill or a library's function that uses any of these bytes is queued.
    bool is_copied(const bytes_at &bytes) const;
    operation_pointer kernel_left() const; // that is not over; null: there is none
    std::vector<operation_pointer> running_kernels() const;
    // The launches that have not begun since their kernels must be loaded. Now they do.
    std::vector<operation_pointer> load_kernels();
    // The launch ends with an error, whether its blocks end or not. They may go on for as long as the program lives.
    void give_up(const operation_pointer &op, cudaError_t error, std::unique_lock<std::mutex> &lock);
    // Whether so many host threads, which are all that there are, wait for the device, and it does nothing but run
    // kernels all of whose blocks have begun, so far as the device can begin them.
    bool only_kernels_go_on(unsigned host_threads) const;
    // Starts host threads that take blocks of this kernel, beyond one for each core. False: there are enough already,
    // or no more to be had.
    bool begin_more_blocks(const operation_pointer &op);
    // What a query answers while there is work. A browser's only thread does a part of it now, or it would never be
    // done.
    cudaError_t not_ready([[maybe_unused]] std::unique_lock<std::mutex> &lock)
    {
#ifdef __wasm__
        wait_for_change(lock, std::chrono::steady_clock::now());
#endif
        return cudaErrorNotReady;
    }
    template <class Condition> void wait(std::unique_lock<std::mutex> &lock, Condition condition)
    {
        ++hosts_waiting_;
        while (!condition())
            wait_for_change(lock);
        --hosts_waiting_;
    }
    template <class Condition>
    void wait(std::unique_lock<std::mutex> &lock, Condition condition, std::chrono::seconds at_most)
    {
        const auto end = std::chrono::steady_clock::now() + at_most;
        while (!condition() && wait_for_change(lock, end)) {
        }
    }

    // The error of a kernel that ended with one: every later call fails with it.
    std::atomic<cudaError_t> sticky{cudaSuccess};
    std::set<CUevent_st *> events;
    kernel_settings kernels;

  private:
    bool may_start(const operation &op) const;
    bool has_its_turn(const operation &op) const;
    bool loads_beside_others(const operation &op) const;
    bool may_use_variables(const operation &op) const;
    void end(const operation_pointer &op);
    void advance();
    void start_cores();
    int start_core(bool extra); // beyond one for each processor
    static void *core_thread(void *with);
    void run_cores_work(char *stacks, bool extra);
    operation_pointer work_for(bool extra) const;
    void look_for_work();
    // With the lock held, which others take meanwhile. The second returns false if it is `end`.
    void wait_for_change(std::unique_lock<std::mutex> &lock);
    bool wait_for_change(std::unique_lock<std::mutex> &lock, std::chrono::steady_clock::time_point end);
    // What a core does with an operation.
    void work_on(const operation_pointer &op, class core &on, class block_threads &of_blocks,
                 std::unique_lock<std::mutex> &lock);
    void taken(const operation_pointer &op);
    void begin_kernel(operation &op);
    void end_kernel(const operation_pointer &op, std::unique_lock<std::mutex> &lock);
    void queue_children(operation &parent);
    void run_blocks(operation &op, core &on);
    void run_blocks_in_turns(operation &op, core &on, block_threads &of_blocks); // where one thread has all blocks
    void run_resident_blocks(operation &op, unsigned part, block_threads &threads);
    void run_clusters(operation &op, block_threads &threads);
    void break_with(cudaError_t error);

    std::set<CUstream_st *> busy_; // streams with work
    unsigned using_variables_ = 0; // operations that have started, where each device has its own variables
    uint64_t operations_ = 0;
    std::list<operation_pointer> running_; // with work left that no core has taken
    std::atomic<unsigned> cores_ready_{0}; // have what they need
    unsigned hosts_waiting_ = 0, extra_cores_ = 0;
    std::set<const char *> crowded_;    // kernels whose blocks wait for one another, by type
    std::atomic<bool> has_work_{false}; // whether there are any; may be read without the lock
    std::condition_variable work_, changed_;
};

// The place of the host function that the core is about to call.
extern __thread place_in_stream host_function_at;
// Whether a null handle means the calling thread's own stream, in the call of the API that it is in.
extern __thread bool null_stream_is_own;

// Started by the first call.
device &the_device();
// How many cores it has, or would have.
unsigned core_count();

// Whether the calling thread may call CUDA, and so wait for the device: cudaSuccess, or the error that the call is to
// return. Not in a host function that a stream runs, nor in a child of fork(). A kernel that calls `function` ends with
// an error; `caller` is the return address.
cudaError_t misplaced_call(const char *function, const void *caller);
// The same, and the error of a kernel that ended with one.
cudaError_t refusal(const char *function, const void *caller);
// True in a child of fork() whose parent had started the device: nothing of it works there.
bool is_forked_child();

// How many blocks of a kernel the device can have under way at once, and a GPU would, too.
uint64_t most_under_way(const grid_launch &kernel);
// Queues an operation. `wait`: returns when it is done; if CUDA promises that, it counts as waited for by the host.
// Such work is done by the calling thread. If the stream is captured, the operation becomes a node of the graph.
cudaError_t queue_operation(const operation_pointer &op, cudaStream_t stream, bool wait, bool promised = true);
// Whether an operation may have to wait for others on its stream's device. Not if the stream is captured.
bool would_wait(cudaStream_t stream);
// Does `work` when the earlier work of the stream is done: in the calling thread, or on a core if the call is not to
// wait.
cudaError_t in_stream(cudaStream_t stream, bool wait, std::function<void()> work);
// CPU_DEVICE_SEED, which a program may set as it runs: of the order of things in the next launch; 0: their own.
uint64_t next_seed();
// Runs a function of the host's on a thread of its own, from which CUDA may not be called.
void call_host(const std::function<void()> &function);
// For a device, or every one.
cudaError_t wait_for_device(int number);
// For all devices, in calls that CUDA does not promise to wait: it orders nothing.
cudaError_t wait_unnoticed();
// The same, for the copies, fills and libraries' functions of all streams that use this memory.
void wait_for_copies_of(const void *memory, size_t size);
// At the end of the program: waits for at most two seconds for what was launched. Returns a launch that still
// runs, if there is one.
std::optional<launch_name> wait_a_moment();
} // namespace cpu_device
