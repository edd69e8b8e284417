// SPDX-License-Identifier: MIT
// Shared by the functions of the API.
#pragma once

#include "../../include/cuda_runtime_api.h"
#include "../check/host_copies.h"
#include "../memory/arena.h"
#include "../platform/threads.h"
#include "../run/graph.h"
#include "../settings.h"

namespace cpu_device
{
struct grid_launch;
// Keeps an error for cudaGetLastError, and returns it.
cudaError_t remember(cudaError_t error);
// For the running thread of a kernel: its last error, and a stream that it makes.
cudaError_t error_in_kernel(bool forget);
void libraries_may_come(); // the device has begun
cudaError_t stream_in_kernel(cudaStream_t *stream, unsigned flags);
cudaError_t destroy_stream_in_kernel(cudaStream_t stream);
// The same, with the reason, as "a null pointer", for the report if the program does not check the error or ends
// because of it.
cudaError_t refuse(cudaError_t error, const std::string &why);
// The same, where a report has said why: there is no other report for this call.
cudaError_t refused_and_reported(cudaError_t error);
// The shape of a launch's clusters, in blocks: the kernel's own, or the one that is asked for; 0, 0, 0: it has none.
dim3 cluster_of(const cpu_device_kernel &kernel, const dim3 &asked);
bool has_clusters(const dim3 &shape);
// The error of a launch with clusters, and why.
cudaError_t check_clusters(const grid_launch &launch, const dim3 &asked, std::string &why);
// Whether there is a device of that number.
inline bool is_device(int number)
{
    return number >= 0 && number < setting.devices;
}
// The thread calls a function of the API.
void call_begins(const char *function, const void *caller);
// While it lives, a function of the driver API calls one of the runtime API: reports name the former, and
// cudaGetLastError() does not return its error.
class driver_call
{
  public:
    driver_call(const char *function, const void *caller, const void *frame);
    ~driver_call();
    driver_call(const driver_call &) = delete;
    const copy_call as_copy;

  private:
    const cudaError_t last_error_;
};
// In a function of the API: its caller in the program; and its caller with the stack frame, for copies.
const void *caller_or_drivers(const void *caller);
copy_call call_or_drivers(const char *function, const void *caller, const void *frame);
// Whether the thread has called the runtime API since the last call of this.
bool runtime_was_called();
// Set by the entries of files in which a null stream is the thread's own (default_stream.cpp), for the call that comes.
extern __thread bool entered_for_thread;
// The program has measured time between events; and the line on that at its end.
void time_taken();
void say_of_times();
// A library's function returns an error of its own.
void refuse_library(const char *why);
// Why the last call was refused, and clears that; "": it was not refused, or the error's name is enough.
std::string take_reason();
// Whether a call was refused because the CPU device does not have what it asks for: then the reason names the device.
bool is_limit(const std::string &why);
// Whether the program has asked for the text of the error with which the last call was refused.
bool refusal_was_shown();
// At the end of a program that fails: reports why the last call was refused.
void report_refusal();
// Whether a program that ends with this status could have freed its memory: not if it ended early because a call
// failed, nor if a kernel ended with an error, so that cudaFree() was refused.
bool could_free(int status);

// The thread has chosen a device: its primary context is the current one.
void device_was_set(int number);
// For calls about events between processes, which are not supported.
extern const char no_shared_events[];
// The device of a stream; for an invalid handle, the current one.
int device_of_stream(cudaStream_t stream);
// Before memory is freed: waits for all work that may use it. CUDA promises that for the memory's own device only.
cudaError_t wait_for_users(const void *pointer);
// `caller`: the instruction that wants it.
cudaError_t allocate(void **pointer, size_t size, memory_kind kind, const void *caller, int device = current_device,
                     bool of_pool = false);
// Frees an allocation if `function` is the right one for it; else reports what the pointer is.
enum class freed_by { cudaFree, cudaFreeHost, cudaFreeArray, cudaIpcCloseMemHandle };
cudaError_t release(void *pointer, freed_by function, const void *caller);
// Allocates or frees in the order of a stream: other operations may use the memory only after this one, or before it.
// `verb`: "allocates", say.
cudaError_t queue_use(const void *pointer, size_t size, const char *verb, cudaStream_t stream, bool wait,
                      const copy_call &call, bool promised = true);
// The same as an operation that is not queued yet.
void use_memory(operation &op, const void *pointer, size_t size, const char *verb, const copy_call &call);
// The memory is a graph's: its address remains for the next launch, even when it is freed.
void belongs_to_graph(const void *pointer, memory_origin as);
// Memory is freed: if it came from a pool, the pool's counters go down.
void left_pool(const void *pointer);

// Where a range of bytes lies; not_linear: in an array, or in a block of the kernels' heap, from which a GPU
// copies nothing; invalid: device memory that is not allocated throughout.
enum class side { host, device, either, not_linear, invalid };
// What the API knows about an address.
struct memory_place {
    side where = side::invalid; // of the bytes there
    int device = -1;            // whose memory it is; -1: that of no single one
    bool is_variable = false;   // a device's copy of a __device__ variable
    bool registered = false;    // by cudaHostRegister()
    bool pinned = false;        // by cudaMallocHost() and its kin
    bool is_host() const
    {
        return where == side::host;
    }
    bool is_linear() const
    {
        return where == side::host || where == side::device || where == side::either;
    }
};
memory_place place_of(const void *pointer, size_t count);
// Describes the memory of a copy or a fill, for a sentence; and says why so many bytes of device memory cannot be
// accessed there.
std::string memory_at(const void *p);
std::string why_invalid(const char *the, const void *p, size_t count);

// One end of a copy: bytes from row to row, and from slice to slice.
struct copy_end {
    char *at;
    size_t pitch, slice;
    bool is_array;
    char *row(size_t in_slice, size_t number) const
    {
        return at + in_slice * slice + number * pitch;
    }
};
inline copy_end linear(const void *pointer, size_t pitch)
{
    return {static_cast<char *>(const_cast<void *>(pointer)), pitch, 0, false};
}
inline copy_end pitched(const cudaPitchedPtr &p, const cudaPos &from) // whose x is in bytes
{
    const size_t slice = p.pitch * p.ysize;
    char *first = static_cast<char *>(p.ptr);
    return {first ? first + from.x + from.y * p.pitch + from.z * slice : nullptr, p.pitch, slice, false};
}
// How much goes: bytes of a row, rows, slices.
struct box {
    size_t width, height, depth;
};
// What a copy or a fill does when its turn comes (copy_work.cpp); staged: a copy of what lies in pageable memory now.
std::function<void()> work_of_copy(const copy_end &to, const copy_end &from, const box &b, const copy_call &call);
std::function<void()> work_of_staged(const copy_end &to, const copy_end &from, const box &b, const copy_call &call);
std::function<void()> work_of_fill(const copy_end &where, unsigned value, unsigned element, const box &b);
// A copy or a fill. Everything is checked before it is queued, except the bounds of an array, which the caller has
// checked. `wait`: the program waits for the copy in any case.
cudaError_t make_copy(operation &op, const copy_end &to, const copy_end &from, const box &b, cudaMemcpyKind kind,
                      bool wait, const copy_call &call);
// `element`: the bytes of the value that are stored again and again, 1, 2 or 4.
cudaError_t make_fill(operation &op, const copy_end &where, unsigned value, unsigned element, const box &b,
                      const copy_call &call);
cudaError_t copy(const copy_end &to, const copy_end &from, const box &how_much, cudaMemcpyKind kind,
                 cudaStream_t stream, bool wait, const copy_call &call, unsigned joins = 0);
bool is_kernel(const void *address);
bool loads_kernel(const void *address); // the same, in a call that loads it (run/loading.h)
// Where a kernel's arguments lie among those of one launch, in bytes.
struct kernel_parameter {
    size_t offset, size;
};
std::vector<kernel_parameter> parameters_of(const void *kernel);
cudaError_t make_kernel(operation &op, const cudaKernelNodeParams *parameters, const char *file, int line);
// The same with the arguments of another launch of that kernel.
cudaError_t make_kernel_again(operation &op, const grid_launch &like, const cudaKernelNodeParams &parameters,
                              const char *file, int line);
// Why the memory of a copy is no longer valid; "": it is valid.
std::string why_gone(const memory_work &uses);
// New managed memory begins at that address.
void forget_advice(const void *pointer);
} // namespace cpu_device

// The caller of the API function; and the caller with its stack frame, for copies.
#define CALLER (static_cast<const char *>(cpu_device::caller_or_drivers(__builtin_return_address(0))) - 1)
#define THIS_CALL cpu_device::call_or_drivers(__func__, __builtin_return_address(0), __builtin_frame_address(0))

// The first line of an API function.
#define RETURN_IF_REFUSED()                                                                                            \
    const cpu_device::defer_cancellation guard;                                                                        \
    cpu_device::call_begins(__func__, __builtin_return_address(0));                                                    \
    if (cudaError_t refused = cpu_device::refusal(__func__, __builtin_return_address(0)))                              \
    return cpu_device::remember(refused)
// The second line of a function that uses no stream.
#define REFUSE_IN_CAPTURE()                                                                                            \
    do {                                                                                                               \
        std::lock_guard<std::mutex> lock(cpu_device::the_device().mutex);                                              \
        if (cudaError_t forbidden = cpu_device::captures_forbid_call())                                                \
            return cpu_device::refuse(forbidden, "A stream is being captured, and this call would be no part of the "  \
                                                 "graph: make it before the capture, or after it.");                   \
    } while (0)
