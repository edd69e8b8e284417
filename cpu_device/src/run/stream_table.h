// SPDX-License-Identifier: MIT
// The streams of all devices, and in which order their work is.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "../../include/cuda_runtime_api.h"
#include "../check/work_clock.h"
#include "../limits.h"

struct CUgraphNode_st;

namespace cpu_device
{
struct operation;
using operation_pointer = std::shared_ptr<operation>;
struct stream_capture;
struct dependency;
struct launch_record;
} // namespace cpu_device

struct CUstream_st {
    bool blocking = true; // ordered with the default stream
    int device = 0;
    int priority = 0;                // kept, and not used
    cudaAccessPolicyWindow window{}; // kept, and not used
    cudaSynchronizationPolicy policy = cudaSyncPolicyAuto;
    unsigned long long id = 1;               // no other stream ever has the same one; 1: the default stream
    std::atomic<bool> thread_is_gone{false}; // whose own it was
    std::deque<cpu_device::operation_pointer> queue;
    unsigned index = 0;           // no other stream has the same one
    cpu_device::work_clock clock; // of the last operation that it got
    // If that is a kernel, on which the next launch may depend: what comes before it; and its own dependency.
    bool ends_with_kernel = false;
    cpu_device::work_clock before_last;
    std::shared_ptr<cpu_device::dependency> of_last;

    // While it is captured (graph.h): by which capture, and what comes before its next node.
    std::shared_ptr<cpu_device::stream_capture> capture;
    std::vector<CUgraphNode_st *> captured;
};

namespace cpu_device
{
// Its functions are called with the device's lock held.
class stream_table
{
  public:
    stream_table();
    // The stream of a handle; null: there is no such stream. A null handle is the current device's default stream or
    // the calling thread's, as its call says.
    CUstream_st *of(cudaStream_t handle);
    CUstream_st *make(bool blocking, int device);
    void forget(CUstream_st *stream); // which has no work left
    bool is_default(const CUstream_st &stream) const
    {
        return &stream == &defaults_[stream.device];
    }
    CUstream_st &default_of(int device)
    {
        return defaults_[device];
    }
    const CUstream_st &default_of(int device) const
    {
        return defaults_[device];
    }
    // The streams that are waited for with this one.
    std::vector<CUstream_st *> waited_with(const CUstream_st &stream) const;
    // Sets the clock of the operation: all work that happens before its end.
    void put_in_order(const operation_pointer &op);
    // What the host has waited for by waiting for a stream, for a device, or for all devices.
    work_clock clock_of(const CUstream_st *stream) const;
    work_clock clock_of(int number) const;

  private:
    CUstream_st *of_thread();
    bool is_waited_with(const CUstream_st &stream, const CUstream_st &other) const;
    void set_dependency(launch_record &record, const work_clock &other_streams, const CUstream_st &stream);

    CUstream_st defaults_[most_devices];
    std::set<CUstream_st *> all_;
    // The number of the last work of each destroyed stream, by index. The index is used again once the host has waited
    // for that work.
    std::map<unsigned, uint64_t> gone_;
    static constexpr size_t most_gone = 1024;
    unsigned next_index_; // of a stream; the default ones have the first
    // The clocks of destroyed streams, by device: of all; of those that the default stream waits for.
    work_clock clock_of_gone_[most_devices], clock_of_gone_blocking_[most_devices];
};
} // namespace cpu_device
