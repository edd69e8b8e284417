// SPDX-License-Identifier: MIT
// The program's own symbol table; empty in a stripped program.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cpu_device
{
// The mangled symbol of the kernel whose body has that mangled type.
std::string kernel_symbol(const char *body_type);
// Static shared memory of a kernel's own variables, in bytes, by the mangled type of its body.
size_t static_shared_size(const char *body_type);
size_t static_shared_size_of(const void *kernel);
// The kernel whose body has that type; null: it is not known.
const void *kernel_of_body(const char *body_type);
// True where `kernel` is the function whose body has that type.
bool is_body_of(const char *body_type, const void *kernel);
// The program's thread_local variables: their place in its thread-local storage, and their name in the source.
struct thread_local_variable {
    size_t offset, size;
    std::string name;
    bool guard; // none of the source's, but whether such a one was constructed
};
const std::vector<thread_local_variable> &thread_local_variables();
// Whether a __constant__ variable of the program lies there.
bool is_constant(const char *address);
// "byte 8 of the __device__ variable table"; "" where no variable of the program lies.
std::string describe_variable(const void *address);
} // namespace cpu_device
