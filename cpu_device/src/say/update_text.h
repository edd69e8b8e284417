// SPDX-License-Identifier: MIT
// An update in several statements, or several statements in one line, as the text of a kernel has them.
#pragma once

#include <string>

#include "source_text.h"

namespace cpu_device
{
// "int old = bin[i]; int more = old + 1; bin[i] = more;": the atomic operation that does the same.
struct update_in_steps {
    std::string call;     // "atomicAdd(&bin[i], 1)"; "": it is something else, or the text is not understood
    std::string function; // "atomicAdd", or "atomicMax" without a call
};
// `read`, `write`: the lines that load the old value and store the new one. `type`: of the element; "": unknown.
update_in_steps find_update_in_steps(const source_position &read, const source_position &write,
                                     const std::string &type);

// Whether that line has several statements, and none of them loads and stores the same element. False where the text is
// not understood.
bool has_separate_statements(const source_position &line);
} // namespace cpu_device
