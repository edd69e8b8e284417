// SPDX-License-Identifier: MIT
// The symbol tables of the program, empty in a stripped one, and of its modules. A body's type, or a kernel, is looked
// up in the image where the string, or the function, lies.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "program_image.h"

namespace cpu_device
{
// The mangled symbol of the kernel whose body has that mangled type.
std::string kernel_symbol(const char *body_type);
// "accumulate<float, 64>", of the kernel `name` whose body has that type; `name` itself if it is no template, or the
// arguments are longer than a line. Remains valid.
const char *name_with_arguments(const char *name, const char *body_type);
// Static shared memory of a kernel's own variables, in bytes, by the mangled type of its body.
size_t static_shared_size(const char *body_type);
size_t static_shared_size_of(const void *kernel);
// The kernel whose body has that type; null: unknown.
const void *kernel_of_body(const char *body_type);
// True where `kernel` is the function whose body has that type.
bool is_body_of(const char *body_type, const void *kernel);
// The thread_local variables: their place in the image's thread-local storage, and their name in the source.
struct thread_local_variable {
    size_t offset, size;
    std::string name;
    bool guard; // a guard variable: whether a variable was constructed
};
const std::vector<thread_local_variable> &thread_local_variables(const code_image &image);
bool is_guard(const char *address); // of WebAssembly, where guard variables are like any other
// Whether a __constant__ variable lies there.
bool is_constant(const char *address);
// The variable of the program at an address.
struct program_variable {
    std::string name;
    size_t offset = 0, size = 0; // of the address in it, and its own: bytes; 0: there is none
    bool is_gone = false;        // with a module that was unloaded
};
program_variable variable_at(const void *address);
// Whether a variable of the host lies there, which kernels may not access. Known are variables of file scope and static
// variables of main(). Any other symbol may be a variable of the device, such as a template's, and gets no.
bool is_of_host(const char *address);

// --- modules ---
const symbol_table *read_symbols(const code_image &image);
// The functions of a module; and one by its symbol, null: there is none.
std::vector<const void *> functions_in(const code_image &image);
const void *function_in(const code_image &image, const std::string &symbol);
const char *function_symbol(const void *function);
std::pair<char *, size_t> variable_in(const code_image &image, const std::string &symbol);
} // namespace cpu_device
