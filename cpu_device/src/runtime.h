// SPDX-License-Identifier: MIT
// What the parts of the runtime need of its memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace cpu_device
{
// --- memory.cpp ---

// What lies at an address in the arena, as in "4 bytes past the end of 1024 bytes from cudaMalloc at f.cu:3"; else "".
std::string describe_address(const void *address);
// Whether a kernel may access memory in the arena, and whether anything was ever written there.
enum class memory_state { fine, uninitialized, illegal };
// `cells` gets what the check between blocks keeps there; null: nothing.
memory_state touch_memory(const char *address, size_t size, bool reads, bool writes, struct global_cell **cells);
// Whether the address lies in host memory that cudaHostRegister made known.
bool is_registered(const void *address);
// malloc() and new in kernels whose accesses are checked. heap_free: false if the memory is none of these.
void *heap_allocate(size_t size);
bool heap_free(void *pointer);
// An access of the arena by the host's code.
void host_touches(const void *address, bool writes, const void *pc);
void report_leaks();
void free_all_memory();

// --- symbols.cpp: the program's own symbol table, empty in a stripped program ---

// The mangled symbol of the kernel whose body has that mangled type.
std::string kernel_symbol(const char *body_type);
// Static shared memory of a kernel's own variables, in bytes, by the mangled type of its body.
size_t static_shared_size(const char *body_type);
size_t static_shared_size_of(const void *kernel);
// True where `kernel` is the function whose body has that type.
bool is_body_of(const char *body_type, const void *kernel);
// The program's thread_local variables: their place in its thread-local storage, and their name in the source.
struct thread_local_variable {
    size_t offset, size;
    std::string name;
    bool guard; // none of the source's, but whether such a one was constructed
};
const std::vector<thread_local_variable> &thread_local_variables();
// "byte 8 of the __device__ variable table"; "" where no variable of the program lies.
std::string describe_variable(const void *address);
// The variable at an offset of a block's shared memory, as in "cache".
std::string shared_variable(size_t offset);

// --- hooks.cpp ---

class core;
extern __thread core *checked_core; // whose accesses are checked; null: none
void poll();                        // lets other threads run, now and then

// --- device.cpp ---

unsigned core_count();
// Keeps an error for cudaGetLastError, and hands it on.
cudaError_t remember(cudaError_t error);
// Why API functions do not work: a kernel broke off, or the caller may not call them. cudaSuccess if they do.
cudaError_t sticky_error();
// Runs `work` when the earlier work of the stream is done: in the calling thread, or, not to wait for it, on a core.
cudaError_t in_stream(cudaStream_t stream, bool wait, std::function<void()> work);
cudaError_t wait_for_everything();
// Waits for at most two seconds, and only where something was launched: for the end of the program.
void wait_a_moment();
} // namespace cpu_device
