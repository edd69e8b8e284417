// SPDX-License-Identifier: MIT
// How a symbol reads. The counters' name of a kernel is in C, for cpu_device/tests/counters/ncu_counts.c.
#pragma once

#ifdef __cplusplus
#include <string>

// The name in the source of what the linker calls `symbol`, without the tags that the rewriter gives
// (rewrite/declarations.c).
std::string demangled(const char *symbol);
// Its name and the arguments of its template: as short_kernel_name(), below.
std::string short_function_name(const char *symbol);
// "accumulate" of "accumulate<float, 64>".
std::string without_arguments(const std::string &function);
// Whether a pattern, in which * stands for any characters, is that of a function: "acc*", "accumulate", which is any of
// its instantiations, or "accumulate<float, *>".
bool is_named(const std::string &pattern, const std::string &function);

extern "C" {
#endif

// Its name and the arguments of its template, without namespaces and parameters: "dot<sum, 4>", or "dot" if it is no
// template. `symbol` is mangled, or already what that stands for: "void name_space::dot<&(sum(float*)), 4>(float*)".
// The caller frees the result.
char *short_kernel_name(const char *symbol);

#ifdef __cplusplus
}
#endif
