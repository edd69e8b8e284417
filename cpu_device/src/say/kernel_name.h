// SPDX-License-Identifier: MIT
// How the counters name a kernel. In C, for tests/counters/ncu_counts.c.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Its name and the arguments of its template, without namespaces and parameters: "dot<sum, 4>", or "dot" if it is no
// template. `symbol` is mangled, or already what that stands for: "void name_space::dot<&(sum(float*)), 4>(float*)".
// The caller frees the result.
char *short_kernel_name(const char *symbol);

#ifdef __cplusplus
}
#endif
