// SPDX-License-Identifier: MIT
// The types of variables and of a kernel's parameters, from the program's debug information (DWARF 4 or 5). Where there
// is none, nothing is known.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "program_image.h"

namespace cpu_device
{
// An element of a variable, as in "[2][5].x", at an offset in bytes; "" where its type is unknown, or has no parts.
// `name`: the variable's, without namespaces. `type` is set to the element's type, if C++ itself has it: "int",
// "float"; or to bit_field_type.
constexpr const char *bit_field_type = "bit field";
std::string part_of_shared(const code_image &image, const std::string &name, size_t variable, size_t offset,
                           std::string *type);
std::string part_of_variable(const code_image &image, const std::string &name, const void *variable, size_t offset,
                             std::string *type);

// The bytes of an element of such a variable, or of all of it where it is no array; 0: unknown.
size_t unit_of_shared(const code_image &image, const std::string &name, size_t variable);
size_t unit_of_variable(const code_image &image, const std::string &name, const void *variable);

// A pointer among the arguments of a kernel, by the mangled type of its body: where it lies in the closure.
struct pointer_argument {
    std::string name; // "bins", or "p.bins" of a struct
    size_t offset;
    size_t element; // bytes that it points to; 0: unknown, as of void
    size_t type;    // of these
    bool is_restrict;
};
std::vector<pointer_argument> pointer_arguments(const char *body_type);
// "[3].x": the element that lies so many bytes after such a pointer.
std::string part_pointed_to(const char *body_type, const pointer_argument &pointer, size_t offset, std::string *type);
// The same for dynamic shared memory, by the name that the kernel gives it: "s[3]"; "" if that is unknown.
std::string part_of_dynamic(const char *body_type, size_t offset, std::string *type);
size_t unit_of_dynamic(const char *body_type);
} // namespace cpu_device
