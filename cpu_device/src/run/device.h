// SPDX-License-Identifier: MIT
// The device: its cores, and the streams that give them work.
//
// One lock guards all of it. An operation (a kernel, a copy, a mark of an event) waits in the queue of its stream; when
// it is at the front, and what it must wait for in other streams is done, it starts: kernels and copies go to the
// cores, marks are over at once. A core takes the blocks of a kernel one by one, without the lock.
//
// The locks of the library, in the order in which a thread that holds one may take others:
//
//     device::mutex              the queues          then those of the symbol table, made once, and of sampling
//     kernels' heap              memory/heap.cpp     then the arena
//     arena                      memory/arena.cpp    then reports
//     cells of the check between blocks              then release_logs
//     launch_findings, kernel output, counters, reports: each the last one
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

#include "../../include/driver_types.h"
#include "../check/order.h"
#include "launch.h"

namespace cpu_device
{
// A mark that an event left in a stream.
struct event_mark {
    bool done = false;
    timespec time = {};
    work_clock clock; // what comes before it
};

struct operation {
    uint64_t number; // in the order of the host's calls
    CUstream_st *stream;
    std::shared_ptr<grid_launch> kernel; // one of these four
    std::function<void()> work;
    std::shared_ptr<event_mark> leaves, waits_for;

    memory_work uses;         // of a copy, what it does to memory of the host
    work_clock clock;         // what comes before its end
    bool by_host = false;     // the thread that queued it runs the work itself
    bool even_broken = false; // the work is done even where a kernel has broken off
    bool started = false, done = false;
    std::atomic<uint64_t> next_block{0};
    std::atomic<bool> broken{false};
    unsigned cores = 0; // that run its blocks now
};
using operation_pointer = std::shared_ptr<operation>;
} // namespace cpu_device

struct CUstream_st {
    bool blocking = true; // ordered with the default stream
    std::deque<cpu_device::operation_pointer> queue;
    unsigned index = 0;           // no other stream has the same one at this time
    cpu_device::work_clock clock; // of the last operation that it got
};

struct CUevent_st {
    bool timing = true;
    std::shared_ptr<cpu_device::event_mark> mark; // the last one; none before the first cudaEventRecord
};

namespace cpu_device
{
class device
{
  public:
    device();

    std::mutex mutex;

    // --- all of these with the lock held ---

    // Null for a handle that is none.
    CUstream_st *stream_of(cudaStream_t handle);
    CUstream_st *new_stream(bool blocking);
    void delete_stream(CUstream_st *stream, std::unique_lock<std::mutex> &lock);
    void enqueue(CUstream_st *stream, const operation_pointer &op);
    void finish(const operation_pointer &op);
    // What comes before the operation, and with it, before those behind.
    void put_in_order(const operation_pointer &op);
    // What the host has waited for with a stream, or with all of them (null).
    work_clock clock_of(const CUstream_st *stream) const;
    bool idle() const;                     // nothing is queued
    operation_pointer kernel_left() const; // that is not over; null: there is none
    template <class Condition> void wait(std::unique_lock<std::mutex> &lock, Condition condition)
    {
        changed_.wait(lock, condition);
    }
    template <class Condition>
    void wait(std::unique_lock<std::mutex> &lock, Condition condition, std::chrono::seconds at_most)
    {
        changed_.wait_for(lock, at_most, condition);
    }

    // The error of a kernel that broke off: nothing works any more.
    std::atomic<cudaError_t> sticky{cudaSuccess};
    std::set<CUevent_st *> events;
    std::map<const void *, size_t> dynamic_limits; // by kernel, from cudaFuncSetAttribute
    std::map<std::string, unsigned> bounds;        // __launch_bounds__ of the kernels launched so far, by type

  private:
    bool may_start(const operation &op) const;
    void end(const operation_pointer &op);
    void advance();
    static void *core_thread(void *with);
    void run_cores_work(char *stacks);
    void look_for_work();
    void break_with(cudaError_t error);

    CUstream_st default_stream_;
    std::set<CUstream_st *> streams_;
    uint64_t operations_ = 0;
    std::list<operation_pointer> running_; // with work left that no core has taken
    std::atomic<unsigned> cores_ready_{0}; // have what they need
    std::atomic<bool> has_work_{false};    // whether there are any; may be read without the lock
    std::condition_variable work_, changed_;
};

// Started by the first call.
device &the_device();
// How many cores it has, or would have.
unsigned core_count();

// Whether the calling thread may call CUDA, and so may wait for the device: cudaSuccess, or what the call is to return
// at once. Not in a host function that a stream runs, nor in a child of fork(). A kernel that calls `function`, with
// that return address, is broken off.
cudaError_t misplaced_call(const char *function, const void *caller);
// The same, and the error of a kernel that broke off, after which nothing works.
cudaError_t refusal(const char *function, const void *caller);
// True in a child of fork() whose parent had started the device: nothing of it works there.
bool is_forked_child();

// Queues an operation; `wait`: until it is done. Work that is waited for is done by the calling thread.
cudaError_t queue_operation(const operation_pointer &op, cudaStream_t stream, bool wait);
// Does `work` when the earlier work of the stream is done: in the calling thread, or, not to wait for it, on a core.
cudaError_t in_stream(cudaStream_t stream, bool wait, std::function<void()> work);
// Runs a function of the host's on a thread of its own, from which CUDA may not be called.
void call_host(const std::function<void()> &function);
cudaError_t wait_for_everything();
// The same where CUDA does not say that the call waits, so that it orders nothing.
cudaError_t wait_unnoticed();
// Waits for at most two seconds, and only where something was launched: for the end of the program. The kernel that
// then is not over, as "k, launched at f.cu:12"; "": none is left.
std::string wait_a_moment();
} // namespace cpu_device
