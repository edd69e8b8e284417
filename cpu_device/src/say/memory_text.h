// SPDX-License-Identifier: MIT
// What memory is called in reports.
#pragma once

#include <cstddef>
#include <string>

namespace cpu_device
{
// A block of the device's memory: "1024 bytes from cudaMalloc at f.cu:3, freed at f.cu:5".
struct named_block {
    size_t bytes;
    const char *made_by; // "cudaMalloc"
    std::string made_at; // " at f.cu:3", or ""
    enum state { exists, inaccessible, closed, unmapped, freed, reset } now = exists;
    std::string ended_at = ""; // of the three before the last
};
std::string name_of(const named_block &block);
std::string in_reset_heap(const std::string &block); // which cudaDeviceReset() has freed with the heap
std::string unallocated_memory();
std::string registered_memory(size_t bytes);
std::string reserved_addresses(size_t bytes, const std::string &made_at);
std::string name_of_variable(bool constant, const std::string &name, bool is_gone);
// Memory of a device that the kernel's device cannot access, and what makes it accessible.
enum class way_to_memory { mapping, pool, peer };
std::string memory_of_other_device(int its, int of_kernel, way_to_memory way);

// --- shared memory ---

std::string between_variables();
std::string end_of_variable(const std::string &name); // and what follows
std::string past_variable(const std::string &name, size_t bytes);
std::string dynamic_memory();
std::string beyond_dynamic_memory(ptrdiff_t from_start, size_t size);
} // namespace cpu_device
