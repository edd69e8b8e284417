// SPDX-License-Identifier: MIT
// What the parts of the runtime need of one another, besides the core (block.h).
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "../include/cuda_runtime_api.h"

namespace cpu_device
{
// --- report.cpp ---

__attribute__((format(printf, 1, 2))) std::string format(const char *form, ...);
const char *base_name(const char *path);
// Prints a report to stderr in one piece, each line behind "========= ".
void print_report(const std::string &text);
// "file.cu:12" for an instruction of the program; "" where there is no debug information.
std::string source_line(const void *instruction);
// What kernels have printed goes to stdout; a GPU shows it too when the host synchronizes.
void show_kernel_output();

// --- symbols.cpp: the program's own symbol table, empty in a stripped program ---

// Static shared memory of a kernel's own variables, in bytes, by the mangled type of its body.
size_t static_shared_size(const char *body_type);
size_t static_shared_size_of(const void *kernel);
// True where `kernel` is the function whose body has that type.
bool is_body_of(const char *body_type, const void *kernel);

// --- memory.cpp ---

// What lies at an address in the arena, as in "4 bytes past the end of 1024 bytes from cudaMalloc"; else "".
std::string describe_address(const void *address);
void free_all_memory();

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

// The first line of an API function: once a kernel broke off, nothing works any more.
#define RETURN_IF_BROKEN()                                                                                             \
    do {                                                                                                               \
        if (cudaError_t broken = cpu_device::sticky_error())                                                           \
            return cpu_device::remember(broken);                                                                       \
    } while (0)
