// SPDX-License-Identifier: MIT
// The program as it lies in memory: __device__ and __constant__ variables are its own variables. The same of the
// modules that it loads, whose kernels, variables and symbols are looked up by address.
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
struct symbol_table; // say/symbols.cpp
// What kernels come from: the program, a shared library that it has, or a module. These stay mapped when they are
// unloaded, for reports name their lines, and their addresses are not to lead to others.
struct code_image {
    std::string file; // that holds its symbols
    const char *base; // of the addresses in the file
    std::vector<program_segment> segments;
    std::map<std::string, program_segment> sections; // cpu_device_...: what launch.h, threads.h and rewrite.c collect
    struct {
        const char *begin, *zeros, *end; // from zeros on, the file has none
    } data = {};                         // what its kernels can change
    std::vector<char> first_values;      // of the program's and a library's variables that are not zeros
    size_t thread_local_number = 0, thread_local_size = 0; // as __tls_get_addr() has it; bytes
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
code_image *last_loaded();       // null: none but the program
// What the dynamic linker has loaded, with that address in it; nobody finds it until it is published. No file: that
// which the linker names.
code_image *add_image(std::string file, const void *within);
void publish_image(code_image *image);
// What lies at an address: a library or a module, or else the program.
const code_image &image_of(const void *address);
// Memory of the program itself, or of what it has loaded.
bool in_program(const char *address);
// What the sections of that name of all objects have become; null: it has none.
program_segment section_of(const code_image &image, const char *name);
// The first values of the __device__, __managed__ and __constant__ variables of the program, before main begins, and of
// a library: keeps them; gives them back.
void keep_variables();
void keep_variables(code_image &library);
void reset_variables(int device);

// --- several devices, each with its own copy of the variables ---
//
// A kernel has a variable by its name, which is one address. So the pages of the variables are those of a file in
// memory, and what they hold while kernels of a device run is that device's copy: it is loaded. Each copy has an
// address of its own besides, at which it can always be found, loaded or not; the host's calls use it, and kernels that
// got it from cudaGetSymbolAddress(). Kernels of two devices never run at the same time in a program that has
// variables.

// Whether there are variables and several devices.
bool variables_are_many();
// Where a device's copy lies of what lies in a variable, whose address may be any copy's; else the address itself.
const char *variable_on(int device, const char *address);
// The same, if the address is the program's own and not of a copy.
const char *variable_in_program(const char *address);
// Whose copy lies at an address; -1: none.
int variable_device(const char *address);
// Whether the variable is one for all devices, though it is no __managed__ one: that of a template, say.
bool variable_is_shared(const char *address);
// While nothing uses a variable.
void load_variables(int device);
int loaded_variables();
// A module is unloaded: nobody may touch its variables any more.
void close_module(code_image &module);
// Where the copies lie, for whoever keeps something of each byte; 0 bytes: there are none.
program_segment variable_copies();
// Whether there is memory of the process at an address.
bool is_mapped(const char *address);
} // namespace cpu_device
