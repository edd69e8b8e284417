// SPDX-License-Identifier: MIT
// The program in memory, and the modules that it loads. __device__ and __constant__ variables are ordinary variables of
// these. Kernels, variables and symbols are looked up by address.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace cpu_device
{
struct program_segment {
    const char *begin, *end;
};
struct symbol_table; // symbols.cpp
// Where kernels are: the program, a shared library, or a module. It remains mapped after it is unloaded, since reports
// name its lines, and its addresses are not to be used again.
struct code_image {
    std::string file; // that holds its symbols
    const char *base; // of the addresses in the file
    std::vector<program_segment> segments;
    std::map<std::string, program_segment>
        sections; // cpu_device_...: what launch.h, threads.h and the rewriter collect
    struct {
        const char *begin, *zeros, *end; // from `zeros` on, memory that begins as 0
    } data = {};                         // the variables that its kernels can change
    std::vector<char> first_values;      // of the program's and a library's variables that are not zeros
    size_t thread_local_number = 0, thread_local_size = 0; // as __tls_get_addr() has it; bytes
    const char *shared = nullptr; // of a WebAssembly module: where its thread_local variables lie, as the linker has it
    std::atomic<bool> unloaded{false};
    const symbol_table *symbols = nullptr; // not of the program; set when it is loaded
    bool is_module = false;
    code_image *next = nullptr; // loaded before
    bool holds(const void *address) const
    {
        return address >= segments.front().begin && address < segments.back().end;
    }
};
const code_image &the_program(); // without its libraries
// Whether the static shared memory of all blocks has the same addresses. Then no block can access that of another.
bool blocks_share_addresses();
std::string program_name(); // its file, without a folder
code_image *last_loaded();  // null: none but the program
// The object that the dynamic linker has loaded at that address. It cannot be looked up until it is published. Without
// a file name, the linker's is used.
code_image *add_image(std::string file, const void *within);
void publish_image(code_image *image);
// The image at an address: a library or a module, or else the program.
const code_image &image_of(const void *address);
// Memory of the program itself, or of what it has loaded.
bool in_program(const char *address);
bool in_changeable_data(const char *address);       // of the program or a module: no __constant__, no code
bool is_variable(const char *address, size_t size); // within one that the program lists: none of a template
// Its thread_local variables, as the calling host thread has them.
char *thread_local_of(const code_image &image);
// The section of that name; null: there is none.
program_segment section_of(const code_image &image, const char *name);
// The initial values of the __device__, __managed__ and __constant__ variables of the program, before main begins, and
// of a library: keeps them; restores them.
void keep_variables();
void keep_variables(code_image &library);
void reset_variables(int device);

// --- several devices, each with its own copy of the variables ---
//
// A kernel uses a variable by its name, which is one address for all devices. So the pages of the variables map a file
// in memory that has a copy for each device. While kernels of a device run, that device's copy is mapped there: it is
// loaded. Each copy also has an address of its own, which is always valid. The host's calls use that one, and kernels
// that got it from cudaGetSymbolAddress(). Kernels of two devices never run at the same time in a program that has
// variables.

// Whether there are variables and several devices.
bool variables_are_many();
// For an address in a variable, or in any copy of it: the address in that device's copy. Any other address is returned.
const char *variable_on(int device, const char *address);
// The same, but only for an address in the variable itself, not in a copy.
const char *variable_in_program(const char *address);
// The device whose copy lies at an address; -1: none.
int variable_device(const char *address);
// Whether the variable is one for all devices, though it is no __managed__ one: that of a template, say.
bool variable_is_shared(const char *address);
// Called while nothing uses a variable.
void load_variables(int device);
int loaded_variables();
// A module is unloaded: access to its variables becomes an error.
void close_module(code_image &module);
// The addresses of all copies, for the shadow memory; 0 bytes: there are none.
program_segment variable_copies();
// Whether there is memory of the process at an address.
bool is_mapped(const char *address);
} // namespace cpu_device
