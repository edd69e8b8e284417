// SPDX-License-Identifier: MIT
// What the functions of the API have in common.
#pragma once

#include "../../include/cuda_runtime_api.h"
#include "../check/host_copies.h"
#include "../memory/arena.h"
#include "../run/device.h"

namespace cpu_device
{
// Keeps an error for cudaGetLastError, and hands it on.
cudaError_t remember(cudaError_t error);
// The same, with the reason, as "a null pointer", for whoever does not look at the error, or does not get on with it.
cudaError_t refuse(cudaError_t error, const std::string &why);
// The thread calls a function of the API.
void call_begins(const char *function, const void *caller);
// The program has taken the time of something; and the word on that, at its end.
void time_taken();
void say_of_times();
// At the end of a program that fails: why the last call was refused, if that is how it ended.
void report_refusal();
// Whether a program that ends with this status had the chance to free its memory: not if it ended early, for a call had
// failed, or if a kernel broke off, so that cudaFree() was refused.
bool could_free(int status);

cudaError_t allocate(void **pointer, size_t size, memory_kind kind, const void *caller);
// Frees what the right function allocated; else says what it is.
enum class freed_by { cudaFree, cudaFreeHost, cudaFreeArray };
cudaError_t release(void *pointer, freed_by function, const void *caller);

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
// Everything is checked before anything is queued, but the edges of an array.
cudaError_t copy(const copy_end &to, const copy_end &from, const box &how_much, cudaMemcpyKind kind,
                 cudaStream_t stream, bool wait, const copy_call &call);
} // namespace cpu_device

// Of the function that calls the API: where, and all that copies want to know of it.
#define CALLER (static_cast<const char *>(__builtin_return_address(0)) - 1)
#define THIS_CALL copy_from_here(__func__, __builtin_return_address(0), __builtin_frame_address(0))

// The first line of an API function.
#define RETURN_IF_REFUSED()                                                                                            \
    do {                                                                                                               \
        cpu_device::call_begins(__func__, __builtin_return_address(0));                                                \
        if (cudaError_t refused = cpu_device::refusal(__func__, __builtin_return_address(0)))                          \
            return cpu_device::remember(refused);                                                                      \
    } while (0)
