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

extern uintptr_t checked_arena, checked_arena_size; // device memory, which the host may not touch; 0 bytes: unchecked
} // namespace cpu_device
